/** The first rows of a task. Each field is written out, so that all rows have one shape. */

import type { Task } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { TaskRow } from "./store.ts";

/** A task whose first attempt begins as soon as the row is durable. */
export function claimedRow(task: Task, now: number, claim: Json): TaskRow {
  return {
    task,
    state: "claimed",
    attempts: 1,
    claim,
    claimedAt: now,
    firstClaimedAt: now,
    firstDispatchAt: undefined,
    mayHaveSent: false,
    spentMs: 0,
    dueAt: now,
    error: undefined,
    retryAfterMs: undefined,
  };
}

/** A task that no attempt was made of. */
export function waitingRow(task: Task, now: number, error: Json | undefined): TaskRow {
  return {
    task,
    state: "waiting",
    attempts: 0,
    claim: undefined,
    claimedAt: undefined,
    firstClaimedAt: undefined,
    firstDispatchAt: undefined,
    mayHaveSent: false,
    spentMs: 0,
    dueAt: now,
    error,
    retryAfterMs: undefined,
  };
}
