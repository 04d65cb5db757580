/** Budgets of an operation: time, retries, rate and pages. All durations are milliseconds. */
import type { ManifestValue } from "./manifest-value.ts";
import type { RetryPolicy } from "./retry.ts";

/** The time budget of an operation. */
export interface Execution {
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number;
  readonly retry: RetryPolicy;
}

/** What shares one limit: a connection, every connection of the connector, or calls with an equal argument. */
export type RateScope =
  | { readonly kind: "connection" }
  | { readonly kind: "connector" }
  | { readonly kind: "input"; readonly pointer: string };

/** How fast an operation may be called. */
export interface RateLimit {
  /** At most `count` requests in any `perMs`. */
  readonly requests: { readonly count: number; readonly perMs: number } | undefined;
  readonly concurrency: number | undefined;
  readonly minIntervalMs: number | undefined;
  readonly scope: RateScope;
}

/** Where the cursor, page number or page size is written. */
export type PagePlace =
  | { readonly in: "query"; readonly name: string }
  | { readonly in: "header"; readonly name: string }
  | { readonly in: "body"; readonly at: string };

/** What says that there is no further page. */
export type PageStop =
  | { readonly kind: "missing" }
  | { readonly kind: "empty" }
  | { readonly kind: "flag"; readonly pointer: string };

/** How a query is read page by page; the model asks for the next page by passing the cursor back. */
export interface Pagination {
  readonly style: "cursor" | "page" | "offset" | "link";
  /** Absent for `link`, where the next address is a whole URL on an allowed host. */
  readonly send: PagePlace | undefined;
  /** The cursor of the next page, read from the answer. Absent for `page` and `offset`, which count. */
  readonly next: ManifestValue | undefined;
  /** Pointer to the items in the answer's body. */
  readonly items: string | undefined;
  readonly size: { readonly place: PagePlace; readonly value: ManifestValue } | undefined;
  readonly stop: PageStop;
  /** Pointer to the cursor in the operation's input. */
  readonly input: string;
  /** Pointer to the cursor of the next page in the operation's output. */
  readonly output: string;
}
