/**
 * Lives under a limit of file size that its parent sets and lifts, which is how a full disk looks to a process. Posts
 * until the journal refuses, then ends an attempt, and tells what follows as lines of JSON.
 */
import { writeSync } from "node:fs";
import type { AttemptEnd } from "../../src/core/engine.ts";
import { isToolkitError } from "../../src/core/error.ts";
import { systemClock } from "../../src/core/system-clock.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import { gate, ScriptedProgram, taskOf } from "../../src/testing/engine-world.ts";

function tell(report: object): void {
  writeSync(1, `${JSON.stringify(report)}\n`);
}

const program = new ScriptedProgram();
const engine = createSqliteEngine({ path: process.argv[2] ?? "" });
await engine.open(program, { clock: systemClock });
const open = gate<AttemptEnd>();
program.onPerform.set("t", () => open.promise);
await engine.post("s", { id: "run", body: { run: [taskOf("t")] } as never });
const refusal = await firstRefusal();
const code = isToolkitError(refusal) ? refusal.code : String(refusal);
tell({ event: "full", code, attempts: program.attempts.length });
engine.subscribe("s", {
  committed: ({ items }) => items.forEach(({ id, status }) => tell({ event: "recorded", id, status })),
  unrecorded: ({ taskId }) => tell({ event: "unrecorded", taskId }),
});
open.open({ kind: "done", value: "y".repeat(20_000) });
process.stdin.on("end", () => void closing()).resume();

async function closing(): Promise<void> {
  await engine.close(1_000);
  process.exit(0);
}

/** Posts until a post is refused. */
async function firstRefusal(): Promise<unknown> {
  for (let count = 0; count < 10_000; count += 1) {
    try {
      await engine.post("s", { id: `in${count}`, body: { append: ["x".repeat(20_000)] } });
    } catch (error) {
      return error;
    }
  }
  return "the disk was never full";
}
