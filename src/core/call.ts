/** Calls: their identity and the record of how each ended. */

import type { EffectClass } from "./effect.ts";
import type { Json, JsonObject } from "./json.ts";
import type { ConnectionReference } from "./tool.ts";

/** The three ids that name a call. */
export interface CallIdentity {
  readonly sessionId: string;
  readonly turnId: string;
  readonly callId: string;
}

/** The call's key: the three ids with `%` and `/` percent-escaped, joined by `/`. */
export function callKey(identity: CallIdentity): string {
  return [identity.sessionId, identity.turnId, identity.callId].map(escapePart).join("/");
}

/** The ids a key was made of, or `undefined` when the text is no key. */
export function parseCallKey(key: string): CallIdentity | undefined {
  const parts = key.split("/");
  const [sessionId, turnId, callId] = parts.map(unescapePart);
  if (parts.length !== 3 || sessionId === undefined || turnId === undefined || callId === undefined) return undefined;
  const identity = { sessionId, turnId, callId };
  return callKey(identity) === key ? identity : undefined;
}

/** The id of the call at a position (from 0) of a response. */
export function callIdAt(responseId: string, position: number): string {
  return `${responseId}.${String(position)}`;
}

/** Escapes `%` and `/` so that parts of a key or an item id can be joined by `/`. */
export function escapePart(part: string): string {
  return part.includes("%") || part.includes("/") ? part.replaceAll("%", "%25").replaceAll("/", "%2F") : part;
}

function unescapePart(part: string): string {
  return part.replaceAll("%2F", "/").replaceAll("%25", "%");
}

export type FinalStatus = "succeeded" | "failed" | "rejected" | "outcome_unknown";
export type LiveStatus = "waiting" | "awaiting_approval" | "running";
export type CallStatus = FinalStatus | LiveStatus;

export function isFinal(status: CallStatus): status is FinalStatus {
  return status !== "waiting" && status !== "awaiting_approval" && status !== "running";
}

/** Why a call did not succeed. */
export interface CallError {
  /** A code of the closed list, a branch id, or a tool's own code. */
  readonly code: string;
  readonly message: string;
  /** Provably nothing of the call happened. */
  readonly didNotRun: boolean;
  /** A new call, corrected as the message says, may succeed. */
  readonly retryable: boolean;
  readonly retryAfterSeconds?: number | undefined;
  readonly faults?: Json | undefined;
  readonly availableValues?: Json | undefined;
  readonly [fact: string]: Json | undefined;
}

/** Something that happened to a call after its record: settlements, late results, conflicts. */
export interface HistoryEntry {
  /** Wall time in milliseconds. */
  readonly at: number;
  readonly kind: "settled" | "late_result" | "conflict" | "decided" | "asked" | "withdrawn";
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
  readonly status?: CallStatus | undefined;
  readonly output?: Json | undefined;
  readonly [fact: string]: Json | undefined;
}

/** How a call ended, or how it stands while it lives. */
export interface CallRecord {
  readonly key: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly responseId: string;
  readonly callId: string;
  /** The id the model gave; never an identity. */
  readonly modelCallId: string;
  readonly tool: string;
  readonly connection?: ConnectionReference | undefined;
  /** The arguments that run or ran, schema defaults filled in; the raw text when it could not be parsed. */
  readonly arguments: JsonObject | string;
  /** What the model proposed, when a person edited it. */
  readonly proposedArguments?: JsonObject | undefined;
  readonly effect: EffectClass;
  readonly requiresApproval: boolean;
  readonly status: CallStatus;
  readonly branch?: string | undefined;
  readonly output?: Json | undefined;
  readonly error?: CallError | undefined;
  readonly skipped?: true | undefined;
  /** The key of the equal call whose record this is. */
  readonly repeatOf?: string | undefined;
  readonly warnings: readonly string[];
  /** Attempts begun. */
  readonly attempts: number;
  readonly history: readonly HistoryEntry[];
  /** The largest result a model is given of this call, in bytes of UTF-8, where the tool declares another limit than 4,096. */
  readonly maxResultBytes?: number | undefined;
  readonly receipt?: Json | undefined;
  /** Where the result is over its limit and the runner has `readMoreTool()`: the cursor with which the model reads the rest. */
  readonly readMore?: string | undefined;
  /** Wall time in milliseconds. */
  readonly createdAt: number;
  readonly finishedAt?: number | undefined;
}
