/** Defining the tools of 200 operations, and the first call of one: validators are compiled when they are first needed. */

import type { Manifest } from "../src/core/manifest.ts";
import { createToolRunner } from "../src/index.ts";
import { trustManifest } from "../src/manifest/load-manifest.ts";
import { offeredTools } from "../src/cli/offered-tools.ts";
import { quantile } from "./measure.ts";

const OPERATIONS = 200;
const ROUNDS = 30;

// oxlint-disable unicorn/no-thenable -- the language of manifests has a key "then"
function manifestOf(count: number): Manifest {
  const properties = Object.fromEntries(
    ["a", "b", "c", "d", "e", "f"].map((key) => [key, { type: "string", maxLength: 100 }]),
  );
  const operation = {
    kind: "query",
    authorization: "required",
    description: "Reads one thing.",
    input: { type: "object", additionalProperties: false, required: ["a"], properties },
    output: { type: "object", properties: { id: { type: "string" } } },
    branches: { found: { record: "succeeded", description: "The thing." } },
    agent: { exposed: true },
    request: { method: "GET", path: "/things" },
    classify: [{ when: { status: [200] }, then: { branch: "found", output: { id: { $body: "/id" } } } }],
  };
  return trustManifest({
    manifestVersion: 1,
    connector: { id: "bench", title: "Bench", description: "Many queries.", version: "1.0.0" },
    hosts: [{ config: "baseUrl" }],
    config: { baseUrl: { type: "url", required: true } },
    auth: { methods: { token: { type: "bearer", secrets: { token: { required: true } } } } },
    operations: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`getThing${String(index)}`, operation]),
    ),
  });
}
// oxlint-enable unicorn/no-thenable

const starts: number[] = [];
const firsts: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const manifest = manifestOf(OPERATIONS);
  const before = performance.now();
  const source = offeredTools([manifest]);
  const runner = createToolRunner({ toolSources: [source] });
  await runner.ready();
  const started = performance.now();
  const [tool] = source.listTools();
  // The arguments are invalid, so what is measured ends where a call would go to its provider.
  const call = { name: tool?.name ?? "", arguments: { nope: 1 } };
  await runner.runResponse({ sessionId: "s", turnId: "t", responseId: "r", calls: [call] });
  firsts.push(performance.now() - started);
  starts.push(started - before);
  await runner.close();
}
const show = (times: readonly number[]): string =>
  `${quantile(times, 0.5).toFixed(2)} ms  (${quantile(times, 0.25).toFixed(2)} to ${quantile(times, 0.75).toFixed(2)}, first ${(times[0] ?? 0).toFixed(2)})`;
console.log(`tool source start  (Node ${process.versions.node})`);
console.log(`  define ${String(OPERATIONS)} operations       ${show(starts)}`);
console.log(`  first call, compiled then   ${show(firsts)}`);
