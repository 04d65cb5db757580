/** Folds decisions, deadlines and withdrawals of questions. A decision is bound to its question; whichever end is durable first wins. */

import type { Verdict } from "../core/approval.ts";
import type { JsonObject } from "../core/json.ts";
import { advance, hold } from "./advance.ts";
import { ask } from "./ask.ts";
import type { DecideInput, ReaskInput } from "./client-input.ts";
import type { Draft } from "./draft.ts";
import { withCallState } from "./draft.ts";
import { callAt, endCall } from "./end-call.ts";
import type { FoldRules } from "./fold-rules.ts";
import type { CallDocument, QuestionDocument, ResponseDocument } from "./session.ts";
import { approvalExpiredError, rejectedError } from "./wording-people.ts";

/** A decision as a person made it, or as the fold is given it. */
type DecisionWords = Pick<DecideInput, "decision" | "decidedBy" | "comment"> & {
  readonly edit?: DecideInput["edit"];
  readonly arguments?: JsonObject | undefined;
};

/** What identifies a decision, so that the same one said twice can be told from another one. */
function decisionText(input: DecisionWords): string {
  const edited = input.edit?.arguments ?? input.arguments ?? null;
  return JSON.stringify([input.decision, input.decidedBy, input.comment ?? null, edited]);
}

export function foldDecide(draft: Draft, input: DecideInput, rules: FoldRules): Verdict {
  const question = draft.question(input.questionId);
  if (question === undefined) {
    return { accepted: false, code: "unknown_question", message: `there is no question ${input.questionId}` };
  }
  // One that was left for the owner was durable before the deadline was.
  if (question.state === "open" && decidedAt(draft, input) >= question.question.expiresAt) {
    expire(draft, question, rules);
    return closedVerdict(draft.question(input.questionId) ?? question, input);
  }
  if (question.state !== "open") return closedVerdict(question, input);
  const response = draft.response(question.turnId, question.responseId);
  if (response === undefined) throw new Error(`question ${input.questionId} belongs to no response`);
  decide(draft, question, response, input, rules);
  return { accepted: true };
}

/** When it was durable: left in the journal, or now. */
function decidedAt(draft: Draft, { leftAt }: DecideInput): number {
  return leftAt === undefined ? draft.now : Math.min(leftAt, draft.now);
}

/** Why a decision about a closed question changes nothing. */
export function closedVerdict(question: QuestionDocument, input: DecisionWords): Verdict {
  const { questionId } = question.question;
  if (question.state === "withdrawn") {
    return { accepted: false, code: "withdrawn", message: `question ${questionId} was withdrawn` };
  }
  if (question.state === "expired" || question.decided === undefined) {
    return { accepted: false, code: "expired", message: `question ${questionId} expired undecided` };
  }
  const { by, at, text } = question.decided;
  const same = text === decisionText(input) ? "this very decision was made" : "it was decided";
  const message = `question ${questionId}: ${same} by ${by} already; nothing changed`;
  return { accepted: false, code: "already_decided", message, by, at };
}

function decide(
  draft: Draft,
  question: QuestionDocument,
  response: ResponseDocument,
  input: DecideInput,
  rules: FoldRules,
): void {
  const { questionId, key } = question.question;
  const at = decidedAt(draft, input);
  const decided = { by: input.decidedBy, at, text: decisionText(input) };
  draft.setQuestion({ ...question, state: "decided", decided });
  draft.dropAlarm(questionId);
  draft.emit({ kind: "decided", at: draft.now, key, questionId, decision: input.decision, by: input.decidedBy });
  recordDecision(draft, callAt(draft, response, question.position), input, at);
  if (input.decision === "reject") {
    endCall(draft, response, question.position, { status: "rejected", error: rejectedError(input.comment) });
  } else {
    approve(draft, response, question.position, input);
  }
  const latest = draft.response(response.turnId, response.responseId) ?? response;
  // What was decided yesterday and is found by a start of this morning is yesterday's.
  const isOld = Math.min(rules.startedAt, draft.now) - at > rules.resumeWithinMs;
  if (isOld) hold(draft, latest);
  else draft.setResponse({ ...latest, isHeld: false, lastEntryAt: draft.now });
  advance(draft, draft.response(response.turnId, response.responseId) ?? latest, rules);
}

function recordDecision(draft: Draft, call: CallDocument, input: DecideInput, at: number): void {
  const entry = {
    at,
    kind: "decided" as const,
    by: input.decidedBy,
    decision: input.decision,
    ...(input.comment === undefined ? {} : { reason: input.comment }),
  };
  draft.setCall({ ...call, record: { ...call.record, history: [...call.record.history, entry] } });
}

/** The call waits for its start again; with an edit it is another call from here on, and its equals are found by the new arguments. */
function approve(draft: Draft, response: ResponseDocument, position: number, input: DecideInput): void {
  const call = callAt(draft, response, position);
  const { edit } = input;
  if (edit === undefined) {
    draft.setCall({ ...call, record: { ...call.record, status: "waiting" } });
    draft.setResponse(withCallState(response, position, { status: "waiting", mustAsk: false }));
    return;
  }
  const { record } = call;
  const proposed = record.proposedArguments ?? (typeof record.arguments === "string" ? undefined : record.arguments);
  draft.setCall({
    ...call,
    record: { ...record, status: "waiting", arguments: edit.arguments, proposedArguments: proposed },
    facts: { ...call.facts, digest: edit.digest, preview: edit.preview, equality: edit.equality },
  });
  draft.setResponse(withCallState(response, position, { status: "waiting", mustAsk: false, equality: edit.equality }));
}

/** The alarm of a question's deadline. */
export function foldDeadline(draft: Draft, questionId: string, rules: FoldRules): void {
  const question = draft.question(questionId);
  if (question?.state === "open") expire(draft, question, rules);
}

function expire(draft: Draft, question: QuestionDocument, rules: FoldRules): void {
  draft.setQuestion({ ...question, state: "expired" });
  draft.dropAlarm(question.question.questionId);
  const response = draft.response(question.turnId, question.responseId);
  if (response === undefined) return;
  endCall(draft, response, question.position, { status: "rejected", error: approvalExpiredError() });
  advance(draft, draft.response(question.turnId, question.responseId) ?? response, rules);
}

/** Withdraws a question that no longer fits its tool and asks anew. */
export function foldReask(draft: Draft, input: ReaskInput, rules: FoldRules): void {
  const question = draft.question(input.questionId);
  if (question?.state !== "open") return;
  const response = draft.response(question.turnId, question.responseId);
  if (response === undefined) return;
  // The deadline holds by itself: a restart may look at the question before its alarm rings.
  if (draft.now >= question.question.expiresAt) {
    expire(draft, question, rules);
    return;
  }
  draft.setQuestion({ ...question, state: "withdrawn" });
  draft.dropAlarm(input.questionId);
  const { key } = question.question;
  draft.emit({ kind: "withdrawn", at: draft.now, key, questionId: input.questionId, reason: input.reason });
  const call = callAt(draft, response, question.position);
  draft.setCall({
    ...call,
    record: { ...call.record, connection: input.connection },
    facts: { ...call.facts, ...input.facts, connectorVersion: input.connectorVersion },
  });
  const changed = withCallState(response, question.position, { equality: input.facts.equality });
  draft.setResponse(changed);
  ask(draft, changed, question.position, rules, question.earlier);
  // Nobody decided anything, so an old response does not become young by it.
  const asked = draft.response(question.turnId, question.responseId);
  if (asked !== undefined) draft.setResponse({ ...asked, lastEntryAt: response.lastEntryAt });
}
