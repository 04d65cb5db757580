/** What `attempt.fetch` throws when there is no whole answer. Knows nothing of how requests are sent. */

import type { RequestFault } from "./manifest-classify.ts";

const brand: unique symbol = Symbol.for("dex-connectors.FetchError") as never;

export interface FetchErrorOptions {
  /** `refused`: the manifest does not allow this request. `dns`, `connect` and `tls`: nothing was sent. */
  readonly fault: RequestFault | "refused";
  /** Whether bytes of the request may have left. */
  readonly mayHaveSent: boolean;
  /** The status, when it was seen before the fault. */
  readonly status?: number | undefined;
}

/**
 * A request of a handler that got no whole answer.
 *
 * A handler may let it through: it then ends the attempt as what the client saw (not sent, a defect, or ambiguous).
 */
export class FetchError extends Error {
  override readonly name = "FetchError";
  readonly fault: RequestFault | "refused";
  readonly mayHaveSent: boolean;
  readonly status: number | undefined;
  readonly [brand] = true;

  constructor(message: string, options: FetchErrorOptions) {
    super(message);
    this.fault = options.fault;
    this.mayHaveSent = options.mayHaveSent;
    this.status = options.status;
  }
}

/** Recognizes a `FetchError` of any copy of the package in the process. */
export function isFetchError(value: unknown): value is FetchError {
  return typeof value === "object" && value !== null && brand in value;
}
