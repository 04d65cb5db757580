/** What a call's record gets when it ends, and how the end of its task becomes that. Pure. */

import { assertNever } from "../core/assert-never.ts";
import type { CallError, CallRecord, FinalStatus } from "../core/call.ts";
import type { EngineErrorCode, TaskEnd } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import type { CallDocument, CallResult } from "./session.ts";
import {
  attemptsExhaustedError,
  cancelledError,
  notSentError,
  outcomeUnknownError,
  rateLimitedError,
  readNotSentError,
  toolUnavailableError,
} from "./wording.ts";

export type Outcome = Partial<Pick<CallRecord, "branch" | "output" | "error" | "skipped" | "repeatOf" | "attempts">> & {
  readonly status: FinalStatus;
  readonly warnings?: readonly string[];
};

/** Why an attempt did nothing or is unknown; what `perform` reports and the engine hands back. */
export interface AttemptTrouble {
  readonly kind: "not_sent" | "not_processed" | "tool_unavailable" | "cancelled" | "ambiguous" | "crashed";
  readonly reason: string;
}

/** The record of a call whose task ended: the table of attempts, after all of them. */
export function outcomeOfEnd(call: CallDocument, end: TaskEnd): Outcome {
  const outcome = outcomeOf(call.record.effect === "read", end);
  return { ...outcome, attempts: end.attempts };
}

/** The outcome of a task's end, for a read or anything else. */
export function outcomeOf(isRead: boolean, end: TaskEnd): Outcome {
  switch (end.kind) {
    case "returned":
      return end.value as unknown as CallResult;
    case "refused":
      return refusedOutcome(isRead, troubleOf(end.error), end.attempts, end.retryAfterMs);
    case "not_run":
      return refusedOutcome(isRead, troubleOf(end.error), end.attempts, undefined);
    case "unknown": {
      const { reason } = troubleOf(end.error);
      if (isRead) return failed(attemptsExhaustedError(reason, end.attempts, undefined));
      return { status: "outcome_unknown", error: outcomeUnknownError(reason) };
    }
    default:
      return assertNever(end);
  }
}

/** Whether the engine found the task without a claim when it was opened: the process went away before the first attempt. */
export function wasNeverBegun(end: TaskEnd): boolean {
  if (end.kind !== "not_run" || end.revivedAt === undefined) return false;
  return isJsonObject(end.error) && end.error["code"] === ("not_started" satisfies EngineErrorCode);
}

/** Whether the attempt did not begin because whoever waits for the response had given up. */
export function wasGivenUp(end: TaskEnd): boolean {
  return end.kind === "refused" && troubleOf(end.error).kind === "cancelled";
}

function refusedOutcome(
  isRead: boolean,
  trouble: AttemptTrouble,
  attempts: number,
  retryAfterMs: number | undefined,
): Outcome {
  if (trouble.kind === "cancelled") return failed(cancelledError());
  if (trouble.kind === "tool_unavailable") return failed(toolUnavailableError(trouble.reason));
  if (isRead) {
    // Of several attempts earlier ones may have reached the service.
    const isUnsent = trouble.kind === "not_sent" && attempts === 1;
    return failed(
      isUnsent
        ? readNotSentError(trouble.reason, retryAfterMs)
        : attemptsExhaustedError(trouble.reason, attempts, retryAfterMs),
    );
  }
  if (trouble.kind === "not_processed") return failed(rateLimitedError(trouble.reason, retryAfterMs));
  return failed(notSentError(trouble.reason));
}

function failed(error: CallError): Outcome {
  return { status: "failed", error };
}

/** Reads a trouble that `perform` wrote, or says the engine's own in words of ours. */
function troubleOf(error: Json): AttemptTrouble {
  if (isJsonObject(error) && "kind" in error && "reason" in error) return error as unknown as AttemptTrouble;
  const code = isJsonObject(error) ? error["code"] : undefined;
  const known = typeof code === "string" && Object.hasOwn(engineReasons, code);
  return { kind: "crashed", reason: known ? engineReasons[code as EngineErrorCode] : "the attempt was cut off" };
}

const engineReasons: Readonly<Record<EngineErrorCode, string>> = {
  interrupted: "the process stopped during the attempt",
  timed_out: "no answer came in time",
  threw: "the tool ended in an error of its own",
  stopped: "it was cancelled",
  not_started: "the process was closing",
  unprepared: "the call could not be prepared",
  too_large: "its result is larger than the journal takes",
};
