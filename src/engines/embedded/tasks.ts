/** The tasks of one process: begins attempts, times them out, decides what follows each end. Knows nothing of what they do. */

import type { AttemptEnd, Task, TaskEnd } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import { ToolkitError } from "../../core/error.ts";
import { AttemptRun, STOPPED, TIMED_OUT } from "./attempt-run.ts";
import type { Folding, TaskDesk } from "./folding.ts";
import { LiveTask } from "./live-task.ts";
import { endOf, engineError } from "./next-step.ts";
import type { Runtime } from "./runtime.ts";
import type { TaskRow } from "./store.ts";
import { claimedRow, waitingRow } from "./task-row.ts";
import { type AfterClaim, ClaimJob, EndJob, LateJob, WaitJob } from "./task-jobs.ts";

/** How long an aborted attempt may take to tell how it ended. */
const ABORT_GRACE_MS = 1_000;

export class Tasks implements TaskDesk, AfterClaim {
  readonly #runtime: Runtime;
  readonly #folding: Folding;
  readonly #live = new Map<string, LiveTask>();
  /** How many have an attempt under way. */
  #running = 0;
  readonly #waiting = new Set<LiveTask>();
  /** No attempt is due for a look before this monotonic time. */
  #firstDueAt = Number.POSITIVE_INFINITY;
  #onIdle: (() => void) | undefined;

  constructor(runtime: Runtime, folding: Folding) {
    this.#runtime = runtime;
    this.#folding = folding;
  }

  admit(task: Task): LiveTask {
    const { clock, phase } = this.#runtime;
    const row = phase === "open" ? this.#firstClaim(task) : waitingRow(task, clock.now(), undefined);
    return new LiveTask(row, clock, undefined);
  }

