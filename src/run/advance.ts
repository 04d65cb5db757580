/** Carries a plan out inside one fold: starts, asks, skips, and holds equal writes together. Pure: it only writes into the draft. */

import { isFinal } from "../core/call.ts";
import { isSingleAttempt } from "../core/effect.ts";
import type { Json } from "../core/json.ts";
import { ask } from "./ask.ts";
import type { Draft } from "./draft.ts";
import { withCallState, withRecord } from "./draft.ts";
import { callAt, endCall } from "./end-call.ts";
import type { FoldRules } from "./fold-rules.ts";
import type { EqualGate } from "./equal-call.ts";
import { equalGate } from "./equal-call.ts";
import { plan } from "./plan.ts";
import type { BlockedCall, CallState, CallTaskInput, ResponseDocument } from "./session.ts";
import { emptySession } from "./session.ts";
import { skippedError } from "./wording.ts";

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
