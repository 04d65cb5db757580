/**
 * One attempt of a call: finds the tool, refuses what a deploy made different, runs it, and turns its ending into
 * what the engine understands. The rules of the effect classes are applied here and nowhere else.
 */

import { assertNever } from "../core/assert-never.ts";
import { isCallErrorCode } from "../core/call-error-code.ts";
import type { EffectClass } from "../core/effect.ts";
import type { BranchEnding, Ending } from "../core/ending.ts";
import type { AttemptEnd, TaskAttempt } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import { copyJson } from "../core/json.ts";
import type { AttemptChecks } from "./obstacle.ts";
import { obstacleTo, uncheckedObstacle } from "./obstacle.ts";
import type { AttemptTrouble } from "./outcome.ts";
import { toPlainJson } from "./plain-json.ts";
import type { Redactor } from "./redact.ts";
import { toRecorded } from "./recorded-output.ts";
import type { CallResult, CallTaskInput } from "./session.ts";
import { WatchedAttempt } from "./tool-attempt.ts";
import type { ResolvedTool, Toolbox } from "./toolbox.ts";
import { branchError, outcomeUnknownError, reportedError, undeclaredBranchError } from "./wording.ts";

/** What an attempt needs of its runner. */
export interface AttemptContext extends AttemptChecks {
  toolbox(sessionId: string): Toolbox | Promise<Toolbox>;
  keyNamespace(): string;
  /** Whether whoever waits for the call has given up, although its cancel is not in the journal yet. */
  isAborted(key: string): boolean;
}

export function performCall(call: CallTaskInput, attempt: TaskAttempt, context: AttemptContext): Promise<AttemptEnd> {
  let loaded: Toolbox | Promise<Toolbox>;
  try {
    loaded = context.toolbox(call.sessionId);
  } catch (error) {
    return Promise.resolve(unlisted(error));
  }
  if (!(loaded instanceof Promise)) return performWith(call, attempt, loaded, context);
  return loaded.then((toolbox) => performWith(call, attempt, toolbox, context), unlisted);
}

/** Nothing was sent; that the tools could not be listed says nothing about the call. */
function unlisted(error: unknown): AttemptEnd {
  return {
    kind: "did_not_happen",
    error: troubleJson("not_sent", `the tools could not be listed (${errorName(error)})`),
  };
}

async function performWith(
  call: CallTaskInput,
  attempt: TaskAttempt,
  toolbox: Toolbox,
  context: AttemptContext,
): Promise<AttemptEnd> {
  const tool = toolbox.get(call.tool);
  let obstacle = obstacleTo(call, attempt, tool, context.clock);
  if (obstacle === undefined) {
    const unchecked = uncheckedObstacle(call, tool, context);
    obstacle = unchecked instanceof Promise ? await unchecked : unchecked;
  }
  if (tool === undefined || obstacle !== undefined) return refuse(attempt, obstacle ?? "the tool is gone");
  if (attempt.number === 1 && context.isAborted(call.key)) {
    return { kind: "did_not_happen", error: troubleJson("cancelled", "the response was cancelled"), isFinal: true };
  }
  attempt.guard();
  const own = new WatchedAttempt(call, attempt, context.clock, context.keyNamespace());
  let ending: Ending;
  try {
    // A copy: a tool that changes its arguments must change neither the record nor what a retry sends.
    ending = await tool.source.callTool(call.tool, copyJson(call.arguments), own);
  } catch (error) {
    return ambiguous(`the tool ended in an error of its own (${errorName(error)})`, own.firstAt());
  }
  const redactor = context.redactor();
  const seen: Seen = { effect: call.effect, mechanism: call.mechanism, attempt: own };
  return endOf(clean(ending, redactor), seen, tool, redactor);
}

function refuse(attempt: TaskAttempt, reason: string): AttemptEnd {
  const error = troubleJson("tool_unavailable", reason);
  if (attempt.mayHaveSent) return { kind: "ambiguous", error, isFinal: true };
  return { kind: "did_not_happen", error, isFinal: true };
}

/** Whatever a source says in words or facts is plain JSON without known secrets from here on; outputs are bounded later. */
function clean(ending: Ending, redactor: Redactor): Ending {
  if (ending.kind === "returned" && ending.warnings === undefined) return ending;
  const { output, ...words } = { output: undefined, ...ending };
  const cleaned = redactor.pieces(toPlainJson(words).value).value as unknown as Ending;
  return output === undefined ? cleaned : ({ ...cleaned, output } as Ending);
}

/** An error's message may hold anything; its name may not. */
function errorName(error: unknown): string {
  return error instanceof Error && /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : "Error";
}

interface Seen {
  readonly effect: EffectClass;
  readonly mechanism: CallTaskInput["mechanism"];
  readonly attempt: WatchedAttempt;
}

