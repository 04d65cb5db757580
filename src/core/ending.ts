/** How one attempt of a tool ended, as its source reports it, before the rules of the effect class apply. */

import type { Json, JsonObject } from "./json.ts";

/** What a branch makes of a call. */
export type BranchRecord = "succeeded" | "failed" | "outcome_unknown";

/** A declared ending of the operation. */
export interface BranchEnding {
  readonly kind: "branch";
  readonly branch: string;
  readonly record: BranchRecord;
  readonly output?: Json | undefined;
  /** Safe text for the model. */
  readonly message?: string | undefined;
  /** Failed branches: a corrected call may succeed. */
  readonly isRetryable?: boolean | undefined;
  /** What the model needs for a repair: `availableValues`, `neededScopes`, … */
  readonly facts?: JsonObject | undefined;
  /** The case that selected the branch was written for re-sends, so a `failed` branch counts on a re-send too. */
  readonly isForResend?: boolean | undefined;
  /** Defect and not_authorized: nothing happened, yet calling again does not help. */
  readonly provesNothingHappened?: boolean | undefined;
  /** Replaces the branch id as the error's code (`not_authorized`). */
  readonly code?: string | undefined;
  readonly warnings?: readonly string[] | undefined;
}

export type Ending =
  | BranchEnding
  /** A branch the manifest does not declare. */
  | { readonly kind: "undeclared_branch"; readonly branch: string }
  /** A plain result of a tool without branches. */
  | { readonly kind: "returned"; readonly output: Json; readonly warnings?: readonly string[] | undefined }
  /** A tool's own report that it did not work. */
  | {
      readonly kind: "reported_failure";
      readonly code: string;
      readonly message: string;
      readonly isRetryable: boolean;
      readonly facts?: JsonObject | undefined;
    }
  /** Provably nothing left: DNS, refused, TLS, no credentials. */
  | { readonly kind: "not_sent"; readonly reason: string; readonly isFinal?: boolean | undefined }
  /** The provider says that it did not process the request. */
  | {
      readonly kind: "not_processed";
      readonly reason: string;
      /** The stated wait; kept whole or the call ends. */
      readonly retryAfterMs?: number | undefined;
      /** The stated wait is longer than the manifest lets a call wait: the call ends. */
      readonly isFinal?: boolean | undefined;
    }
  /** Anything else once bytes may have left. `isFinal` forbids a re-send (past the key window, replayed failures). */
  | {
      readonly kind: "ambiguous";
      readonly reason: string;
      readonly isFinal?: boolean | undefined;
      /** The stated wait before a re-send ("the first request is still at work"). */
      readonly retryAfterMs?: number | undefined;
    };

/** What a lookup found out about an earlier call. */
export type Reconciliation =
  /** Proof: the match was on a value derived from the call's key (or absence was proven). */
  | { readonly kind: "settled"; readonly ending: BranchEnding; readonly evidence: string }
  /** A match on business values only: a person settles. */
  | { readonly kind: "state_matches"; readonly evidence: string }
  /** Nothing is settled, and why. */
  | { readonly kind: "open"; readonly reason: string }
  /** Asked too early; ask again after this wait, in milliseconds. */
  | { readonly kind: "too_early"; readonly askAgainInMs: number };