  #firstClaim(task: Task): TaskRow {
    const { program, clock } = this.#runtime;
    const now = clock.now();
    try {
      return claimedRow(task, now, program.prepare(task));
    } catch (error) {
      return waitingRow(task, now, engineError("unprepared", messageOf(error)));
    }
  }

  begin(live: LiveTask): void {
    this.#live.set(live.id, live);
    const { row } = live;
    if (row.state === "claimed") this.start(live);
    else if (row.error !== undefined) this.settle(live, { kind: "not_run", error: row.error, attempts: 0 });
  }

  /** Takes over what an earlier process left unfinished. */
  revive(rows: readonly TaskRow[]): void {
    const { clock } = this.#runtime;
    const now = clock.now();
    for (const row of rows) {
      const live = new LiveTask(row, clock, now);
      this.#live.set(live.id, live);
      if (row.state === "claimed") this.#conclude(live, interrupted(row));
      else if (row.attempts === 0) this.settle(live, { kind: "not_run", error: NOT_STARTED, attempts: 0 });
      else this.#wait(live);
    }
  }

  start(live: LiveTask): void {
    const { clock, program, probe } = this.#runtime;
    const { row } = live;
    probe?.("claimed", live.id);
    const run = new AttemptRun(row, clock.monotonic() + row.task.timeoutMs, this.#assertMaySend);
    live.run = run;
    this.#running += 1;
    this.#watch(run.dueAt);
    let performing: Promise<AttemptEnd>;
    try {
      performing = program.perform(row.task, run);
    } catch (error) {
      this.#ended(live, run, threw(error));
      return;
    }
    performing.then(
      (end) => this.#ended(live, run, end),
      (error: unknown) => this.#ended(live, run, threw(error)),
    );
  }

  readonly #assertMaySend = (): void => {
    const { phase, store } = this.#runtime;
    if (phase === "closed") throw new ToolkitError("closed", "the engine was closed, so nothing may be sent any more");
    store.assertOwned();
  };

  stop(taskId: string): void {
    const live = this.#live.get(taskId);
    if (live === undefined || live.phase !== "open") return;
    const { row, run } = live;
    // A started write is never interrupted.
    if (row.task.mode === "once" && run !== undefined) return;
    live.isStopped = true;
    if (run !== undefined) {
      const giveUpAt = this.#runtime.clock.monotonic() + ABORT_GRACE_MS;
      run.abort(STOPPED, giveUpAt);
      this.#watch(giveUpAt);
      return;
    }
    const { attempts } = row;
    const error = engineError("stopped", STOPPED);
    this.settle(live, row.mayHaveSent ? { kind: "unknown", error, attempts } : { kind: "not_run", error, attempts });
  }

  /** Aborts and gives up attempts whose time is over, and claims those whose wait is. */
  wake(): void {
    const { clock, loop } = this.#runtime;
    const monotonic = clock.monotonic();
    const now = clock.now();
    for (const live of this.#live.values()) this.#expire(live, monotonic);
    for (const live of Array.from(this.#waiting)) {
      if (live.row.dueAt > now) continue;
      this.#waiting.delete(live);
      loop.add(new ClaimJob(this.#runtime, live, this));
    }
    this.#firstDueAt = this.#earliest();
  }

  /** The monotonic time at which `wake` has something to do, or earlier. */
  nextWakeAt(): number {
    if (this.#running === 0 && this.#waiting.size === 0) this.#firstDueAt = Number.POSITIVE_INFINITY;
    return this.#firstDueAt;
  }

  /** Resolves when no attempt is under way. */
  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#onIdle = resolve));
  }

  /** Nothing is awaited any more; the next owner finds the claims. */
  forgetAll(): void {
    this.#running = 0;
    this.#waiting.clear();
    this.#live.clear();
  }

  settle(live: LiveTask, end: TaskEnd): void {
    if (live.phase !== "open") return;
    live.phase = "ending";
    this.#waiting.delete(live);
    this.#runtime.loop.add(new EndJob(this.#runtime, this.#folding, live, end, this.#settled));
  }

  readonly #settled = (live: LiveTask): void => {
    live.phase = "ended";
    if (this.#live.get(live.id) === live) this.#live.delete(live.id);
    this.#runtime.probe?.("reported", live.id);
    for (const end of live.lateEnds) this.#report(live, end);
    if (this.#live.size === 0) this.#runtime.reviewWakeup();
  };

  #ended(live: LiveTask, run: AttemptRun, end: AttemptEnd): void {
    // The claim tells the next owner of the journal.
    if (this.#runtime.phase === "closed") return;
    if (live.run !== run) {
      this.#late(live, end);
      return;
    }
    this.#release(live);
    this.#runtime.probe?.("before_report", live.id);
    this.#conclude(live, end);
  }

  #release(live: LiveTask): void {
    live.run = undefined;
    this.#running -= 1;
    if (this.#running === 0) this.#onIdle?.();
  }

  #conclude(live: LiveTask, attemptEnd: AttemptEnd): void {
    const end = attemptEnd.kind !== "done" && live.lateResult !== undefined ? done(live.lateResult) : attemptEnd;
    if (end.kind === "done") {
      this.settle(live, endOf(live.row, end));
      return;
    }
    const { step, row } = live.after(end, this.#runtime.clock, Math.random());
    if (step.kind === "end") this.settle(live, step.end);
    else this.#runtime.loop.add(new WaitJob(this.#runtime, live, row, this.#wait));
  }

  readonly #wait = (live: LiveTask): void => {
    const { clock } = this.#runtime;
    this.#waiting.add(live);
    this.#watch(clock.monotonic() + live.row.dueAt - clock.now());
  };

  #late(live: LiveTask, end: AttemptEnd): void {
    // An ambiguous end says nothing that the record does not say.
    if (end.kind === "ambiguous") return;
    if (live.phase === "open") this.#lateInTask(live, end);
    else if (live.phase === "ending") live.lateEnds = [...live.lateEnds, lateEnd(live, end)];
    else this.#report(live, lateEnd(live, end));
  }

  /** An attempt that was given up has a result after all, before the task ended: it saves a further attempt. */
  #lateInTask(live: LiveTask, end: AttemptEnd): void {
    if (end.kind !== "done") return;
    if (live.run === undefined) this.settle(live, endOf(live.row, end));
    else live.lateResult = end.value;
  }

  #report(live: LiveTask, end: TaskEnd): void {
    const { id, row } = live;
    this.#runtime.loop.add(new LateJob(this.#runtime, this.#folding, row.task.session, { from: "late", id, end }));
  }

  #expire(live: LiveTask, monotonic: number): void {
    const { run } = live;
    if (run === undefined || run.dueAt > monotonic) return;
    if (!run.isAborted) {
      run.abort(TIMED_OUT, run.dueAt + ABORT_GRACE_MS);
      return;
    }
    run.isGivenUp = true;
    this.#release(live);
    const error = live.isStopped ? engineError("stopped", STOPPED) : engineError("timed_out", TIMED_OUT);
    this.#conclude(live, { kind: "ambiguous", error, dispatchedAt: run.claimedAt });
  }

  #watch(time: number): void {
    if (time >= this.#firstDueAt) return;
    this.#firstDueAt = time;
    this.#runtime.reviewWakeup();
  }

  #earliest(): number {
    const { clock } = this.#runtime;
    const offset = clock.monotonic() - clock.now();
    let earliest = Number.POSITIVE_INFINITY;
    for (const { run } of this.#live.values()) earliest = Math.min(earliest, run?.dueAt ?? earliest);
    for (const { row } of this.#waiting) earliest = Math.min(earliest, row.dueAt + offset);
    return earliest;
  }
}

const NOT_STARTED = engineError("not_started", "the engine was closed before the call began");

function done(value: Json): AttemptEnd {
  return { kind: "done", value };
}

function lateEnd(live: LiveTask, end: AttemptEnd): TaskEnd {
  return endOf({ attempts: live.row.attempts, mayHaveSent: false }, end);
}

function interrupted(row: TaskRow): AttemptEnd {
  const error = engineError("interrupted", "the process ended while the call was under way");
  return row.claimedAt === undefined
    ? { kind: "ambiguous", error }
    : { kind: "ambiguous", error, dispatchedAt: row.claimedAt };
}

function threw(error: unknown): AttemptEnd {
  return { kind: "ambiguous", error: engineError("threw", messageOf(error)) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
