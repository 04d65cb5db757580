/** The decision taken after an attempt: try again, or how the task ended. Pure. */

import { assertNever } from "../../core/assert-never.ts";
import type { AttemptEnd, EngineErrorCode, Task, TaskEnd } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import { nextWaitMs } from "../../core/retry.ts";

/** What is known of a task when one of its attempts has ended. */
export interface TaskFacts {
  readonly task: Pick<Task, "mode" | "retry">;
  /** Attempts begun, this one included. */
  readonly attempts: number;
  /** Whether an attempt, this one included, may have reached the outside. */
  readonly mayHaveSent: boolean;
  readonly spentMs: number;
  /** Whether `fold` stopped the task, which forbids another attempt. */
  readonly isStopped: boolean;
}

export type NextStep =
  | { readonly kind: "again"; readonly waitMs: number }
  | { readonly kind: "end"; readonly end: TaskEnd };

/** An error that the engine itself makes. */
export function engineError(code: EngineErrorCode, message: string): Json {
  return { code, message };
}

/** What follows an attempt; `chance` is a number in [0, 1) for the jitter of a wait. */
export function nextStep(facts: TaskFacts, end: AttemptEnd, chance: number): NextStep {
  if (end.kind !== "done" && mayTryAgain(facts, end)) {
    const { retry: policy } = facts.task;
    const { attempts, spentMs } = facts;
    const waitMs = nextWaitMs({ policy, attempts, spentMs, retryAfterMs: end.retryAfterMs, chance });
    if (waitMs !== undefined) return { kind: "again", waitMs };
  }
  return { kind: "end", end: endOf(facts, end) };
}

function mayTryAgain(facts: TaskFacts, end: Exclude<AttemptEnd, { kind: "done" }>): boolean {
  return facts.task.mode === "repeatable" && !facts.isStopped && end.isFinal !== true;
}

/** The end of a task whose last attempt ended so. What may have been sent before is never forgotten. */
export function endOf(facts: Pick<TaskFacts, "attempts" | "mayHaveSent">, end: AttemptEnd): TaskEnd {
  const { attempts, mayHaveSent } = facts;
  switch (end.kind) {
    case "done":
      return { kind: "returned", value: end.value, attempts };
    case "did_not_happen": {
      const { error, retryAfterMs } = end;
      if (mayHaveSent) return { kind: "unknown", error, attempts };
      return retryAfterMs === undefined
        ? { kind: "refused", error, attempts }
        : { kind: "refused", error, attempts, retryAfterMs };
    }
    case "ambiguous":
      return { kind: "unknown", error: end.error, attempts };
    default:
      return assertNever(end);
  }
}
