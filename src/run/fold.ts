/**
 * Turns one input and the session's documents into the next documents and the tasks to run.
 * Pure and idempotent: no promises, no clock, no chance; the same input folded twice changes nothing the second time.
 */

import { assertNever } from "../core/assert-never.ts";
import { isFinal, parseCallKey } from "../core/call.ts";
import type { Change, EngineInput, FoldView, TaskEnd } from "../core/engine.ts";
import { advance, callAt, endCall } from "./advance.ts";
import type { CancelInput, ClientInput, ResumeInput, SubmitReply } from "./client-input.ts";
import { Draft } from "./draft.ts";
import { foldDecide, foldDeadline, foldReask } from "./fold-question.ts";
import { foldLookupDue, foldLookupEnd, isLookupId } from "./fold-lookup.ts";
import type { FoldRules } from "./fold-rules.ts";
import { foldLate, foldSettle, foldTold } from "./fold-settle.ts";
import { foldSubmit } from "./fold-submit.ts";
import type { Outcome } from "./outcome.ts";
import { outcomeOfEnd } from "./outcome.ts";
import type { ResponseDocument } from "./session.ts";
import { abortedError, cancelledError, journalUnavailableError } from "./wording.ts";

/** The fold of a runner with these rules. */
export function createFold(rules: FoldRules): (view: FoldView, input: EngineInput, now: number) => Change {
  return (view, input, now) => {
    const draft = new Draft(view, now);
    foldInput(draft, input, rules);
    return draft.toChange();
  };
}

function foldInput(draft: Draft, input: EngineInput, rules: FoldRules): void {
  switch (input.from) {
    case "client":
      foldClient(draft, input.body as unknown as ClientInput, rules);
      return;
    case "task":
      if (isLookupId(input.id)) foldLookupEnd(draft, input.id, input.end);
      else foldEnd(draft, input.id, input.end, rules);
      return;
    case "late":
      if (!isLookupId(input.id)) foldLate(draft, input.id, input.end);
      return;
    case "alarm":
      if (isLookupId(input.id)) foldLookupDue(draft, input.id);
      else foldDeadline(draft, input.id, rules);
      return;
    default:
      assertNever(input);
  }
}

function foldClient(draft: Draft, input: ClientInput, rules: FoldRules): void {
  switch (input.kind) {
    case "submit":
      draft.reply(foldSubmit(draft, input, rules) satisfies SubmitReply);
      return;
    case "decide":
      draft.reply(foldDecide(draft, input, rules));
      return;
    case "reask":
      foldReask(draft, input, rules);
      return;
    case "cancel":
      foldCancel(draft, input, rules);
      return;
    case "resume":
      foldResume(draft, input, rules);
      return;
    case "settle":
      draft.reply(foldSettle(draft, input));
      return;
    case "told":
      foldTold(draft, input);
      return;
    default:
      assertNever(input);
  }
}

function foldEnd(draft: Draft, key: string, end: TaskEnd, rules: FoldRules): void {
  const call = draft.call(key);
  if (call === undefined || call.record.status !== "running") return;
  const place = parseCallKey(key);
  const response = place && draft.response(place.turnId, call.record.responseId);
  if (response === undefined) return;
  const isAborted = response.isCancelled && call.record.effect === "read" && end.kind !== "returned";
  const outcome: Outcome = isAborted
    ? { status: "failed", error: abortedError(), attempts: end.attempts }
    : outcomeOfEnd(call, end);
  endCall(draft, response, call.facts.position, outcome);
  // Whoever waited was told that nothing later runs; a journal that can be written again must not make that untrue.
  if (end.unrecordedAt !== undefined) endUnstarted(draft, response, unrecordedOutcome, "journal_unavailable");
  const ended = draft.response(response.turnId, response.responseId) ?? response;
  const isOld = end.revivedAt !== undefined && end.revivedAt - response.lastEntryAt > rules.resumeWithinMs;
  if (isOld && !ended.isHeld) hold(draft, ended);
  advance(draft, draft.response(response.turnId, response.responseId) ?? ended, rules);
}

/** An old response ends what was in flight and then waits to be resumed. */
function hold(draft: Draft, response: ResponseDocument): void {
  if (response.calls.every((call) => isFinal(call.status))) return;
  draft.setResponse({ ...response, isHeld: true });
  draft.emit({ kind: "response_held", at: draft.now, turnId: response.turnId, responseId: response.responseId });
}

function foldResume(draft: Draft, input: ResumeInput, rules: FoldRules): void {
  const response = draft.response(input.turnId, input.responseId);
  if (response === undefined || !response.isHeld) return;
  const resumed = { ...response, isHeld: false, lastEntryAt: draft.now };
  draft.setResponse(resumed);
  draft.emit({ kind: "response_resumed", at: draft.now, turnId: response.turnId, responseId: response.responseId });
  advance(draft, resumed, rules);
}

/** Ends what has not started, withdraws questions, aborts started reads; a started write runs to its true end. */
function foldCancel(draft: Draft, input: CancelInput, rules: FoldRules): void {
  const response = draft.response(input.turnId, input.responseId);
  if (response === undefined || response.isCancelled) return;
  draft.setResponse({ ...response, isCancelled: true, isHeld: false });
  for (const state of response.calls) {
    if (state.status === "running" && state.effect === "read") draft.stop(state.key);
  }
  endUnstarted(draft, response, { status: "failed", error: cancelledError() }, "cancelled");
  advance(draft, draft.response(input.turnId, input.responseId) ?? response, rules);
}

const unrecordedOutcome: Outcome = { status: "failed", skipped: true, error: journalUnavailableError() };

/** Ends every call of a response that has not begun. */
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

