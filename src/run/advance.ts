/** Carries a plan out inside one fold: starts, asks, skips, and holds equal writes together. Pure: it only writes into the draft. */

import type { CallRecord } from "../core/call.ts";
import { isFinal } from "../core/call.ts";
import { isSingleAttempt } from "../core/effect.ts";
import type { Json } from "../core/json.ts";
import { visible } from "../core/visible-text.ts";
import type { Draft } from "./draft.ts";
import { withCallState, withRecord } from "./draft.ts";
import type { FoldRules } from "./fold-rules.ts";
import { scheduleFirstLookup } from "./fold-lookup.ts";
import type { EqualGate } from "./equal-call.ts";
import { equalGate } from "./equal-call.ts";
import type { Outcome } from "./outcome.ts";
import { plan } from "./plan.ts";
import type { BlockedCall, CallDocument, CallState, CallTaskInput, ResponseDocument } from "./session.ts";
import { documentVersion, emptySession, questionIdOf } from "./session.ts";
import { skippedError } from "./wording.ts";
import { equalCallNotice } from "./wording-people.ts";

/**
 * Lets a response go as far as it can, and every response that waited for one of its calls.
 * `revivedAt`: a restart brought this about, so that old responses are not set going by it.
 */
export function advance(draft: Draft, response: ResponseDocument, rules: FoldRules, revivedAt?: number): void {
  const queue: ResponseDocument[] = [response];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const freed = advanceOne(draft, next.turnId, next.responseId, rules);
    for (const blocked of freed) {
      const waiting = unblock(draft, blocked);
      if (waiting === undefined) continue;
      if (isTooOld(waiting, revivedAt, rules)) hold(draft, waiting);
      queue.push(waiting);
    }
  }
}

/** Whether a response that a restart found is too old to go on by itself. */
export function isTooOld(response: ResponseDocument, revivedAt: number | undefined, rules: FoldRules): boolean {
  return revivedAt !== undefined && revivedAt - response.lastEntryAt > rules.resumeWithinMs;
}

/** Lets nothing more begin in a response until it is resumed, if anything is left that could. */
export function hold(draft: Draft, response: ResponseDocument): void {
  const { turnId, responseId } = response;
  skipDoomed(draft, turnId, responseId);
  const latest = draft.response(turnId, responseId) ?? response;
  if (latest.isHeld || latest.calls.every((call) => isFinal(call.status))) return;
  draft.setResponse({ ...latest, isHeld: true });
  draft.emit({ kind: "response_held", at: draft.now, turnId, responseId });
}

/** Skips what can never run. That starts nothing, so held responses do it too: a later settlement must not revive it. */
function skipDoomed(draft: Draft, turnId: string, responseId: string): void {
  const response = draft.response(turnId, responseId);
  if (response === undefined) return;
  const { skip, stopper } = plan(response.calls);
  skipAll(draft, response, skip, stopper);
}

function unblock(draft: Draft, blocked: BlockedCall): ResponseDocument | undefined {
  const response = draft.response(blocked.turnId, blocked.responseId);
  if (response === undefined) return undefined;
  const freed = withCallState(response, blocked.position, { isBlocked: false, isBlockedByQuestion: undefined });
  draft.setResponse(freed);
  return freed;
}

/** Repeats the plan until it offers nothing more; every round ends, starts, asks about or blocks at least one call. */
function advanceOne(draft: Draft, turnId: string, responseId: string, rules: FoldRules): readonly BlockedCall[] {
  const freed: BlockedCall[] = [...takeFreed(draft, turnId, responseId)];
  for (;;) {
    const response = draft.response(turnId, responseId);
    if (response === undefined) return freed;
    if (response.isHeld) {
      skipDoomed(draft, turnId, responseId);
      return [...freed, ...takeFreed(draft, turnId, responseId)];
    }
    const step = plan(response.calls);
    if (step.start.length + step.ask.length + step.skip.length === 0) return freed;
    skipAll(draft, response, step.skip, step.stopper);
    // By position, so that of two equal calls the later one waits for the earlier one.
    const offered = [...step.start, ...step.ask];
    if (offered.length > 1) offered.sort((one, other) => one - other);
    for (const position of offered) offer(draft, turnId, responseId, position, rules);
    freed.push(...takeFreed(draft, turnId, responseId));
  }
}

