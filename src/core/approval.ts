/** Questions to a person, their decisions, and the port of those who carry them. */

import type { JsonObject } from "./json.ts";
import type { ConnectionReference } from "./tool.ts";

/** A call that waits for a person. */
export interface Question {
  readonly questionId: string;
  /** The call's key. */
  readonly key: string;
  readonly tool: string;
  readonly connection?: ConnectionReference | undefined;
  readonly connectorVersion?: string | undefined;
  readonly arguments: JsonObject;
  /** Digest of the canonical arguments. */
  readonly digest: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** What will run, in words for a person: every argument, hidden characters made visible. */
  readonly preview: string;
}

/** What a person decided about one question. */
export interface Decision {
  readonly questionId: string;
  readonly decision: "approve" | "reject";
  /** Approve with other arguments. */
  readonly arguments?: JsonObject | undefined;
  readonly comment?: string | undefined;
  readonly decidedBy: string;
}

export type VerdictCode =
  | "unknown_question"
  | "already_decided"
  | "expired"
  | "withdrawn"
  | "invalid_edit"
  | "not_unknown"
  | "already_settled";

/** Whether a decision or settlement took effect, and if not, why and who was first. */
export type Verdict =
  | { readonly accepted: true }
  | {
      readonly accepted: false;
      readonly code: VerdictCode;
      readonly message: string;
      readonly by?: string | undefined;
      readonly at?: number | undefined;
    };

/** What an approver answers; the runner adds the question's id. */
export type ApproverAnswer = Omit<Decision, "questionId"> & { readonly questionId?: string | undefined };

/** How a question is put to an approver. */
export interface AskOptions {
  /** Aborts when the question was decided elsewhere or withdrawn. */
  readonly signal: AbortSignal;
  /** Why the approver's answer before this one was refused: its edited arguments are invalid. */
  readonly refusal?: string | undefined;
}

/** Carries questions to a person. A throw leaves the question open; after an invalid edit the same question is put again. */
export interface Approver {
  ask(question: Question, options: AskOptions): Promise<ApproverAnswer>;
}
