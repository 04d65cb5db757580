/** How an answer, or a fault, becomes an ending: an ordered list of rules, the first match wins. */
import type { Json } from "./json.ts";
import type { ManifestValue } from "./manifest-value.ts";

/**
 * What went wrong on the way. `dns`, `connect` and `tls` happen before any byte is sent; the others after.
 */
export type RequestFault =
  | "dns"
  | "connect"
  | "tls"
  | "timeout"
  | "reset"
  | "truncated"
  | "oversize"
  | "invalidBody"
  | "schemaMismatch";

/** A range of status codes, both ends included; one code has equal ends. */
export interface StatusRange {
  readonly from: number;
  readonly to: number;
}

/** A test on one place of the answer's JSON body. */
export type BodyTest = { readonly at: string } & (
  | { readonly kind: "equals"; readonly value: Json }
  | { readonly kind: "in"; readonly values: readonly Json[] }
  | { readonly kind: "exists"; readonly exists: boolean }
  | { readonly kind: "matches"; readonly pattern: string }
);

/** A test on one header of the answer; its name is in lower case. */
export type HeaderTest = { readonly name: string } & (
  | { readonly kind: "equals"; readonly value: string }
  | { readonly kind: "exists"; readonly exists: boolean }
);

/**
 * When a rule applies: every test that is present must hold.
 *
 * When a fault happened, only conditions that name `fault` can match.
 */
export interface Condition {
  readonly status: readonly StatusRange[] | undefined;
  readonly body: BodyTest | undefined;
  readonly header: HeaderTest | undefined;
  /** `true`: only on a re-send of this call; `false`: only on its first send. */
  readonly retried: boolean | undefined;
  readonly fault: readonly RequestFault[] | undefined;
}

/** Where a stated wait is read: seconds or a date in a header, an epoch time in a header, or seconds in the body. */
export type WaitSource =
  | { readonly kind: "header"; readonly name: string }
  | { readonly kind: "epochHeader"; readonly name: string }
  | { readonly kind: "body"; readonly pointer: string };

/** What a matching rule says about the attempt. */
export type ClassifiedOutcome =
  | { readonly kind: "branch"; readonly branch: string; readonly output: ManifestValue | undefined }
  | { readonly kind: "retry" }
  | {
      readonly kind: "retryLater";
      readonly from: readonly WaitSource[];
      readonly fallbackMs: number;
      readonly maxMs: number;
    }
  | { readonly kind: "reauthorize" }
  | { readonly kind: "lookup"; readonly absent: string | undefined };

/** One rule of the list. */
export interface ClassificationRule {
  readonly when: Condition;
  readonly then: ClassifiedOutcome;
}

/**
 * The whole list: the operation's own rules, then the manifest's defaults, then `otherwise`.
 *
 * `tail` is the built-in ending: a query is retried and then failed; a mutation that was sent is of unknown outcome.
 */
export interface Classification {
  readonly rules: readonly ClassificationRule[];
  readonly otherwise:
    | { readonly kind: "tail" }
    | { readonly kind: "branch"; readonly branch: string; readonly output: ManifestValue | undefined };
}
