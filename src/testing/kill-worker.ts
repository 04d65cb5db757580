/**
 * The worker's side of a test that kills: runs rounds of calls over a real journal, tells each moment before it passes,
 * and gets its signal at the one that was ordered. It looks at nothing; its parent does.
 */

import { writeSync } from "node:fs";
import type { Approver } from "../core/approval.ts";
import type { Engine, Probe } from "../core/engine.ts";
import { isToolkitError } from "../core/error.ts";
import type { ToolSource } from "../core/tool.ts";
import { createSqliteEngine } from "../engines/sqlite.ts";
import type { RequestedCall } from "../run/request.ts";
import type { ToolRunner } from "../run/runner.ts";
import { createRunner } from "../run/runner.ts";
import { createInputChecker } from "../tools/input-checker.ts";
import type { WorkerOrders, WorkerReport } from "./kill-orders.ts";
import { markOf, sessionOf } from "./kill-orders.ts";

/** What is proven: tools, and the calls of one response. */
export interface KillSubject {
  /** Makes the tools over a provider at an origin such as `http://127.0.0.1:40123`; called once a process. */
  tools(origin: string): readonly ToolSource[] | Promise<readonly ToolSource[]>;
  /** The calls of one response. Each must carry its mark, `mark(position)`, in an argument that reaches the provider. */
  calls(mark: (position: number) => string): readonly RequestedCall[];
}

/**
 * Runs what `proveUnderKills` ordered, from the command line of this process. A worker module calls it and nothing else.
 *
 * Each question is approved at once. The process ends by itself when its rounds are done.
 */
export async function workUnderKills(subject: KillSubject): Promise<void> {
  const orders = JSON.parse(process.argv.at(-1) ?? "{}") as WorkerOrders;
  try {
    await work(subject, orders);
  } catch (error) {
    tell({ event: "failed", code: isToolkitError(error) ? error.code : "none", message: String(error) });
  }
  process.exit(0);
}

async function work(subject: KillSubject, orders: WorkerOrders): Promise<void> {
  const trigger = new Trigger(orders);
  const engine = probed(createSqliteEngine({ path: orders.journal }), trigger.passes);
  const options = { toolSources: await subject.tools(orders.origin), engine, approver };
  const runner = createRunner(options, { engine, checker: createInputChecker() });
  for (const round of orders.rounds) await runRound(subject, runner, round, trigger);
  const { unknown } = await runner.recover();
  await runner.close();
  tell({ event: "finished", unknown: unknown.map((record) => record.key) });
}

async function runRound(subject: KillSubject, runner: ToolRunner, round: number, trigger: Trigger): Promise<void> {
  await runner.ready();
  trigger.begin(round);
  const calls = subject.calls((position) => markOf(round, position));
  const records = await runner.runResponse({
    sessionId: sessionOf(round),
    turnId: "turn",
    responseId: "response",
    calls,
  });
  tell({ event: "records", round, records });
}

const approver: Approver = {
  ask({ key, questionId }) {
    tell({ event: "asked", key, questionId });
    return Promise.resolve({ decision: "approve", decidedBy: "the test" });
  },
};

/** Counts the moments and gives this process its signal at the ordered one. */
class Trigger {
  readonly #orders: WorkerOrders;
  #count = 0;
  #isCounting: boolean;

  constructor(orders: WorkerOrders) {
    this.#orders = orders;
    this.#isCounting = orders.signalAt?.from === "start";
  }

  begin(round: number): void {
    tell({ event: "begun", round });
    if (round === this.#orders.rounds.at(-1)) this.#isCounting = true;
  }

  readonly passes: Probe = (point, id) => {
    tell({ event: "point", point, id });
    if (!this.#isCounting) return;
    const { signalAt, signal = "SIGKILL" } = this.#orders;
    this.#count += 1;
    if (this.#count - 1 !== signalAt?.number) return;
    process.kill(process.pid, signal);
    // Nothing below may run: the signal is delivered before the call returns, or while this waits.
    if (signal === "SIGKILL") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10_000);
  };
}

/** The engine as it is, with a probe that its runner does not know of. */
function probed(engine: Engine, probe: Probe): Engine {
  const open = engine.open.bind(engine);
  engine.open = (program, options) => open(program, { ...options, probe });
  return engine;
}

function tell(report: WorkerReport): void {
  // Synchronous, so that a line is out before the process is killed.
  writeSync(1, `${JSON.stringify(report)}\n`);
}
