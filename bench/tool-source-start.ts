/** Defining the tools of 200 operations, and the first call of one: validators are compiled when they are first needed. */

import { createToolRunner } from "../src/index.ts";
import { offeredTools } from "../src/cli/offered-tools.ts";
import { quantile } from "./measure.ts";
import { manifestOf } from "./query-manifest.ts";

const OPERATIONS = 200;
const ROUNDS = 30;

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
