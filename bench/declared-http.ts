/**
 * Declared HTTP operations (the http room alone) beside a bare `undici.request`, on one server in a process of its own, in turns.
 *
 * Both send the same bytes but for a key, and both read the answer and parse its JSON. `read` is the row of the figures to
 * reach; `write` has a key and a JSON body.
 */

import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { loadavg } from "node:os";
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
import { quantile } from "./measure.ts";

const ROUNDS = 60;
const REQUESTS = 500;
const WARM_UP = 5_000;
const IN_FLIGHT = [1, 10, 50] as const;

// oxlint-disable unicorn/no-thenable -- the language of manifests has a key "then"
const output = {
  type: "object",
  additionalProperties: false,
  properties: { id: { type: "string" }, text: { type: "string" } },
};
const classify = [
  { when: { status: [200] }, then: { branch: "found", output: { id: { $body: "/id" }, text: { $body: "/text" } } } },
];
const manifest = trustManifest({
  manifestVersion: 1,
  connector: { id: "bench", title: "Bench", description: "A query and a write.", version: "1.0.0" },
  hosts: [{ config: "baseUrl" }],
  config: { baseUrl: { type: "url", required: true } },
  auth: { methods: { token: { type: "bearer", secrets: { token: { required: true } } } } },
  operations: {
    getNote: {
      kind: "query",
      authorization: "required",
      input: { type: "object", properties: { id: { type: "string" } } },
      output,
      branches: { found: { record: "succeeded", description: "The note." } },
      request: { method: "GET", path: "/v1/notes/{id}", query: { full: { $input: "/full" } } },
      classify,
    },
    putNote: {
      kind: "mutation",
      impact: "additive",
      authorization: "required",
      input: { type: "object", properties: { id: { type: "string" }, text: { type: "string" } } },
      output,
      branches: { found: { record: "succeeded", description: "The note." } },
      idempotency: { key: { in: "header", name: "Idempotency-Key", format: "uuid", window: "24h" } },
      agent: { retry: "safe" },
      request: { method: "POST", path: "/v1/notes/{id}", body: { json: { text: { $input: "/text" } } } },
      classify,
    },
  },
});

interface Subject {
  readonly name: string;
  send(): Promise<unknown>;
  close(): Promise<void>;
}

type Kind = "read" | "write";

/** The text of a note that is written. */
const TEXT = "A note of about eighty characters, as a person may write one after a call by phone.";

function declared(kind: Kind, origin: string): Subject {
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
  const operation = manifest.operations[kind === "read" ? "getNote" : "putNote"] as Operation;
  const input: JsonObject = kind === "read" ? { id: "n 1", full: true } : { id: "n 1", text: TEXT };
  return {
    name: "declared",
    send: async () => {
      const ending = await performDeclared(connection, operation, input, attempt());
      if (ending.kind !== "branch") throw new Error(`it ended as ${ending.kind}`);
    },
    close: () => client.close(),
  };
}

/** As the engines make it: each attempt can be stopped alone. */
function attempt(): ToolAttempt {
  return {
    key: "session/turn/response.0",
    number: 1,
    isResend: false,
    firstDispatchAt: undefined,
    signal: new AbortController().signal,
    deadline: Date.now() + 30_000,
    keyNamespace: "bench",
    clock: systemClock,
    beginDispatch: () => ({ provenNotSent() {} }),
  };
}

/** What a careful program would write by hand: one pool, the same headers, the body read and parsed. */
function bare(kind: Kind, origin: string): Subject {
  const dispatcher = new Pool(origin, { connections: 64, pipelining: 1 });
  const headers = { "user-agent": "dex-connectors", accept: "application/json", authorization: "Bearer bench-token" };
  const send =
    kind === "read"
      ? () => request(`${origin}/v1/notes/n%201?full=true`, { dispatcher, headers })
      : () =>
          request(`${origin}/v1/notes/n%201`, {
            method: "POST",
            dispatcher,
            headers: { ...headers, "content-type": "application/json", "idempotency-key": randomUUID() },
            body: JSON.stringify({ text: TEXT }),
          });
  return {
    name: "undici.request",
    send: async () => {
      const { statusCode, body } = await send();
      const { id, text } = (await body.json()) as { readonly id: string; readonly text: string };
      if (statusCode !== 200 || id === "" || text === "") throw new Error(`it ended with ${String(statusCode)}`);
    },
    close: () => dispatcher.destroy(),
  };
}

/** What one request took: of the clock, and of this process's own time of the processor. */
interface Cost {
  readonly wallUs: number;
  readonly cpuUs: number;
}

async function cost(subject: Subject, inFlight: number, requests: number): Promise<Cost> {
  let left = requests;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await subject.send();
    }
  };
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  const wallUs = ((performance.now() - start) * 1_000) / requests;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { wallUs, cpuUs: (user + system) / requests };
}

/** Short rounds, each of both subjects and in turns first, so that a busy machine slows both alike. */
async function compare(kind: Kind, [one, other]: readonly [Subject, Subject], inFlight: number): Promise<void> {
  const costs: { readonly one: Cost; readonly other: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2 === 0) {
      const first = await cost(one, inFlight, REQUESTS);
      costs.push({ one: first, other: await cost(other, inFlight, REQUESTS) });
    } else {
      const first = await cost(other, inFlight, REQUESTS);
      costs.push({ one: await cost(one, inFlight, REQUESTS), other: first });
    }
  }
  const wall = costs.map((pair) => pair.other.wallUs / pair.one.wallUs);
  const cpu = costs.map((pair) => pair.other.cpuUs / pair.one.cpuUs);
  const us = (pick: (pair: (typeof costs)[number]) => number): string => quantile(costs.map(pick), 0.5).toFixed(1);
  console.log(
    `${kind.padEnd(5)} ${String(inFlight).padStart(3)} in flight: ${quartiles(wall)} by the clock (${us((pair) => pair.one.wallUs)} and ${us((pair) => pair.other.wallUs)} µs), ` +
      `${quartiles(cpu)} by the processor (${us((pair) => pair.one.cpuUs)} and ${us((pair) => pair.other.cpuUs)} µs)`,
  );
}

function quartiles(ratios: readonly number[]): string {
  const [low, median, high] = [0.25, 0.5, 0.75].map((part) => quantile(ratios, part).toFixed(2));
  return `${median ?? ""} × (${low ?? ""} to ${high ?? ""})`;
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
  console.log(
    `declared over undici.request, requests a second, both bodies read and parsed: median (quartiles) of ` +
      `${String(ROUNDS)} rounds of ${String(REQUESTS)}; load ${load()}, Node ${process.versions.node}`,
  );
  for (const kind of ["read", "write"] as const) {
    const subjects = [declared(kind, origin), bare(kind, origin)] as const;
    for (const subject of subjects) await cost(subject, 50, WARM_UP);
    for (const inFlight of IN_FLIGHT) await compare(kind, subjects, inFlight);
    for (const subject of subjects) await subject.close();
  }
  console.log(`load ${load()} at the end`);
  child.kill();
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? "";
}

if (process.argv[2] === "serve") serve();
else await main();
