/**
 * A process that runs tasks on a journal and can be told where to die. Started by harness.ts with its orders as JSON;
 * tells what happens as lines of JSON.
 */
import { writeSync } from "node:fs";
import type { AttemptEnd, Change, EngineInput, FoldView, Program, Task } from "../../src/core/engine.ts";
import { isToolkitError } from "../../src/core/error.ts";
import { systemClock } from "../../src/core/system-clock.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import type { WorkerOrders, WorkerReport } from "./harness.ts";

const orders = JSON.parse(process.argv[2] ?? "{}") as WorkerOrders;

function tell(report: WorkerReport): void {
  // Synchronous, so that a line is out before the process is killed.
  writeSync(1, `${JSON.stringify(report)}\n`);
}

function dieAt(point: string): void {
  if (orders.killAt !== point) return;
  tell({ event: "dying", point });
  process.kill(process.pid, "SIGKILL");
  // Nothing below may run: the signal is delivered before the call returns, or while this waits.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);
}

const program: Program = {
  fold(_view: FoldView, input: EngineInput): Change {
    if (input.from === "client") return { run: [input.body as unknown as Task], append: ["accepted"] };
    if (input.from === "alarm") return {};
    const item = { id: `${input.from}/${input.id}`, kind: input.from, status: input.end.kind, value: input.end };
    return { put: [item], append: [input.from] };
  },
  prepare: () => ({ by: process.pid }),
  async perform(task): Promise<AttemptEnd> {
    await fetch(orders.provider, { method: "POST", body: task.id }).then((response) => response.text());
    dieAt("responded");
    return { kind: "done", value: "ok" };
  },
};

const engine = createSqliteEngine({ path: orders.journal, lockWaitMs: orders.lockWaitMs });
try {
  await engine.open(program, { clock: systemClock, probe: (point) => dieAt(point) });
  tell({ event: "open" });
  engine.subscribe(undefined, {
    committed({ items }) {
      for (const { id, value } of items) tell({ event: "recorded", id, value });
    },
  });
  for (const task of orders.tasks) await engine.post(task.session, { id: `run ${task.id}`, body: task as never });
  tell({ event: "posted" });
  for (const { id, value } of await Promise.all(["task", "late"].map((kind) => engine.find({ kind }))).then((all) =>
    all.flat(),
  )) {
    tell({ event: "recorded", id, value });
  }
} catch (error) {
  tell({ event: "failed", code: isToolkitError(error) ? error.code : "none", message: String(error) });
}
// Lives until it is killed or its input ends.
process.stdin.on("end", () => void engine.close(5_000).then(() => process.exit(0))).resume();
