/** The changes that tasks make to the journal: a claim, a wait for the next attempt, an end, late evidence. */

import type { EngineInput, TaskEnd } from "../../core/engine.ts";
import { isToolkitError } from "../../core/error.ts";
import type { Job } from "./commit-loop.ts";
import type { Folding, Staged } from "./folding.ts";
import type { LiveTask } from "./live-task.ts";
import { endOf, engineError } from "./next-step.ts";
import type { Runtime } from "./runtime.ts";
import type { TaskRow } from "./store.ts";

export interface AfterClaim {
  start(live: LiveTask): void;
  settle(live: LiveTask, end: TaskEnd): void;
}

/** Claims the next attempt of a task whose wait is over, or ends it when the wait lasted too long. */
export class ClaimJob implements Job {
  readonly #runtime: Runtime;
  readonly #live: LiveTask;
  readonly #next: AfterClaim;
  #committed: (() => void) | undefined;

  constructor(runtime: Runtime, live: LiveTask, next: AfterClaim) {
    this.#runtime = runtime;
    this.#live = live;
    this.#next = next;
  }

  stage(): void {
    this.#committed = undefined;
    const { clock, store, probe, phase } = this.#runtime;
    const live = this.#live;
    if (live.phase !== "open" || phase !== "open") return;
    // The process may have been away, or the machine asleep, for much longer than the wait.
    if (live.spentMs(clock) > live.row.task.retry.total) {
      this.#committed = () => this.#next.settle(live, usedUp(live.row));
      return;
    }
    probe?.("before_claim", live.id);
    const row = live.claimRow(live.row.claim ?? null, clock);
    store.saveTask(row);
    probe?.("in_claim", live.id);
    this.#committed = () => {
      live.saved(row, clock);
      this.#next.start(live);
    };
  }

  committed(): void {
    this.#committed?.();
  }

  refused(): boolean {
    return this.#runtime.phase === "open";
  }
}

function usedUp(row: TaskRow): TaskEnd {
  const error = row.error ?? engineError("interrupted", "the time for further attempts is over");
  return endOf(row, { kind: "did_not_happen", error, retryAfterMs: row.retryAfterMs });
}

/** Keeps what an attempt taught, and when the next one is due. */
export class WaitJob implements Job {
  readonly #runtime: Runtime;
  readonly #live: LiveTask;
  readonly #row: TaskRow;
  readonly #onWaiting: (live: LiveTask) => void;

  constructor(runtime: Runtime, live: LiveTask, row: TaskRow, onWaiting: (live: LiveTask) => void) {
    this.#runtime = runtime;
    this.#live = live;
    this.#row = row;
    this.#onWaiting = onWaiting;
  }

  stage(): void {
    if (this.#live.phase === "open") this.#runtime.store.saveTask(this.#row);
  }

  committed(): void {
    if (this.#live.phase !== "open") return;
    this.#live.saved(this.#row, this.#runtime.clock);
    this.#onWaiting(this.#live);
  }

  refused(): boolean {
    return this.#runtime.phase !== "closed";
  }
}

/** Ends a task, once, together with what `fold` makes of it. */
export class EndJob implements Job {
  readonly #runtime: Runtime;
  readonly #folding: Folding;
  readonly #live: LiveTask;
  readonly #onEnded: (live: LiveTask) => void;
  #end: TaskEnd;
  #isTold = false;
  #isReplaced = false;
  #staged: Staged | undefined;

  constructor(runtime: Runtime, folding: Folding, live: LiveTask, end: TaskEnd, onEnded: (live: LiveTask) => void) {
    this.#runtime = runtime;
    this.#folding = folding;
    this.#live = live;
    this.#end = live.marked(end);
    this.#onEnded = onEnded;
  }

  stage(): void {
    const { id, row } = this.#live;
    const end = this.#end;
    const isTaskForgotten = end.kind === "not_run" && row.attempts === 0;
    this.#staged = this.#folding.stage(row.task.session, { from: "task", id, end }, isTaskForgotten);
    this.#runtime.probe?.("in_report", id);
  }

  committed(): void {
    // First, because the fold may have run a task that had not begun again, under the same id.
    this.#onEnded(this.#live);
    if (this.#staged !== undefined) this.#folding.follow(this.#staged);
  }

  refused(error: unknown): boolean {
    const { phase, listeners, clock, loop } = this.#runtime;
    if (isToolkitError(error) && error.code === "too_large" && !this.#isReplaced) {
      this.#isReplaced = true;
      // It ran, so it cannot be said to have done nothing; what it did is not known to those who read the record.
      const { attempts } = this.#end;
      this.#end = this.#live.marked({ kind: "unknown", error: engineError("too_large", error.message), attempts });
      loop.add(this);
      return false;
    }
    if (!this.#isTold) {
      this.#isTold = true;
      const message = error instanceof Error ? error.message : String(error);
      const { task } = this.#live.row;
      this.#end = { ...this.#end, unrecordedAt: clock.now() };
      listeners.unrecorded({ session: task.session, taskId: task.id, end: this.#end, error: message });
    }
    return phase !== "closed";
  }
}

/** Hands an end that came after the task's own end to `fold`, as evidence. */
export class LateJob implements Job {
  readonly #runtime: Runtime;
  readonly #folding: Folding;
  readonly #session: string;
  readonly #input: EngineInput;
  #staged: Staged | undefined;

  constructor(runtime: Runtime, folding: Folding, session: string, input: EngineInput) {
    this.#runtime = runtime;
    this.#folding = folding;
    this.#session = session;
    this.#input = input;
  }

  stage(): void {
    this.#staged = this.#folding.stage(this.#session, this.#input);
  }

  committed(): void {
    if (this.#staged !== undefined) this.#folding.follow(this.#staged);
  }

  refused(): boolean {
    return this.#runtime.phase !== "closed";
  }
}
