/** From what was seen of a request to what it means: the classification's outcome, held against what the operation can prove. */

import { assertNever } from "../core/assert-never.ts";
import { classify, meets, type Classified, type Observation } from "../core/classification.ts";
import type { Ending } from "../core/ending.ts";
import type { ClassificationRule } from "../core/manifest-classify.ts";
import { branchEnding, notAuthorizedEnding } from "./branch-ending.ts";
import type { DeclaredCall, Sent } from "./declared-call.ts";
import { readWait } from "./stated-wait.ts";
import type { AnswerScope } from "./value.ts";

/** An ending, or the question that must be asked first. */
export type Conclusion =
  | { readonly kind: "ending"; readonly ending: Ending }
  /** Look up; `absent` names the branch for "it did not happen". `otherwise` is the ending when the lookup settles nothing. */
  | { readonly kind: "lookup"; readonly absent: string | undefined; readonly otherwise: Ending };

type Seen = Extract<Sent, { kind: "seen" }>;

/** Concludes from something that was sent. */
export function conclude(call: DeclaredCall, seen: Seen): Conclusion {
  const { idempotency } = call.operation;
  if (
    idempotency?.kind === "key" &&
    idempotency.inProgress !== undefined &&
    meets(idempotency.inProgress, seen.observation)
  ) {
    const reason = "the provider is still at work on the first request with this key";
    return ending({ kind: "ambiguous", reason, ...waitAsked(seen.answer, call) });
  }
  const classified = classify(call.operation.classification, seen.observation);
  return applied(call, seen, classified);
}

function applied(call: DeclaredCall, seen: Seen, { outcome, rule }: Classified): Conclusion {
  switch (outcome.kind) {
    case "branch":
      return branchConclusion(call, seen, { outcome, rule });
    case "retry":
    case "tail":
      return retryConclusion(call, seen);
    case "retryLater":
      return ending(laterEnding(call, seen, outcome, rule));
    case "reauthorize":
      // A refusal now says nothing about an earlier send whose answer was lost.
      return ending(
        mayHaveHappened(call)
          ? ambiguous("the provider refused the credentials on a re-send")
          : notAuthorizedEnding(call),
      );
    case "lookup":
      return { kind: "lookup", absent: outcome.absent, otherwise: unlessReplayed(call, seen) };
    default:
      return assertNever(outcome);
  }
}

function branchConclusion(
  call: DeclaredCall,
  seen: Seen,
  {
    outcome,
    rule,
  }: { outcome: Extract<Classified["outcome"], { kind: "branch" }>; rule: ClassificationRule | undefined },
): Conclusion {
  const isForResend = rule?.when.retried === true;
  const result = branchEnding(call, {
    branch: outcome.branch,
    output: outcome.output,
    answer: seen.answer,
    isForResend,
  });
  const isFailed = result.kind === "branch" && result.record === "failed";
  // On a re-send "not found" or "name taken" may be the work of the first send.
  const isDoubtful = isFailed && mayHaveHappened(call) && !isForResend && call.operation.idempotency?.kind !== "key";
  if (isDoubtful && call.operation.lookup !== undefined) {
    return { kind: "lookup", absent: outcome.branch, otherwise: result };
  }
  return mismatch(call, seen, result) ?? ending(result);
}

/** A result that breaks its schema stays recognized, unless a rule says what it means. */
function mismatch(call: DeclaredCall, seen: Seen, result: Ending): Conclusion | undefined {
  if (result.kind !== "branch" || result.record !== "succeeded" || result.warnings === undefined) return undefined;
  const observation: Observation = { ...seen.observation, fault: "schemaMismatch" };
  const classified = classify(call.operation.classification, observation);
  if (classified.rule === undefined || classified.outcome.kind === "branch") return undefined;
  return applied(call, seen, classified);
}

function retryConclusion(call: DeclaredCall, seen: Seen): Conclusion {
  const result = unlessReplayed(call, seen);
  const mustAsk = result.kind === "ambiguous" && result.isFinal === true && call.operation.lookup !== undefined;
  return mustAsk ? { kind: "lookup", absent: undefined, otherwise: result } : ending(result);
}

/**
 * A provider that replays failures answers the same key with the same failure for as long as it remembers it. Where the
 * answer was lost a re-send is right all the same: it brings whatever the first one was.
 */
function unlessReplayed(call: DeclaredCall, seen: Seen): Ending {
  const { idempotency } = call.operation;
  const isReplayed = idempotency?.kind === "key" && idempotency.replaysFailures && seen.observation.fault === undefined;
  return isReplayed ? { ...ambiguous(seen.reason), isFinal: true } : ambiguous(seen.reason);
}

function laterEnding(
  call: DeclaredCall,
  seen: Seen,
  outcome: Extract<Classified["outcome"], { kind: "retryLater" }>,
  rule: ClassificationRule | undefined,
): Ending {
  const { waitMs, isTooLong } = readWait(outcome, seen.answer, call.attempt.clock.now());
  const isFinal = isTooLong ? { isFinal: true } : {};
  if (call.operation.kind === "mutation" && !isRefusal(seen.observation, rule)) {
    return { kind: "ambiguous", reason: seen.reason, retryAfterMs: waitMs, ...isFinal };
  }
  return { kind: "not_processed", reason: seen.reason, retryAfterMs: waitMs, ...isFinal };
}

/**
 * Whether "later" proves that a write was not processed: 429, the provider's own word in the body, or in a header of a refusal.
 *
 * A gateway's 5xx, a redirect, 408 and a broken answer prove nothing, whatever their headers say.
 */
function isRefusal(seen: Observation, rule: ClassificationRule | undefined): boolean {
  const { status, fault } = seen;
  if (fault !== undefined || status === undefined) return false;
  if (status === 429) return true;
  const isDoubtful = status >= 500 || status === 408 || (status >= 300 && status < 400);
  if (isDoubtful) return false;
  // A header such as "0 requests left" comes with answers of writes that were carried out as well.
  return rule?.when.body !== undefined || (status >= 400 && rule?.when.header !== undefined);
}

/** Whether an earlier attempt of a write may have reached the provider. */
export function mayHaveHappened(call: DeclaredCall): boolean {
  return call.attempt.isResend && call.operation.kind === "mutation";
}

function waitAsked(answer: AnswerScope | undefined, call: DeclaredCall): { readonly retryAfterMs?: number } {
  const source = { kind: "header", name: "retry-after" } as const;
  const outcome = { kind: "retryLater", from: [source], fallbackMs: 0, maxMs: Number.POSITIVE_INFINITY } as const;
  const { waitMs } = readWait(outcome, answer, call.attempt.clock.now());
  return waitMs === 0 ? {} : { retryAfterMs: waitMs };
}

function ambiguous(reason: string): Extract<Ending, { kind: "ambiguous" }> {
  return { kind: "ambiguous", reason };
}

function ending(result: Ending): Conclusion {
  return { kind: "ending", ending: result };
}
