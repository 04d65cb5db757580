/** One attempt under way, as `perform` sees it and as the engine ends it. */

import type { TaskAttempt } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { TaskRow } from "./store.ts";

export class AttemptRun implements TaskAttempt {
  readonly number: number;
  readonly mayHaveSent: boolean;
  readonly firstDispatchAt: number | undefined;
  readonly claim: Json;
  readonly claimedAt: number;
  /** Monotonic time at which the signal aborts; then, once aborted, at which the attempt is given up. */
  dueAt: number;
  isAborted = false;
  /** Whether the engine went on without it: another attempt may be under way. */
  isGivenUp = false;
  readonly #assertMaySend: () => void;
  #abort: AbortController | undefined;
  #reason: Error | undefined;

  constructor(row: TaskRow, dueAt: number, assertMaySend: () => void) {
    this.number = row.attempts;
    this.mayHaveSent = row.mayHaveSent;
    this.firstDispatchAt = row.firstDispatchAt;
    this.claim = row.claim ?? null;
    this.claimedAt = row.claimedAt ?? 0;
    this.dueAt = dueAt;
    this.#assertMaySend = assertMaySend;
  }

  /** Made when it is first asked for: most attempts end before anyone looks. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.isAborted) this.#abort.abort(this.#reason);
    return this.#abort.signal;
  }

  guard(): void {
    if (this.isGivenUp) throw new Error("this attempt was given up, so it must not send any more");
    this.#assertMaySend();
  }

  abort(reason: string, giveUpAt: number): void {
    if (this.isAborted) return;
    this.isAborted = true;
    this.#reason = new DOMException(reason, reason === TIMED_OUT ? "TimeoutError" : "AbortError");
    this.dueAt = giveUpAt;
    this.#abort?.abort(this.#reason);
  }
}

export const TIMED_OUT = "the attempt did not end in its time";
export const STOPPED = "the call was stopped";