function skipAll(draft: Draft, response: ResponseDocument, skip: readonly number[], stopper: number | undefined): void {
  const stopped = stopper === undefined ? undefined : response.calls[stopper];
  if (stopped === undefined) return;
  const error = skippedError(stopped);
  for (const position of skip) endCall(draft, response, position, { status: "failed", error, skipped: true });
}

function offer(draft: Draft, turnId: string, responseId: string, position: number, rules: FoldRules): void {
  const response = draft.response(turnId, responseId);
  const state = response?.calls[position];
  if (response === undefined || state === undefined || state.status !== "waiting") return;
  const gate = equalGate(draft, response, state, rules);
  switch (gate.kind) {
    case "go":
      if (state.mustAsk) ask(draft, response, position, rules);
      else start(draft, response, position);
      return;
    case "ask":
      ask(draft, response, position, rules, gate.earlier);
      return;
    case "wait":
      block(draft, response, position, gate);
      return;
    case "end":
      endCall(draft, response, position, gate.outcome);
  }
}

type WaitGate = Extract<EqualGate, { kind: "wait" }>;

function block(draft: Draft, response: ResponseDocument, position: number, gate: WaitGate): void {
  const { key, isAsked } = gate;
  const waiting = draft.session.blocked[key] ?? [];
  const blocked: BlockedCall = { turnId: response.turnId, responseId: response.responseId, position };
  draft.setSession({ ...draft.session, blocked: { ...draft.session.blocked, [key]: [...waiting, blocked] } });
  draft.setResponse(
    withCallState(response, position, { isBlocked: true, isBlockedByQuestion: isAsked ? true : undefined }),
  );
}

function start(draft: Draft, response: ResponseDocument, position: number): void {
  const call = callAt(draft, response, position);
  const { record, facts } = call;
  if (typeof record.arguments === "string")
    throw new Error(`call ${record.key} has no parsed arguments and cannot start`);
  const input: CallTaskInput = {
    kind: "call",
    key: record.key,
    sessionId: record.sessionId,
    turnId: record.turnId,
    callId: record.callId,
    tool: record.tool,
    connection: record.connection,
    arguments: record.arguments,
    effect: record.effect,
    mechanism: facts.mechanism,
    timeoutMs: facts.timeoutMs,
    approved: call.questions > 0 ? { version: facts.connectorVersion ?? null, digest: facts.digest ?? "" } : undefined,
  };
  draft.run({
    id: record.key,
    session: record.sessionId,
    mode: isSingleAttempt(record.effect) ? "once" : "repeatable",
    input: input as unknown as Json,
    retry: facts.retry,
    timeoutMs: facts.timeoutMs,
    downtimeCounts: facts.downtimeCounts,
  });
  draft.setCall(withRecord(call, { status: "running" }));
  draft.setResponse(withCallState(response, position, { status: "running" }, draft.now));
  draft.emit({ kind: "call_started", at: draft.now, key: record.key, tool: record.tool });
}