/** The table of attempts: one ending, one meaning. */
function endOf(ending: Ending, seen: Seen, tool: ResolvedTool, redactor: Redactor): AttemptEnd {
  switch (ending.kind) {
    case "returned":
      return done(succeeded(ending.output, ending.warnings, redactor));
    case "branch":
      return branchEnd(ending, seen, tool, redactor);
    case "undeclared_branch":
      return undeclaredEnd(ending.branch, seen);
    case "reported_failure": {
      if (seen.attempt.isResend && seen.effect !== "read") return lateFailure(ending.code, seen);
      const { message, isRetryable: retryable, facts } = ending;
      // The model reads fixed meanings into the toolkit's own codes.
      const code = isCallErrorCode(ending.code) ? "tool_failure" : ending.code;
      return done({ status: "failed", error: reportedError({ code, message, retryable, facts }), warnings: [] });
    }
    case "not_sent": {
      // The client knows better than a handler's claim (P4.7).
      if (seen.attempt.hasSent()) return ambiguous(ending.reason, seen.attempt.firstAt());
      return {
        kind: "did_not_happen",
        error: troubleJson("not_sent", ending.reason),
        isFinal: ending.isFinal === true,
      };
    }
    case "not_processed":
      return {
        kind: "did_not_happen",
        error: troubleJson("not_processed", ending.reason),
        retryAfterMs: ending.retryAfterMs,
        isFinal: ending.isFinal === true,
      };
    case "ambiguous":
      return {
        ...ambiguous(ending.reason, seen.attempt.firstAt(), ending.isFinal),
        ...(ending.retryAfterMs === undefined ? {} : { retryAfterMs: ending.retryAfterMs }),
      };
    default:
      return assertNever(ending);
  }
}

function branchEnd(ending: BranchEnding, seen: Seen, tool: ResolvedTool, redactor: Redactor): AttemptEnd {
  const declared = tool.tool.connector?.branches;
  if (declared !== undefined && !declared.includes(ending.branch)) return undeclaredEnd(ending.branch, seen);
  const { branch } = ending;
  if (ending.record === "succeeded") {
    return done({ ...succeeded(ending.output, ending.warnings, redactor), branch });
  }
  if (ending.record === "outcome_unknown") {
    const reason = ending.message ?? `it ended in ${branch}`;
    return done({
      status: "outcome_unknown",
      branch,
      error: outcomeUnknownError(reason),
      warnings: ending.warnings ?? [],
    });
  }
  if (!countsAsFailed(ending, seen)) return lateFailure(branch, seen);
  const error = branchError({
    code: ending.code ?? branch,
    message: ending.message,
    retryable: ending.isRetryable === true,
    didNotRun: ending.provesNothingHappened === true,
    facts: ending.facts,
  });
  return done({ status: "failed", branch, error, warnings: ending.warnings ?? [] });
}

/** On a re-send a failed branch speaks of this send only, unless the provider knows the key or the case was written for re-sends (P4.6). */
function countsAsFailed(ending: BranchEnding, seen: Seen): boolean {
  if (!seen.attempt.isResend || seen.effect === "read") return true;
  if (ending.isForResend === true) return true;
  return seen.mechanism === "key" && ending.provesNothingHappened !== true;
}

function lateFailure(what: string, seen: Seen): AttemptEnd {
  return ambiguous(`a re-send ended in ${what}, which says nothing of the first attempt`, seen.attempt.firstAt(), true);
}

function undeclaredEnd(branch: string, seen: Seen): AttemptEnd {
  const error = undeclaredBranchError(branch);
  if (seen.effect === "read") return done({ status: "failed", error, warnings: [] });
  const reason = `it ended in the undeclared branch ${JSON.stringify(branch.slice(0, 48))}`;
  return done({ status: "outcome_unknown", error: outcomeUnknownError(reason), warnings: [] });
}

function succeeded(output: unknown, warnings: readonly string[] | undefined, redactor: Redactor): CallResult {
  const recorded = toRecorded(output, redactor);
  return { status: "succeeded", output: recorded.value, warnings: [...(warnings ?? []), ...recorded.warnings] };
}

function done(result: CallResult): AttemptEnd {
  return { kind: "done", value: result as unknown as Json };
}

function ambiguous(reason: string, dispatchedAt: number | undefined, isFinal = false): AttemptEnd {
  const error = troubleJson("ambiguous", reason);
  return { kind: "ambiguous", error, isFinal, ...(dispatchedAt === undefined ? {} : { dispatchedAt }) };
}

function troubleJson(kind: AttemptTrouble["kind"], reason: string): Json {
  return { kind, reason: reason.slice(0, 300) };
}
