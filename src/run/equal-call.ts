/** The equal-call rule: an equal write of one turn runs once, and none runs while an equal one of the session is of unknown outcome. */

import type { CallStatus } from "../core/call.ts";
import { isFinal } from "../core/call.ts";
import type { Draft } from "./draft.ts";
import type { FoldRules } from "./fold-rules.ts";
import type { Outcome } from "./outcome.ts";
import type { CallDocument, CallState, ResponseDocument } from "./session.ts";
import { equalCallUnknownError } from "./wording.ts";

export type EqualGate =
  | { readonly kind: "go" }
  /** A person decides, with the earlier calls shown. */
  | { readonly kind: "ask"; readonly earlier: readonly string[] }
  | { readonly kind: "wait"; readonly key: string; readonly isAsked: boolean }
  | { readonly kind: "end"; readonly outcome: Outcome };

const go: EqualGate = { kind: "go" };

/** Asked before the question and again in the commit that starts the call; going on takes the place for its equals. */
export function equalGate(draft: Draft, response: ResponseDocument, call: CallState, rules: FoldRules): EqualGate {
  const { equality } = call;
  if (equality === undefined) return go;
  const unknown = draft.session.unsettled[equality]?.filter((key) => key !== call.key) ?? [];
  const shown = shownTo(draft, call);
  if (unknown.some((key) => !shown.includes(key))) return unknownGate(unknown, rules);
  if (call.allowRepeat) return go;
  const first = firstEqual(draft, response.turnId, equality, call.key);
  if (first === undefined) {
    draft.setEqual(response.turnId, equality, call.key);
    return go;
  }
  const { key, status } = first.record;
  if (!isFinal(status)) return { kind: "wait", key, isAsked: status === "awaiting_approval" };
  return { kind: "end", outcome: repeatOf(first) };
}

function unknownGate(earlier: readonly string[], rules: FoldRules): EqualGate {
  if (rules.onEqualUnknown === "ask") return { kind: "ask", earlier };
  return { kind: "end", outcome: { status: "failed", error: equalCallUnknownError(earlier.join(", ")) } };
}

/** The earlier calls that a person was shown who approved this one: that person has answered for them. */
function shownTo(draft: Draft, call: CallState): readonly string[] {
  const questionId = draft.call(call.key)?.questionId;
  const question = questionId === undefined ? undefined : draft.question(questionId);
  return question?.state === "decided" ? (question.earlier ?? []) : [];
}

/**
 * The call that stands for all equal ones of the turn; failed, skipped and rejected ones do not count, nor does one that a
 * restart put back among the waiting ones: it may be held for ever, and is compared again when its turn comes.
 * One of unknown outcome was looked at before: here it only remains where a person was shown it and said yes.
 */
function firstEqual(draft: Draft, turnId: string, equality: string, own: string): CallDocument | undefined {
  const place = draft.equal(turnId, equality);
  if (place === undefined) return undefined;
  for (const key of [...(place.also ?? []), place.key]) {
    const first = key === own ? undefined : draft.call(key);
    if (first?.facts.equality === equality && standsForEquals(first.record.status)) return first;
  }
  return undefined;
}

/** A call that was settled to a success stands for its equals from now on, beside the one that does. */
export function standBeside(draft: Draft, turnId: string, equality: string, key: string): void {
  const place = draft.equal(turnId, equality);
  if (place === undefined) draft.setEqual(turnId, equality, key);
  else if (place.key !== key && place.also?.includes(key) !== true) {
    draft.setEqual(turnId, equality, place.key, [...(place.also ?? []), key]);
  }
}

function standsForEquals(status: CallStatus): boolean {
  return status === "running" || status === "awaiting_approval" || status === "succeeded";
}

function repeatOf(first: CallDocument): Outcome {
  const { record } = first;
  return {
    status: "succeeded",
    branch: record.branch,
    output: record.output,
    repeatOf: record.key,
    warnings: [`an equal call of this turn (${record.key}) ran already; this is its result, nothing was done again`],
  };
}
