/**
 * Tells sessions the truth about calls of unknown outcome, once it is known: an application message per call, at least once.
 * Whether a message comes from here can be proven by its mark; text of a user or a provider cannot make one.
 */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { CallRecord } from "../core/call.ts";
import type { Json } from "../core/json.ts";
import { defaultMaxResultBytes, limitResult } from "./result-limit.ts";

/** A message for the session. `id` repeats when it is sent again: a host that drops ids it has seen shows it once. */
export interface OutcomeMessage {
  readonly id: string;
  readonly text: string;
}

/** What an application knows about a call of unknown outcome; `undefined` leaves it open. */
export type OutcomeAnswer =
  | {
      readonly status: "succeeded" | "failed" | "rejected";
      readonly output?: Json;
      readonly reason: string;
      readonly settledBy?: string;
    }
  | undefined;

export interface UnknownOutcomeReport {
  readonly sessionId: string;
  /** Asked about each unsettled call. Left out: the declared lookups are asked. */
  readonly check?: (key: string, call: CallRecord) => OutcomeAnswer | Promise<OutcomeAnswer>;
  /** Hands a message to the session; a throw leaves it to be sent again. */
  readonly send: (message: OutcomeMessage) => void | Promise<void>;
}

/** What was told and what is still open. */
export interface UnknownOutcomeSummary {
  readonly told: readonly string[];
  readonly open: readonly string[];
}

/** Writes the message about a call, marked with a tag that only the journal's owner can make. */
export function outcomeMessage(record: CallRecord, secret: string): OutcomeMessage {
  const told = record.history.filter((entry) => entry.kind === "settled" || entry.kind === "conflict").length;
  const id = told <= 1 ? record.key : `${record.key}#${String(told)}`;
  const words = wordsAbout(record);
  return { id, text: `[application message ${tagOf(secret, id, words)}] ${words}` };
}

/** Whether a text was made by `outcomeMessage` under this id. */
export function isOutcomeMessage(message: OutcomeMessage, secret: string): boolean {
  const match = /^\[application message ([0-9a-f]{32})\] (.*)$/s.exec(message.text);
  const [, tag, words] = match ?? [];
  if (tag === undefined || words === undefined) return false;
  return timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(secret, message.id, words)));
}

function tagOf(secret: string, id: string, words: string): string {
  return createHmac("sha256", secret).update(`outcome message\n${id}\n${words}`).digest("hex").slice(0, 32);
}

function wordsAbout(record: CallRecord): string {
  const conflict = record.history.findLast((entry) => entry.kind === "conflict");
  const call = `the earlier call ${record.key} of ${record.tool}`;
  const truth = truthOf(record, call);
  if (conflict === undefined) return truth;
  return `${truth} Other evidence says ${conflict.status ?? "otherwise"} (${conflict.reason ?? "no reason given"}); a person has to look at it.`;
}

function truthOf(record: CallRecord, call: string): string {
  const settled = record.history.findLast((entry) => entry.kind === "settled");
  const reason = settled?.reason === undefined ? "" : ` (${settled.reason})`;
  if (record.status === "succeeded") {
    return `It is now known that ${call} took effect${reason}. Do not call it again. Result: ${resultText(record)}`;
  }
  if (record.status === "outcome_unknown")
    return `It is still not known whether ${call} took effect. Do not call it again.`;
  return `It is now known that ${call} did not take effect${reason}. A new call may be made if it is still wanted.`;
}

/** Cut like the result that a model is given at once. */
function resultText({ output = null, maxResultBytes = defaultMaxResultBytes }: CallRecord): string {
  const { value, totalBytes } = limitResult(output, maxResultBytes);
  const text = JSON.stringify(value);
  return totalBytes === undefined ? text : `${text} (cut from ${String(totalBytes)} bytes)`;
}
