/** Runs one call to its end by the runner's own table of attempts, with time that passes only where it is waited for. */

import type { AttemptEnd, TaskAttempt, TaskEnd } from "../core/engine.ts";
import type { Clock } from "../core/clock.ts";
import { isSingleAttempt } from "../core/effect.ts";
import type { JsonObject } from "../core/json.ts";
import { nextWaitMs } from "../core/retry.ts";
import type { ToolSource } from "../core/tool.ts";
import { performCall, type AttemptContext } from "../run/attempt.ts";
import { CheckedCalls } from "../run/checked-calls.ts";
import { claimOf } from "../run/claim.ts";
import { outcomeOf, type Outcome } from "../run/outcome.ts";
import { createRedactor } from "../run/redact.ts";
import type { CallTaskInput } from "../run/session.ts";
import { createToolboxLoader, type ResolvedTool } from "../run/toolbox.ts";
import { createInputChecker } from "../tools/input-checker.ts";
import { EXAMPLE_KEY, EXAMPLE_NAMESPACE } from "./example-values.ts";

export interface ReplayedCall {
  readonly source: ToolSource;
  readonly input: JsonObject;
  readonly clock: Clock;
  /** Hears of each attempt before it begins, and gives the signal that stops it. */
  readonly onAttempt: (attempt: { readonly isResend: boolean }) => AbortSignal;
}

/** The only tool of a source, as the runner sees it. */
export async function onlyTool(source: ToolSource): Promise<ResolvedTool> {
  const toolbox = await createToolboxLoader({
    sources: [source],
    policies: {},
    defaultEffect: "unclassified",
    checker: createInputChecker(),
    warn() {},
  })({});
  const [tool] = toolbox.values();
  if (tool === undefined) throw new TypeError("the source has no tool");
  return tool;
}

/** Runs the call until it is final or its budget is used up. */
export async function replayCall(call: ReplayedCall): Promise<Outcome> {
  const tool = await onlyTool(call.source);
  const context = contextOf(call, tool);
  return outcomeOf(tool.effect === "read", await attempts(call, taskInputOf(call, tool), tool, context));
}

async function attempts(
  call: ReplayedCall,
  task: CallTaskInput,
  tool: ResolvedTool,
  context: AttemptContext,
): Promise<TaskEnd> {
  const startedAt = call.clock.monotonic();
  const claim = claimOf(task, tool.tool);
  let firstDispatchAt: number | undefined;
  for (let number = 1; ; number += 1) {
    const mayHaveSent = firstDispatchAt !== undefined;
    const signal = call.onAttempt({ isResend: mayHaveSent });
    const end = await performCall(task, attemptOf(call, { number, firstDispatchAt, claim, signal }), context);
    if (end.kind === "done") return { kind: "returned", value: end.value, attempts: number };
    if (end.kind === "ambiguous") firstDispatchAt ??= end.dispatchedAt ?? call.clock.now();
    const waitMs = isFinal(end, tool) ? undefined : waitAfter(end, number, call, tool, startedAt);
    if (waitMs === undefined) return unfinished(end, number, firstDispatchAt !== undefined);
    await call.clock.sleep(waitMs);
  }
}

function isFinal(end: AttemptEnd, tool: ResolvedTool): boolean {
  return isSingleAttempt(tool.effect) || (end.kind !== "done" && end.isFinal === true);
}

function waitAfter(
  end: AttemptEnd,
  number: number,
  call: ReplayedCall,
  tool: ResolvedTool,
  startedAt: number,
): number | undefined {
  return nextWaitMs({
    policy: tool.execution.retry,
    attempts: number,
    spentMs: call.clock.monotonic() - startedAt,
    retryAfterMs: "retryAfterMs" in end ? end.retryAfterMs : undefined,
    chance: 0.5,
  });
}

function unfinished(end: Exclude<AttemptEnd, { kind: "done" }>, number: number, mayHaveSent: boolean): TaskEnd {
  if (mayHaveSent || end.kind === "ambiguous") return { kind: "unknown", error: end.error, attempts: number };
  return { kind: "refused", error: end.error, attempts: number, retryAfterMs: end.retryAfterMs };
}

function attemptOf(
  call: ReplayedCall,
  parts: Pick<TaskAttempt, "number" | "firstDispatchAt" | "claim" | "signal">,
): TaskAttempt {
  return { ...parts, mayHaveSent: parts.firstDispatchAt !== undefined, claimedAt: call.clock.now(), guard() {} };
}

function taskInputOf(call: ReplayedCall, tool: ResolvedTool): CallTaskInput {
  const [sessionId = "", turnId = "", callId = ""] = EXAMPLE_KEY.split("/");
  const { connector, name } = tool.tool;
  return {
    kind: "call",
    key: EXAMPLE_KEY,
    sessionId,
    turnId,
    callId,
    tool: name,
    connection: connector?.connection,
    arguments: call.input,
    effect: tool.effect,
    mechanism: connector?.mechanism ?? "none",
    timeoutMs: tool.execution.timeoutMs,
  };
}

function contextOf(call: ReplayedCall, tool: ResolvedTool): AttemptContext {
  const redactor = createRedactor(call.source.knownSecrets?.() ?? []);
  return {
    clock: call.clock,
    toolbox: () => new Map([[tool.tool.name, tool]]),
    redactor: () => redactor,
    isAborted: () => false,
    checked: new CheckedCalls(),
    keyNamespace: () => EXAMPLE_NAMESPACE,
  };
}
