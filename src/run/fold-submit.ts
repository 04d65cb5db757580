/** Folds a response of the model into the session: its documents are made, refused calls end at once, the rest goes as far as it can. */

import type { CallRecord } from "../core/call.ts";
import { advance } from "./advance.ts";
import type { SubmitInput, SubmitReply } from "./client-input.ts";
import type { Draft } from "./draft.ts";
import { endCall } from "./end-call.ts";
import { foldCancel } from "./fold-cancel.ts";
import type { FoldRules } from "./fold-rules.ts";
import type { CallDocument, CallState, ResolvedCall, ResponseDocument } from "./session.ts";
import { documentVersion, keyOf } from "./session.ts";

/** A known response changes nothing; the reply then carries its digest, for the one who submits other calls under its name. */
export function foldSubmit(draft: Draft, input: SubmitInput, rules: FoldRules): SubmitReply {
  const known = draft.response(input.turnId, input.responseId);
  if (known !== undefined) {
    return known.digest === input.digest ? { accepted: true } : { accepted: false, digest: known.digest };
  }
  const response = newResponse(draft, input);
  draft.setResponse(response);
  draft.emit({
    kind: "response_accepted",
    at: draft.now,
    turnId: input.turnId,
    responseId: input.responseId,
    calls: input.calls.length,
  });
  input.calls.forEach((call, position) => {
    const key = response.calls[position]?.key ?? "";
    draft.setCall(newCall(draft, input, call, key));
    if (call.refusal !== undefined) endCall(draft, response, position, { status: "failed", error: call.refusal });
  });
  if (input.isCancelled) foldCancel(draft, input, rules);
  else advance(draft, response, rules);
  return { accepted: true };
}

function newResponse(draft: Draft, input: SubmitInput): ResponseDocument {
  return {
    v: documentVersion,
    sessionId: input.sessionId,
    turnId: input.turnId,
    responseId: input.responseId,
    digest: input.digest,
    createdAt: draft.now,
    lastEntryAt: draft.now,
    isHeld: false,
    isCancelled: false,
    calls: input.calls.map((call) => newState(input, call)),
  };
}

function newState(input: SubmitInput, call: ResolvedCall): CallState {
  return {
    callId: call.callId,
    key: keyOf(input.sessionId, input.turnId, call.callId),
    tool: call.tool,
    isOrdered: call.facts.isOrdered,
    effect: call.effect,
    status: "waiting",
    mustAsk: call.requiresApproval,
    isBlocked: false,
    equality: call.facts.equality,
    allowRepeat: call.facts.allowRepeat,
  };
}

/** Each field that most records get is there from the start: the copies that follow keep their shape, which is cheap. */
function newCall(draft: Draft, input: SubmitInput, call: ResolvedCall, key: string): CallDocument {
  const record: CallRecord = {
    key,
    sessionId: input.sessionId,
    turnId: input.turnId,
    responseId: input.responseId,
    callId: call.callId,
    modelCallId: call.modelCallId,
    tool: call.tool,
    connection: call.connection,
    arguments: call.arguments,
    effect: call.effect,
    requiresApproval: call.requiresApproval,
    status: "waiting",
    branch: undefined,
    output: undefined,
    error: undefined,
    warnings: call.warnings,
    attempts: 0,
    history: [],
    maxResultBytes: call.facts.maxResultBytes,
    createdAt: draft.now,
    finishedAt: undefined,
  };
  return { v: documentVersion, record, facts: call.facts, questions: 0, questionId: undefined };
}
