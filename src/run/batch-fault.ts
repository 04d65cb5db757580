/** The record of a call that the runner could not take: what is said to a model when there is no journal to ask. */

import type { CallError, CallRecord } from "../core/call.ts";
import { callKey } from "../core/call.ts";
import type { ToolkitErrorCode } from "../core/error.ts";
import { isToolkitError } from "../core/error.ts";
import type { RequestedCall } from "./request.ts";
import { cancelledError, notTakenError, outcomeUnknownError, toolUnavailableError } from "./wording.ts";

interface FaultPlace {
  readonly sessionId: string;
  readonly turnId: string;
  readonly responseId: string;
  readonly callId: string;
}

/** Thrown before anything of a response is taken. */
const beforeAnything: ReadonlySet<ToolkitErrorCode> = new Set<ToolkitErrorCode>([
  "invalid_definition",
  "invalid_configuration",
  "invalid_request",
  "response_changed",
  "journal_locked",
  "journal_incompatible",
  "closed",
  "observer",
]);

const reasons: Partial<Record<ToolkitErrorCode, string>> = {
  invalid_request: "the host handed the response over in a form that the toolkit does not take",
  response_changed: "the name of its response was given to other calls before; a new call needs a new one",
  journal_locked: "another process runs the calls of this journal",
  closed: "the application is shutting down",
  observer: "this process only watches",
};

/**
 * A record that exists in no journal; its warning says why. `isUnrecorded`: the journal was looked into and has nothing of
 * the call. Without that an earlier try of it may have run, in this process or another one, so nobody says that none did.
 */
export function faultRecord(place: FaultPlace, call: RequestedCall, error: unknown, isUnrecorded: boolean): CallRecord {
  const code = isToolkitError(error) ? error.code : undefined;
  const reason = (code === undefined ? undefined : reasons[code]) ?? "the toolkit could not take the call";
  return hostRecord(place, call, faultError(code, reason, isUnrecorded), [
    error instanceof Error ? error.message : "the runner failed",
  ]);
}

function faultError(code: ToolkitErrorCode | undefined, reason: string, isUnrecorded: boolean): CallError {
  if (code === undefined || !beforeAnything.has(code)) return outcomeUnknownError(reason);
  return isUnrecorded ? toolUnavailableError(reason) : notTakenError(reason);
}

/**
 * A call that was not handed to the runner at all, because the host is set up in a way the promises do not survive.
 * `isUnrecorded` as for a fault.
 */
export function refusedByAdapter(
  place: FaultPlace,
  call: RequestedCall,
  reason: string,
  isUnrecorded: boolean,
): CallRecord {
  return hostRecord(place, call, isUnrecorded ? toolUnavailableError(reason) : notTakenError(reason), [reason]);
}

/** A call of a response that the host gave up before the runner was told of it. */
export function cancelledByHost(place: FaultPlace, call: RequestedCall): CallRecord {
  return hostRecord(place, call, cancelledError(), []);
}

function hostRecord(place: FaultPlace, call: RequestedCall, error: CallError, warnings: readonly string[]): CallRecord {
  const now = Date.now();
  return {
    key: callKey(place),
    ...place,
    modelCallId: call.id ?? "",
    tool: call.name,
    arguments: call.arguments,
    effect: "unclassified",
    requiresApproval: false,
    status: error.didNotRun ? "failed" : "outcome_unknown",
    error,
    warnings: ["not_recorded", ...warnings],
    attempts: 0,
    history: [],
    createdAt: now,
    finishedAt: now,
  };
}
