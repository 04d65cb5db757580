/** Why a write may be sent again, and how the truth is looked up when nobody knows whether it happened. */
import type { Condition } from "./manifest-classify.ts";
import type { RequestDeclaration } from "./manifest-request.ts";
import type { KeyFormat, ManifestValue } from "./manifest-value.ts";

/** Where the toolkit writes the key: a header or query parameter by name, or a place in the JSON body by pointer. */
export type KeyPlace =
  | { readonly in: "header"; readonly name: string }
  | { readonly in: "query"; readonly name: string }
  | { readonly in: "body"; readonly at: string };

/** Sending it twice leaves the same state as once. */
export interface NaturalIdempotency {
  readonly kind: "natural";
  readonly because: string;
  /** JSON Pointers into the input that name the target. */
  readonly identity: readonly string[];
}

/** The provider knows a request by its key. */
export interface KeyIdempotency {
  readonly kind: "key";
  readonly place: KeyPlace;
  readonly format: KeyFormat;
  /** Characters; 36 for `uuid`, 64 for `hex` unless the manifest says otherwise. */
  readonly maxLength: number;
  /** How long the provider remembers a key, in milliseconds. */
  readonly windowMs: number | "forever";
  /** What the provider does with an equal key and other content. */
  readonly mismatch: "error" | "ignored" | "overwrites";
  /** Whether the provider repeats an earlier failure instead of trying again. */
  readonly replaysFailures: boolean;
  /** The answer that means "the first request with this key is still at work". */
  readonly inProgress: Condition | undefined;
}

/** The operation's `lookup` is asked before every re-send. */
export interface LookupIdempotency {
  readonly kind: "lookup";
}

/** The mechanism that makes a re-send safe. */
export type Idempotency = NaturalIdempotency | KeyIdempotency | LookupIdempotency;

/** What the lookup asks: a query of the same connector, or a request of its own. */
export type LookupSource =
  | { readonly kind: "operation"; readonly operation: string }
  | { readonly kind: "request"; readonly request: RequestDeclaration };

/**
 * How to learn whether a write happened.
 *
 * Found is proof only when `marker` is present and `match.equals` is derived from the key.
 */
export interface Lookup {
  readonly source: LookupSource;
  /** Values for the query's inputs (or, for a request of its own, what its `input` values read), by name. */
  readonly bind: Readonly<Record<string, ManifestValue>>;
  readonly match: {
    /** Pointer to the list to search in the lookup's output; absent when the output is the one item. */
    readonly items: string | undefined;
    /** Pointer into an item. */
    readonly at: string;
    readonly equals: ManifestValue;
  };
  /** Pointer into the write's request body, where it stored a value derived from the key. */
  readonly marker: string | undefined;
  readonly consistency: "strong" | "eventual";
  /** Milliseconds after the last dispatch before "not found" means anything. */
  readonly waitBeforeMs: number;
  /** The ending when there is exactly one hit; `body` values of `output` read the item that matched. */
  readonly found: { readonly branch: string; readonly output: ManifestValue | undefined };
  /** The ending, or the next step, when there is none; `retry` only with strong consistency. */
  readonly absent: { readonly kind: "retry" } | { readonly kind: "branch"; readonly branch: string };
  /** Branches of the query that mean "there is none". */
  readonly absentBranches: readonly string[];
}
