/** One attempt as a tool source sees it, and what the toolkit saw of its dispatches. Knows nothing of how attempts end. */

import type { Clock } from "../core/clock.ts";
import type { TaskAttempt } from "../core/engine.ts";
import type { Dispatch, ToolAttempt } from "../core/tool.ts";
import type { CallTaskInput } from "./session.ts";

export class WatchedAttempt implements ToolAttempt {
  readonly key: string;
  readonly number: number;
  readonly isResend: boolean;
  readonly lastDispatchAt: number | undefined;
  readonly signal: AbortSignal;
  readonly deadline: number;
  readonly keyNamespace: string;
  readonly clock: Clock;
  /** Each of these is the attempt's own property, so that a source may hand on a changed copy. */
  firstDispatchAt: number | undefined;
  readonly beginDispatch: () => Dispatch;
  readonly #attempt: TaskAttempt;
  /** When each dispatch began that was not taken back, oldest first. */
  readonly #open: { readonly at: number }[] = [];

  constructor(call: CallTaskInput, attempt: TaskAttempt, clock: Clock, keyNamespace: string) {
    this.key = call.key;
    this.number = attempt.number;
    this.isResend = attempt.mayHaveSent;
    this.lastDispatchAt = lastDispatchAt(attempt);
    this.signal = attempt.signal;
    this.deadline = clock.now() + call.timeoutMs;
    this.keyNamespace = keyNamespace;
    this.clock = clock;
    this.firstDispatchAt = attempt.firstDispatchAt;
    this.#attempt = attempt;
    this.beginDispatch = () => this.#begin();
  }

  /** Whether bytes of this attempt may have left. */
  hasSent(): boolean {
    return this.#open.length > 0;
  }

  /** When bytes of this attempt or an earlier one may first have left. */
  firstAt(): number | undefined {
    return this.#attempt.firstDispatchAt ?? this.#open[0]?.at;
  }

  #begin(): Dispatch {
    this.#attempt.guard();
    const own = { at: this.clock.now() };
    this.#open.push(own);
    this.firstDispatchAt = this.firstAt();
    return {
      provenNotSent: () => {
        const index = this.#open.indexOf(own);
        if (index >= 0) this.#open.splice(index, 1);
        this.firstDispatchAt = this.firstAt();
      },
    };
  }
}

/** With one earlier attempt its dispatch was the last one; with several, this attempt's claim is the latest moment that is known. */
function lastDispatchAt(attempt: TaskAttempt): number | undefined {
  if (!attempt.mayHaveSent) return undefined;
  return attempt.number === 2 ? attempt.firstDispatchAt : attempt.claimedAt;
}
