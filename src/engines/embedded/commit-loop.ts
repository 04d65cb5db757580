/** Takes changes one after another and makes those of one event-loop turn durable together. Knows nothing of what they are. */

import { isToolkitError } from "../../core/error.ts";

/** One change. */
export interface Job {
  /** Writes to the store. Throws before it wrote anything, or when the journal failed; may then be called again. */
  stage(): void;
  /** Once what was staged is durable: answers, attempts to start, listeners. */
  committed(): void;
  /** Told when nothing of it was kept; `true` asks for another try later. */
  refused(error: unknown): boolean;
}

export interface Transactions {
  readonly isGrouping: boolean;
  transact(work: () => void): void;
}

/** Keeps one commit, and so the time for which the event loop is blocked, bounded. */
const MAX_JOBS_PER_COMMIT = 256;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5_000;

export class CommitLoop {
  readonly #store: Transactions;
  readonly #onDeferred: (waitMs: number) => void;
  #queue: Job[] = [];
  #deferred: Job[] = [];
  #failures = 0;
  #isFlushing = false;
  #isScheduled = false;

  /** `onDeferred` is told how long to wait before `retryDeferred`. */
  constructor(store: Transactions, onDeferred: (waitMs: number) => void) {
    this.#store = store;
    this.#onDeferred = onDeferred;
  }

  add(job: Job): void {
    this.#queue.push(job);
    if (!this.#store.isGrouping) this.#flushAll();
    else this.#schedule();
  }

  retryDeferred(): void {
    const jobs = this.#deferred;
    this.#deferred = [];
    for (const job of jobs) this.add(job);
  }

  /** Commits everything that is queued now, deferred jobs once more. */
  drain(): void {
    this.retryDeferred();
    this.#flushAll();
  }

  /** Gives up what could not be committed. */
  abandon(error: unknown): void {
    for (const job of [...this.#queue, ...this.#deferred]) job.refused(error);
    this.#queue = [];
    this.#deferred = [];
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    // After this turn's callbacks: all that they ask for shares one transaction.
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flushOnce();
      if (this.#queue.length > 0) this.#schedule();
    });
  }

  #flushAll(): void {
    while (!this.#isFlushing && this.#queue.length > 0) this.#flushOnce();
  }

  #flushOnce(): void {
    if (this.#isFlushing || this.#queue.length === 0) return;
    this.#isFlushing = true;
    try {
      this.#commit(this.#takeBatch());
    } finally {
      this.#isFlushing = false;
    }
  }

  #takeBatch(): readonly Job[] {
    if (this.#queue.length > MAX_JOBS_PER_COMMIT) return this.#queue.splice(0, MAX_JOBS_PER_COMMIT);
    const batch = this.#queue;
    this.#queue = [];
    return batch;
  }

  #commit(batch: readonly Job[]): void {
    let refusals: Refusals | undefined;
    try {
      this.#store.transact(() => {
        refusals = stageAll(batch);
      });
    } catch (error) {
      // Nothing of the batch was kept.
      this.#defer(batch.filter((job) => job.refused(error)));
      return;
    }
    for (const job of batch) if (refusals?.has(job) !== true) job.committed();
    if (refusals === undefined) this.#failures = 0;
    else this.#defer(Array.from(refusals).flatMap(([job, error]) => (job.refused(error) ? [job] : [])));
  }

  #defer(jobs: readonly Job[]): void {
    if (jobs.length === 0) return;
    this.#deferred.push(...jobs);
    const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#onDeferred(waitMs);
  }
}

type Refusals = ReadonlyMap<Job, unknown>;

/** Stages each job; returns those that were refused for a reason of their own, which does not touch the others. */
function stageAll(batch: readonly Job[]): Refusals | undefined {
  let refusals: Map<Job, unknown> | undefined;
  for (const job of batch) {
    try {
      job.stage();
    } catch (error) {
      if (isJournalTrouble(error)) throw error;
      (refusals ??= new Map()).set(job, error);
    }
  }
  return refusals;
}

/** Whether the medium failed, as opposed to one change being refused. */
export function isJournalTrouble(error: unknown): boolean {
  return isToolkitError(error) && (error.code === "journal_unavailable" || error.code === "journal_locked");
}
