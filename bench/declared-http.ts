/** A declared HTTP operation (the http room alone) beside a bare `undici.request`, on one server in a process of its own, interleaved. */

import { fork } from "node:child_process";
import { createServer } from "node:http";
import { Pool, request } from "undici";
import type { JsonObject } from "../src/core/json.ts";
import type { Operation } from "../src/core/manifest.ts";
import { Secret } from "../src/core/secret.ts";
import type { ToolAttempt } from "../src/core/tool.ts";
import { systemClock } from "../src/core/system-clock.ts";
import { createHttpClient } from "../src/http/client.ts";
import { performDeclared, type DeclaredConnection } from "../src/http/declared.ts";
import { createRateGates } from "../src/http/rate-gates.ts";
import { trustManifest } from "../src/manifest/load-manifest.ts";

const ROUNDS = 15;
const REQUESTS = 2_000;
const IN_FLIGHT = [1, 10, 50] as const;

// oxlint-disable unicorn/no-thenable -- the language of manifests has a key "then"
const manifest = trustManifest({
  manifestVersion: 1,
  connector: { id: "bench", title: "Bench", description: "One query.", version: "1.0.0" },
  hosts: [{ config: "baseUrl" }],
  config: { baseUrl: { type: "url", required: true } },
  auth: { methods: { token: { type: "bearer", secrets: { token: { required: true } } } } },
  operations: {
    getNote: {
      kind: "query",
      authorization: "required",
      input: { type: "object", properties: { id: { type: "string" } } },
      output: {
        type: "object",
        additionalProperties: false,
        properties: { id: { type: "string" }, text: { type: "string" } },
      },
      branches: { found: { record: "succeeded", description: "The note." } },
      request: { method: "GET", path: "/v1/notes/{id}", query: { full: { $input: "/full" } } },
      classify: [
        {
          when: { status: [200] },
          then: { branch: "found", output: { id: { $body: "/id" }, text: { $body: "/text" } } },
        },
      ],
    },
  },
});

interface Subject {
  readonly name: string;
  send(): Promise<unknown>;
  close(): Promise<void>;
}

function declared(origin: string): Subject {
  const config = { baseUrl: origin };
  const client = createHttpClient({ hosts: manifest.hosts, config, allowLoopback: true });
  const connection: DeclaredConnection = {
    manifest,
    reference: { connector: "bench", name: "bench" },
    config,
    credentials: { token: new Secret("bench-token", "token") },
    client,
    gates: createRateGates(),
  };
  const operation = manifest.operations["getNote"] as Operation;
  const input: JsonObject = { id: "n 1", full: true };
  const { signal } = new AbortController();
  return {
    name: "declared",
    send: async () => {
      const ending = await performDeclared(connection, operation, input, attempt(signal));
      if (ending.kind !== "branch") throw new Error(`it ended as ${ending.kind}`);
    },
    close: () => client.close(),
  };
}

function attempt(signal: AbortSignal): ToolAttempt {
  return {
    key: "session/turn/response.0",
    number: 1,
    isResend: false,
    firstDispatchAt: undefined,
    signal,
    deadline: Date.now() + 30_000,
    keyNamespace: "bench",
    clock: systemClock,
    beginDispatch: () => ({ provenNotSent() {} }),
  };
}

/** What a careful program would write by hand: one pool, the same headers, the body parsed. */
function bare(origin: string): Subject {
  const dispatcher = new Pool(origin, { connections: 64, pipelining: 1 });
  const headers = { authorization: "Bearer bench-token", accept: "application/json", "user-agent": "bench" };
  return {
    name: "undici.request",
    send: async () => {
      const { body } = await request(`${origin}/v1/notes/n%201?full=true`, { dispatcher, headers });
      return body.json();
    },
    close: () => dispatcher.destroy(),
  };
}

/** Requests a second with so many in flight. */
async function rate(subject: Subject, inFlight: number, requests: number): Promise<number> {
  let left = requests;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await subject.send();
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return (requests * 1_000) / (performance.now() - start);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

async function compare(one: Subject, other: Subject, inFlight: number): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each round measures both, in turns first, so that a busy machine slows both alike.
    const [first, second] = round % 2 === 0 ? [one, other] : [other, one];
    const rates = new Map([[first, await rate(first, inFlight, REQUESTS)]]);
    rates.set(second, await rate(second, inFlight, REQUESTS));
    ratios.push((rates.get(one) ?? 0) / (rates.get(other) ?? 1));
  }
  ratios.sort((a, b) => a - b);
  const [low, median, high] = [0.1, 0.5, 0.9].map((share) => quantile(ratios, share).toFixed(2));
  process.stdout.write(
    `${String(inFlight).padStart(3)} in flight: ${median ?? ""} × (${low ?? ""} to ${high ?? ""})\n`,
  );
}

function serve(): void {
  const answer = JSON.stringify({ id: "n1", text: "x".repeat(200), extra: [1, 2, 3] });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(answer) };
  const server = createServer((_request, response) => response.writeHead(200, headers).end(answer));
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    process.send?.(typeof address === "object" && address !== null ? address.port : 0);
  });
}

async function main(): Promise<void> {
  const child = fork(import.meta.filename, ["serve"]);
  const port = await new Promise<number>((resolve) => child.once("message", (message) => resolve(Number(message))));
  const origin = `http://127.0.0.1:${String(port)}`;
  const subjects = [declared(origin), bare(origin)] as const;
  for (const subject of subjects) await rate(subject, 50, REQUESTS * 2);
  process.stdout.write(
    `${subjects[0].name} over ${subjects[1].name}, requests a second, median (10 % to 90 %) of ${String(ROUNDS)} rounds\n`,
  );
  for (const inFlight of IN_FLIGHT) await compare(subjects[0], subjects[1], inFlight);
  for (const subject of subjects) await subject.close();
  child.kill();
}

if (process.argv[2] === "serve") serve();
else await main();
