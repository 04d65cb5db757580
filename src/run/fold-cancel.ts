/** Folds what ends the calls of a response that have not begun: a cancel, and an end that could not be recorded. */

import { isFinal } from "../core/call.ts";
import { advance } from "./advance.ts";
import type { CancelInput } from "./client-input.ts";
import type { Draft } from "./draft.ts";
import { callAt, endCall } from "./end-call.ts";
import type { FoldRules } from "./fold-rules.ts";
import type { Outcome } from "./outcome.ts";
import type { ResponseDocument } from "./session.ts";
import { cancelledError, journalUnavailableError } from "./wording.ts";

type Place = Pick<CancelInput, "turnId" | "responseId">;

/** Ends what has not started, withdraws questions, aborts started reads; a started write runs to its true end. */
export function foldCancel(draft: Draft, place: Place, rules: FoldRules): void {
  const response = draft.response(place.turnId, place.responseId);
  if (response === undefined || response.isCancelled) return;
  draft.setResponse({ ...response, isCancelled: true, isHeld: false });
  for (const state of response.calls) {
    if (state.status === "running" && state.effect === "read") draft.stop(state.key);
  }
  endUnstarted(draft, response, { status: "failed", error: cancelledError() }, "cancelled");
  advance(draft, draft.response(place.turnId, place.responseId) ?? response, rules);
}

/** Whoever waited was told that nothing later runs; a journal that can be written again must not make that untrue. */
export function endAfterUnrecorded(draft: Draft, response: ResponseDocument): void {
  const outcome: Outcome = { status: "failed", skipped: true, error: journalUnavailableError() };
  endUnstarted(draft, response, outcome, "journal_unavailable");
}

function endUnstarted(draft: Draft, response: ResponseDocument, outcome: Outcome, reason: string): void {
  const { calls } = draft.response(response.turnId, response.responseId) ?? response;
  for (const [position, state] of calls.entries()) {
    if (isFinal(state.status) || state.status === "running") continue;
    if (state.status === "awaiting_approval") withdraw(draft, response, position, reason);
    endCall(draft, response, position, outcome);
  }
}

function withdraw(draft: Draft, response: ResponseDocument, position: number, reason: string): void {
  const { questionId, record } = callAt(draft, response, position);
  const question = questionId === undefined ? undefined : draft.question(questionId);
  if (questionId === undefined || question?.state !== "open") return;
  draft.setQuestion({ ...question, state: "withdrawn" });
  draft.dropAlarm(questionId);
  draft.emit({ kind: "withdrawn", at: draft.now, key: record.key, questionId, reason });
}
