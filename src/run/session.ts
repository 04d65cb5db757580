/** The documents a session is made of, and how they are addressed. Owns shapes and ids, decides nothing. */

import type { CallError, CallRecord, CallStatus } from "../core/call.ts";
import { callKey, escapePart } from "../core/call.ts";
import type { Question } from "../core/approval.ts";
import type { EffectClass } from "../core/effect.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { RetryPolicy } from "../core/retry.ts";
import type { ConnectionReference } from "../core/tool.ts";
import type { LookedUpCall } from "./looked-up-call.ts";

/** The version of every document below; a reader refuses a newer one. */
export const documentVersion = 1;

/** The session's own document: only what calls of different responses must know of each other. */
export interface SessionDocument {
  readonly v: typeof documentVersion;
  /** Unsettled writes of unknown outcome, by equality text: the keys of the calls. */
  readonly unsettled: Readonly<Record<string, readonly string[]>>;
  /** Calls that wait for the record of an equal call, by the key of that call. */
  readonly blocked: Readonly<Record<string, readonly BlockedCall[]>>;
}

export interface BlockedCall {
  readonly turnId: string;
  readonly responseId: string;
  readonly position: number;
}

export const emptySession: SessionDocument = { v: documentVersion, unsettled: {}, blocked: {} };

/** A response while it is worked on and after. */
export interface ResponseDocument {
  readonly v: typeof documentVersion;
  readonly sessionId: string;
  readonly turnId: string;
  readonly responseId: string;
  /** Of the calls as the model made them; the same id with another digest is refused. */
  readonly digest: string;
  readonly createdAt: number;
  /** When something last happened in it; recovery lets only a young response go on by itself. */
  readonly lastEntryAt: number;
  /** Set by recovery: nothing new starts until it is resumed or a decision arrives. */
  readonly isHeld: boolean;
  readonly isCancelled: boolean;
  readonly calls: readonly CallState[];
}

/** What the order of a response needs to know of each call; the rest is in the call's own document. */
export interface CallState {
  readonly callId: string;
  readonly key: string;
  readonly tool: string;
  readonly isOrdered: boolean;
  readonly effect: EffectClass;
  readonly status: CallStatus;
  readonly mustAsk: boolean;
  readonly isBlocked: boolean;
  /** The equal call it waits for was being asked about: nothing happens before a person decides. */
  readonly isBlockedByQuestion?: true | undefined;
  /** Equal texts are equal writes: tool, connection and canonical arguments. Absent: the rule does not apply. */
  readonly equality?: string | undefined;
  /** An equal earlier call of the turn does not stand for this one. */
  readonly allowRepeat?: true | undefined;
}

/** A call with all its facts. `record` is what users read. */
export interface CallDocument {
  readonly v: typeof documentVersion;
  readonly record: CallRecord;
  readonly facts: CallFacts;
  /** The question that is or was asked about it last. */
  readonly questionId?: string | undefined;
  /** How many questions were asked. */
  readonly questions: number;
  /** How many lookups were begun by the toolkit itself. */
  readonly lookups?: number | undefined;
}

/** What was decided about a call when the model made it; later policy and manifests change later calls only. */
export interface CallFacts {
  readonly position: number;
  readonly isOrdered: boolean;
  readonly connectorVersion?: string | undefined;
  readonly mechanism: "none" | "natural" | "key" | "lookup";
  readonly hasLookup: boolean;
  /** The tool's own limit of what a model is given. */
  readonly maxResultBytes?: number | undefined;
  /** The least wait before a lookup may settle, in milliseconds. */
  readonly lookupWaitMs?: number | undefined;
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
  readonly downtimeCounts: boolean;
  /** Digest of the canonical arguments; set where a person is asked. */
  readonly digest?: string | undefined;
  readonly preview?: string | undefined;
  readonly equality?: string | undefined;
  readonly allowRepeat?: true | undefined;
}

/** A call as intake resolved it: effect, approval and faults are decided, so that folding stays pure. */
export interface ResolvedCall {
  readonly callId: string;
  readonly modelCallId: string;
  readonly tool: string;
  readonly connection?: ConnectionReference | undefined;
  readonly arguments: JsonObject | string;
  readonly effect: EffectClass;
  readonly requiresApproval: boolean;
  readonly facts: CallFacts;
  readonly warnings: readonly string[];
  /** Ends the call at once: invalid arguments, unknown tool. */
  readonly refusal?: CallError | undefined;
}

/** `open` until a decision or the deadline is durable, or the question no longer fits what would run. */
export type QuestionState = "open" | "decided" | "withdrawn" | "expired";

/** A question with its state. */
export interface QuestionDocument {
  readonly v: typeof documentVersion;
  readonly question: Question;
  readonly turnId: string;
  readonly responseId: string;
  readonly position: number;
  readonly state: QuestionState;
  /** The equal calls of unknown outcome that the person was shown. */
  readonly earlier?: readonly string[] | undefined;
  readonly decided?: { readonly by: string; readonly at: number; readonly text: string } | undefined;
}

/** What the equal-call rule keeps of a write in its turn. */
export interface EqualDocument {
  readonly v: typeof documentVersion;
  /** The key of the call that stands for all equal ones. */
  readonly key: string;
  /** Keys of others that were settled to a success: each stands for them too, whatever becomes of the first. */
  readonly also?: readonly string[] | undefined;
}

/** What a decision was bound to. */
export interface ApprovedCall {
  /** The connector's version; null for a tool without one. */
  readonly version: string | null;
  /** Digest of the canonical arguments. */
  readonly digest: string;
}

/** The input of a call's task: all that an attempt needs. */
export interface CallTaskInput {
  readonly kind: "call";
  readonly key: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly tool: string;
  readonly connection?: ConnectionReference | undefined;
  readonly arguments: JsonObject;
  readonly effect: EffectClass;
  readonly mechanism: CallFacts["mechanism"];
  readonly timeoutMs: number;
  /** What a person approved; absent when nobody was asked. */
  readonly approved?: ApprovedCall | undefined;
}

/** The input of a task that looks up how a call ended. */
export type LookupTaskInput = LookedUpCall & { readonly kind: "lookup"; readonly sessionId: string };

export type RunTaskInput = CallTaskInput | LookupTaskInput;

/** What an attempt that is final gives back for the record. */
export interface CallResult {
  readonly status: "succeeded" | "failed" | "outcome_unknown";
  readonly branch?: string | undefined;
  readonly output?: Json | undefined;
  readonly error?: CallError | undefined;
  readonly warnings: readonly string[];
}

export const itemIds = {
  call: (key: string): string => `call/${key}`,
  response: (turnId: string, responseId: string): string => `response/${escapePart(turnId)}/${escapePart(responseId)}`,
  question: (questionId: string): string => `question/${questionId}`,
  untold: (key: string): string => `untold/${key}`,
  equal: (turnId: string, equality: string): string => `equal/${escapePart(turnId)}/${equality}`,
};

export function keyOf(sessionId: string, turnId: string, callId: string): string {
  return callKey({ sessionId, turnId, callId });
}

/** The id of the n-th question (from 1) about a call. */
export function questionIdOf(key: string, count: number): string {
  return `${key}:q${String(count)}`;
}
