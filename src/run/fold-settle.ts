/** Folds what becomes known after a record: settlements, late results, conflicts. The first record and the first settlement stand. */

import type { Verdict } from "../core/approval.ts";
import { canonicalText } from "../core/canonical.ts";
import type { CallError, CallRecord, HistoryEntry } from "../core/call.ts";
import type { TaskEnd } from "../core/engine.ts";
import type { JsonObject } from "../core/json.ts";
import type { SettleInput, ToldInput } from "./client-input.ts";
import type { Draft } from "./draft.ts";
import { withCallState } from "./draft.ts";
import { outcomeOfEnd } from "./outcome.ts";
import type { CallDocument } from "./session.ts";
import { standBeside } from "./equal-call.ts";
import { settledError } from "./wording-people.ts";

export function foldSettle(draft: Draft, input: SettleInput): Verdict {
  const call = draft.call(input.key);
  if (call === undefined) {
    return { accepted: false, code: "not_unknown", message: `there is no call ${input.key}` };
  }
  const settled = settlementOf(call.record);
  if (settled !== undefined && input.override !== true) return secondSettlement(draft, call, settled, input);
  const ended = notUnknown(call.record);
  if (ended !== undefined) return ended;
  // The same override once more (an input may be folded twice) leaves one entry.
  if (settled === undefined || !isSame(settled, input) || !hasOutput(call.record, input)) settle(draft, call, input);
  return { accepted: true };
}

/** Whether the record has the output that is to be settled; only a success keeps one. */
function hasOutput({ output }: CallRecord, input: SettleInput): boolean {
  return input.status !== "succeeded" || canonicalText(output ?? null) === canonicalText(input.output ?? null);
}

/** Why a call cannot be settled at all: it has an outcome of its own. */
export function notUnknown(record: CallRecord): Verdict | undefined {
  if (record.status === "outcome_unknown" || settlementOf(record) !== undefined) return undefined;
  const message = `call ${record.key} is ${record.status}; only a call of unknown outcome can be settled`;
  return { accepted: false, code: "not_unknown", message };
}

function isSame(settled: HistoryEntry, input: SettleInput): boolean {
  return settled.by === input.settledBy && settled.reason === input.reason && settled.status === input.status;
}

/** The settlement that stands. */
export function settlementOf(record: CallRecord): HistoryEntry | undefined {
  return record.history.findLast((entry) => entry.kind === "settled");
}

function secondSettlement(draft: Draft, call: CallDocument, first: HistoryEntry, input: SettleInput): Verdict {
  const isContrary = input.status !== call.record.status;
  const isNoted = call.record.history.some((entry) => entry.kind === "conflict" && isSame(entry, input));
  if (isContrary && !isNoted) noteConflict(draft, call, input.reason, input.settledBy, input.status);
  return alreadySettled(call.record, first);
}

export function alreadySettled({ key, status }: CallRecord, { by, at }: HistoryEntry): Verdict {
  const message = `call ${key} was settled as ${status} by ${by ?? "somebody"} already`;
  return { accepted: false, code: "already_settled", message, by, at };
}

function settle(draft: Draft, call: CallDocument, input: SettleInput): void {
  const { record } = call;
  const { error, ...rest } = record;
  const { status, branch, output } = record;
  const entry: HistoryEntry = {
    at: draft.now,
    kind: "settled",
    by: input.settledBy,
    reason: input.reason,
    status: input.status,
    first: { status, branch, output, error },
    ...(input.override === true ? { override: true } : {}),
  };
  const isSuccess = input.status === "succeeded";
  draft.setCall({
    ...call,
    record: {
      ...rest,
      status: input.status,
      branch: input.branch,
      output: isSuccess ? input.output : undefined,
      ...(isSuccess
        ? {}
        : { error: settledError({ code: input.branch, reason: input.reason, facts: lastErrorOf(error) }) }),
      warnings: [...record.warnings, ...(input.warnings ?? [])],
      history: [...record.history, entry],
    },
  });
  forgetUnknown(draft, call);
  // Another equal call may have taken the place meanwhile; each that worked stands for all.
  const { equality } = call.facts;
  if (isSuccess && equality !== undefined) standBeside(draft, record.turnId, equality, record.key);
  draft.setUntold(record.key, "open");
  markInResponse(draft, call, input.status);
  draft.emit({ kind: "settled", at: draft.now, key: record.key, status: input.status, by: input.settledBy });
}

function lastErrorOf(error: CallError | undefined): JsonObject | undefined {
  const lastError = error?.["lastError"];
  return lastError === undefined ? undefined : { lastError };
}

/** Told; unless more became known since. */
export function foldTold(draft: Draft, input: ToldInput): void {
  const call = draft.call(input.key);
  if (call?.record.history.length === input.entries) draft.setUntold(input.key, "told");
}

function markInResponse(draft: Draft, call: CallDocument, status: CallRecord["status"]): void {
  const response = draft.response(call.record.turnId, call.record.responseId);
  if (response !== undefined) draft.setResponse(withCallState(response, call.facts.position, { status }));
}

function forgetUnknown(draft: Draft, call: CallDocument): void {
  const { equality } = call.facts;
  const keys = equality === undefined ? undefined : draft.session.unsettled[equality];
  if (equality === undefined || keys === undefined) return;
  const left = keys.filter((key) => key !== call.record.key);
  const { [equality]: _, ...others } = draft.session.unsettled;
  const unsettled = left.length === 0 ? others : { ...others, [equality]: left };
  draft.setSession({ ...draft.session, unsettled });
}

/** An end that came after the record: evidence. It settles an unknown outcome and overwrites nothing else. */
export function foldLate(draft: Draft, key: string, end: TaskEnd): void {
  const call = draft.call(key);
  if (call === undefined || call.record.effect === "read") return;
  const outcome = outcomeOfEnd(call, end);
  const said = JSON.stringify([outcome.status, outcome.branch ?? null, outcome.output ?? null]);
  if (call.record.history.some((entry) => entry["said"] === said)) return;
  const { status } = outcome;
  noteLate(draft, call, status, said);
  const noted = draft.call(key) ?? call;
  if (status === "outcome_unknown" || status === "rejected") return;
  if (noted.record.status === "outcome_unknown") {
    const reason = "the result arrived after its record";
    settle(draft, noted, { kind: "settle", key, ...outcome, status, reason, settledBy: "late_result" });
  } else if (noted.record.status !== status) {
    noteConflict(draft, noted, "a late result says otherwise", "late_result", status);
  }
}

function noteLate(draft: Draft, call: CallDocument, status: string, said: string): void {
  const entry: HistoryEntry = { at: draft.now, kind: "late_result", status: status as CallRecord["status"], said };
  draft.setCall({ ...call, record: { ...call.record, history: [...call.record.history, entry] } });
  draft.emit({ kind: "late_result", at: draft.now, key: call.record.key, status });
}

function noteConflict(
  draft: Draft,
  call: CallDocument,
  reason: string,
  by: string,
  status: CallRecord["status"],
): void {
  const entry: HistoryEntry = { at: draft.now, kind: "conflict", by, reason, status };
  draft.setCall({ ...call, record: { ...call.record, history: [...call.record.history, entry] } });
  draft.setUntold(call.record.key, "open");
  draft.emit({ kind: "conflict", at: draft.now, key: call.record.key, reason });
}
