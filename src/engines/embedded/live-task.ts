/** One unfinished task in memory: the row as it is kept, and what only this process knows. */

import type { Clock } from "../../core/clock.ts";
import type { AttemptEnd, TaskEnd } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { AttemptRun } from "./attempt-run.ts";
import { type NextStep, nextStep } from "./next-step.ts";
import type { TaskRow } from "./store.ts";

const NO_ENDS: readonly TaskEnd[] = [];

export class LiveTask {
  row: TaskRow;
  /** The attempt whose end counts. */
  run: AttemptRun | undefined;
  isStopped = false;
  /** `ending`: the end is known and not durable yet. */
  phase: "open" | "ending" | "ended" = "open";
  /** A result of an attempt that had been given up, while the task still ran. */
  lateResult: Json | undefined;
  /** Ends that came while the task's own end was not durable yet. */
  lateEnds: readonly TaskEnd[] = NO_ENDS;
  /** When an engine that was opened found the task unfinished; wall time. */
  readonly revivedAt: number | undefined;
  /** Monotonic time from which `row.spentMs` grows. */
  #since: number;

  constructor(row: TaskRow, clock: Clock, revivedAt: number | undefined) {
    this.row = row;
    this.revivedAt = revivedAt;
    this.#since = clock.monotonic();
  }

  get id(): string {
    return this.row.task.id;
  }

  /** A row that became durable. */
  saved(row: TaskRow, clock: Clock): void {
    this.row = row;
    this.#since = clock.monotonic();
  }

  /** Time spent of `retry.total`, in milliseconds. */
  spentMs(clock: Clock): number {
    const { row } = this;
    if (row.firstClaimedAt === undefined) return 0;
    if (row.task.downtimeCounts) return Math.max(0, clock.now() - row.firstClaimedAt);
    return row.spentMs + Math.max(0, clock.monotonic() - this.#since);
  }

  /** The row of the next attempt's claim. */
  claimRow(claim: Json, clock: Clock): TaskRow {
    const now = clock.now();
    return {
      ...this.row,
      state: "claimed",
      attempts: this.row.attempts + 1,
      claim,
      claimedAt: now,
      firstClaimedAt: this.row.firstClaimedAt ?? now,
      spentMs: this.spentMs(clock),
    };
  }

  /** What follows the end of an attempt, with the row that keeps what it taught. */
  after(end: AttemptEnd, clock: Clock, chance: number): { readonly step: NextStep; readonly row: TaskRow } {
    const row = this.#rowAfter(end, clock);
    const { task, attempts, mayHaveSent, spentMs } = row;
    const step = nextStep({ task, attempts, mayHaveSent, spentMs, isStopped: this.isStopped }, end, chance);
    const dueAt = step.kind === "again" ? clock.now() + step.waitMs : row.dueAt;
    return { step, row: { ...row, dueAt } };
  }

  #rowAfter(end: AttemptEnd, clock: Clock): TaskRow {
    const base: TaskRow = { ...this.row, state: "waiting", spentMs: this.spentMs(clock) };
    if (end.kind === "done") return base;
    if (end.kind === "did_not_happen") return { ...base, error: end.error, retryAfterMs: end.retryAfterMs };
    // Without a time of its own the claim's serves: earlier, so it is the stricter one for a key's window.
    const dispatchedAt = end.dispatchedAt ?? base.claimedAt ?? clock.now();
    const firstDispatchAt = Math.min(base.firstDispatchAt ?? dispatchedAt, dispatchedAt);
    return { ...base, mayHaveSent: true, firstDispatchAt, error: end.error, retryAfterMs: undefined };
  }

  /** The end as `fold` gets it. */
  marked(end: TaskEnd): TaskEnd {
    return this.revivedAt === undefined ? end : { ...end, revivedAt: this.revivedAt };
  }
}
