/** Ends a call inside one fold: its record, and what calls after it must know. Pure: it only writes into the draft. */

import type { CallRecord } from "../core/call.ts";
import type { Draft } from "./draft.ts";
import { withCallState } from "./draft.ts";
import { scheduleFirstLookup } from "./fold-lookup.ts";
import type { Outcome } from "./outcome.ts";
import type { CallDocument, ResponseDocument } from "./session.ts";

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

export function callAt(draft: Draft, response: ResponseDocument, position: number): CallDocument {
  const key = response.calls[position]?.key;
  const call = key === undefined ? undefined : draft.call(key);
  if (call === undefined)
    throw new Error(`the journal lacks call ${String(position)} of response ${response.responseId}`);
  return call;
}
