/** What clients put into a session's inbox: the bodies of the inputs that fold knows. */

import type { FinalStatus } from "../core/call.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { ConnectionReference } from "../core/tool.ts";
import type { CallFacts, ResolvedCall } from "./session.ts";

/** A response of the model, its calls resolved by intake. */
export interface SubmitInput {
  readonly kind: "submit";
  readonly sessionId: string;
  readonly turnId: string;
  readonly responseId: string;
  readonly digest: string;
  readonly calls: readonly ResolvedCall[];
  /** Cancelled before it was submitted: nothing starts. */
  readonly isCancelled: boolean;
}

/** A person's decision; `edit` is what the edited arguments resolved to. */
export interface DecideInput {
  readonly kind: "decide";
  readonly questionId: string;
  readonly decision: "approve" | "reject";
  readonly comment?: string | undefined;
  readonly decidedBy: string;
  /** When it was left for the journal's owner, in wall time; absent where the owner itself took it. */
  readonly leftAt?: number | undefined;
  readonly edit?: ResolvedEdit | undefined;
}

export type ResolvedEdit = Pick<CallFacts, "digest" | "preview" | "equality"> & { readonly arguments: JsonObject };

/** The tool behind an open question is no longer what was asked about. */
export interface ReaskInput {
  readonly kind: "reask";
  readonly questionId: string;
  readonly reason: string;
  readonly connectorVersion?: string | undefined;
  readonly connection?: ConnectionReference | undefined;
  /** What follows from the arguments for the tool as it is now. */
  readonly facts: Pick<CallFacts, "digest" | "preview" | "equality">;
}

export interface CancelInput {
  readonly kind: "cancel";
  readonly turnId: string;
  readonly responseId: string;
}

export interface ResumeInput {
  readonly kind: "resume";
  readonly turnId: string;
  readonly responseId: string;
}

/** Somebody or something found out how a call of unknown outcome ended. */
export interface SettleInput {
  readonly kind: "settle";
  readonly key: string;
  readonly status: Exclude<FinalStatus, "outcome_unknown">;
  readonly branch?: string | undefined;
  readonly output?: Json | undefined;
  readonly reason: string;
  readonly settledBy: string;
  readonly override?: boolean | undefined;
  readonly warnings?: readonly string[] | undefined;
}

/** The session was told how a call ended after all. `entries` is how long its history was then. */
export interface ToldInput {
  readonly kind: "told";
  readonly key: string;
  readonly entries: number;
}

export type ClientInput = SubmitInput | DecideInput | ReaskInput | CancelInput | ResumeInput | SettleInput | ToldInput;

/** What a submit answers. */
export type SubmitReply = { readonly accepted: true } | { readonly accepted: false; readonly digest: string };
