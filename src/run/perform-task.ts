/** Runs one attempt of a task: of a call, or of a lookup about one. */

import type { AttemptEnd, Task, TaskAttempt } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import type { AttemptContext } from "./attempt.ts";
import { performCall } from "./attempt.ts";
import { findOutcome } from "./reconcile.ts";
import type { LookupTaskInput, RunTaskInput } from "./session.ts";

export function performTask(task: Task, attempt: TaskAttempt, context: AttemptContext): Promise<AttemptEnd> {
  const input = task.input as unknown as RunTaskInput;
  return input.kind === "lookup" ? performLookup(input, context) : performCall(input, attempt, context);
}

async function performLookup(input: LookupTaskInput, context: AttemptContext): Promise<AttemptEnd> {
  const finding = await findOutcome(input, {
    toolbox: await context.toolbox(input.sessionId),
    clock: context.clock,
    keyNamespace: context.keyNamespace(),
    redactor: context.redactor(),
  });
  return { kind: "done", value: finding as unknown as Json };
}
