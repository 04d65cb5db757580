/** One exchange with a provider as data: what is sent, what came back, or what went wrong and whether anything had left. Knows nothing of manifests' operations. */

import type { RequestFault } from "../core/manifest-classify.ts";

/** Where a request goes: a parsed URL, or the parts that parsing is known to give. */
export interface HttpUrl {
  readonly origin: string;
  /** With the port, where it is not the scheme's own. */
  readonly host: string;
  readonly pathname: string;
  /** With its question mark; empty without a query. */
  readonly search: string;
  readonly username: string;
  readonly password: string;
}

/** A request that is ready to be written; everything in it was checked but the host. */
export interface HttpRequest {
  readonly method: string;
  /** Its host is checked against the connection's hosts before anything is sent. */
  readonly url: HttpUrl;
  /** Name, value, name, value, …; names in lower case. */
  readonly headers: readonly string[];
  readonly body?: Uint8Array | string | undefined;
  /** For the whole exchange, connecting and reading included, in milliseconds; any length. Default: the attempt's own time. */
  readonly timeoutMs?: number | undefined;
  /** Bytes of the answer's body. Default 4 MiB. */
  readonly maxResponseBytes?: number | undefined;
}

/** A whole answer. */
export interface HttpResponse {
  readonly kind: "response";
  readonly status: number;
  /** Names in lower case; repeated headers joined by `, `. Inherits no names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What was seen of an answer before the fault. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** No whole answer. */
export interface HttpFault {
  readonly kind: "fault";
  /** `dns`, `connect` and `tls` exactly when nothing was sent. */
  readonly fault: RequestFault;
  /** Whether bytes of the request may have left. */
  readonly mayHaveSent: boolean;
  readonly reason: string;
  readonly head?: AnswerHead | undefined;
}

/** The request may not be sent at all: a host or address that is not allowed, a header that cannot be written. Nothing left. */
export interface HttpRefusal {
  readonly kind: "refused";
  readonly reason: string;
}

/** How an exchange ended. */
export type HttpOutcome = HttpResponse | HttpFault | HttpRefusal;

export const DEFAULT_MAX_RESPONSE_BYTES: number = 4 * 1024 * 1024;
