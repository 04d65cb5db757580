/**
 * Turns one input and the session's documents into the next documents and the tasks to run.
 * Pure and idempotent: no promises, no clock, no chance; the same input folded twice changes nothing the second time.
 */

import { assertNever } from "../core/assert-never.ts";
import type { Change, EngineInput, FoldView, TaskEnd } from "../core/engine.ts";
import { advance, hold, isTooOld } from "./advance.ts";
import type { ClientInput, ResumeInput, SubmitReply } from "./client-input.ts";
import { Draft, withCallState, withRecord } from "./draft.ts";
import { endCall } from "./end-call.ts";
import { endAfterUnrecorded, foldCancel } from "./fold-cancel.ts";
import { foldDecide, foldDeadline, foldReask } from "./fold-question.ts";
import { foldLookupDue, foldLookupEnd, isLookupId } from "./fold-lookup.ts";
import type { FoldRules } from "./fold-rules.ts";
import { foldLate, foldSettle, foldTold } from "./fold-settle.ts";
import { foldSubmit } from "./fold-submit.ts";
import type { Outcome } from "./outcome.ts";
import { outcomeOfEnd, wasGivenUp, wasNeverBegun } from "./outcome.ts";
import type { CallDocument, ResponseDocument } from "./session.ts";
import { abortedError } from "./wording.ts";

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
  const response = draft.response(call.record.turnId, call.record.responseId);
  if (response === undefined) return;
  if (wasNeverBegun(end) && !response.isCancelled) {
    waitAgain(draft, response, call, end, rules);
    return;
  }
  const isAborted = response.isCancelled && call.record.effect === "read" && end.kind !== "returned";
  const outcome: Outcome = isAborted
    ? { status: "failed", error: abortedError(), attempts: end.attempts }
    : outcomeOfEnd(call, end);
  endCall(draft, response, call.facts.position, outcome);
  // The cancel itself may still be on its way.
  if (wasGivenUp(end)) foldCancel(draft, response, rules);
  if (end.unrecordedAt !== undefined) endAfterUnrecorded(draft, response);
  if (isTooOld(response, end.revivedAt, rules)) hold(draft, response);
  advance(draft, draft.response(response.turnId, response.responseId) ?? response, rules, end.revivedAt);
}

/** A call that was about to begin when the process went away. Nothing of it was claimed, so it takes its turn anew. */
function waitAgain(draft: Draft, response: ResponseDocument, call: CallDocument, end: TaskEnd, rules: FoldRules): void {
  draft.setCall(withRecord(call, { status: "waiting" }));
  const waiting = withCallState(response, call.facts.position, { status: "waiting" });
  draft.setResponse(waiting);
  if (isTooOld(waiting, end.revivedAt, rules)) hold(draft, waiting);
  advance(draft, draft.response(response.turnId, response.responseId) ?? waiting, rules, end.revivedAt);
}

function foldResume(draft: Draft, input: ResumeInput, rules: FoldRules): void {
  const response = draft.response(input.turnId, input.responseId);
  if (response === undefined || !response.isHeld) return;
  const resumed = { ...response, isHeld: false, lastEntryAt: draft.now };
  draft.setResponse(resumed);
  draft.emit({ kind: "response_resumed", at: draft.now, turnId: response.turnId, responseId: response.responseId });
  advance(draft, resumed, rules);
}