/** Puts a call to a person. `earlier` names equal calls of unknown outcome that the person must see. */
export function ask(
  draft: Draft,
  response: ResponseDocument,
  position: number,
  rules: FoldRules,
  earlier?: readonly string[],
): void {
  const call = callAt(draft, response, position);
  const { record, facts } = call;
  const questionId = questionIdOf(record.key, call.questions + 1);
  const preview = facts.preview ?? "";
  const question = {
    questionId,
    key: record.key,
    tool: record.tool,
    connection: record.connection,
    connectorVersion: facts.connectorVersion,
    arguments: typeof record.arguments === "string" ? {} : record.arguments,
    digest: facts.digest ?? "",
    askedAt: draft.now,
    expiresAt: draft.now + rules.approvalDeadlineMs,
    preview:
      earlier === undefined ? preview : `${earlier.map((key) => equalCallNotice(visible(key))).join("\n")}\n${preview}`,
  };
  draft.setQuestion({
    v: documentVersion,
    question,
    turnId: response.turnId,
    responseId: response.responseId,
    position,
    state: "open",
    ...(earlier === undefined ? {} : { earlier }),
  });
  draft.setAlarm(questionId, question.expiresAt);
  draft.setCall({ ...withRecord(call, { status: "awaiting_approval" }), questionId, questions: call.questions + 1 });
  draft.setResponse(withCallState(response, position, { status: "awaiting_approval" }, draft.now));
  draft.emit({ kind: "asked", at: draft.now, key: record.key, questionId });
}

/** Gives a call its record and keeps what later equal calls must know. */
export function endCall(draft: Draft, response: ResponseDocument, position: number, outcome: Outcome): void {
  const current = draft.response(response.turnId, response.responseId) ?? response;
  const call = callAt(draft, current, position);
  const { record } = call;
  draft.setCall({ ...call, record: endedRecord(record, outcome, draft.now) });
  const state = { status: outcome.status, isBlocked: false, isBlockedByQuestion: undefined };
  draft.setResponse(withCallState(current, position, state, draft.now));
  draft.emit({
    kind: "call_ended",
    at: draft.now,
    key: call.record.key,
    tool: call.record.tool,
    status: outcome.status,
  });
  if (outcome.status !== "outcome_unknown") return;
  rememberUnknown(draft, call);
  if (call.facts.hasLookup) scheduleFirstLookup(draft, call);
}

/** Fields that every record has are written over one by one: the copy keeps the shape of the record, which is cheap. */
function endedRecord(record: CallRecord, outcome: Outcome, finishedAt: number): CallRecord {
  const ended: CallRecord = {
    ...record,
    status: outcome.status,
    branch: outcome.branch,
    output: outcome.output,
    error: outcome.error,
    attempts: outcome.attempts ?? record.attempts,
    warnings: outcome.warnings?.length ? [...record.warnings, ...outcome.warnings] : record.warnings,
    finishedAt,
  };
  const { skipped, repeatOf } = outcome;
  if (skipped === undefined && repeatOf === undefined) return ended;
  return { ...ended, skipped, repeatOf };
}

function rememberUnknown(draft: Draft, call: CallDocument): void {
  const { equality } = call.facts;
  if (equality === undefined) return;
  const { session } = draft;
  const keys = [...(session.unsettled[equality] ?? []), call.record.key];
  draft.setSession({ ...session, unsettled: { ...session.unsettled, [equality]: keys } });
}

const none: readonly BlockedCall[] = [];

/** Takes the calls that waited for one of this response's calls out of the session's list, once that call has ended or is held back itself. */
function takeFreed(draft: Draft, turnId: string, responseId: string): readonly BlockedCall[] {
  const { session } = draft;
  if (session.blocked === emptySession.blocked || Object.keys(session.blocked).length === 0) return none;
  const response = draft.response(turnId, responseId);
  const calls: readonly CallState[] = response?.calls ?? [];
  const freed: BlockedCall[] = [];
  const blocked = { ...session.blocked };
  for (const call of calls) {
    const waiting = blocked[call.key];
    const isOver = isFinal(call.status) || (response?.isHeld === true && call.status === "waiting");
    if (waiting === undefined || !isOver) continue;
    freed.push(...waiting);
    delete blocked[call.key];
  }
  if (freed.length > 0) draft.setSession({ ...session, blocked });
  return freed;
}

export function callAt(draft: Draft, response: ResponseDocument, position: number): CallDocument {
  const key = response.calls[position]?.key;
  const call = key === undefined ? undefined : draft.call(key);
  if (call === undefined)
    throw new Error(`the journal lacks call ${String(position)} of response ${response.responseId}`);
  return call;
}
