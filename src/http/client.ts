/** The one HTTP client of a connection: hosts checked, no redirects, bounded time and size, and an exact answer to "may anything have left?". */

import type { HostRule } from "../core/manifest-auth.ts";
import type { Json } from "../core/json.ts";
import type { ToolAttempt } from "../core/tool.ts";
import type { HttpOutcome, HttpRequest } from "./exchange.ts";

export interface HttpClientOptions {
  /** Where requests may go; everything else is refused. */
  readonly hosts: readonly HostRule[];
  /** The connection's configuration, for hosts that are configured. */
  readonly config: Readonly<Record<string, Json>>;
  /** Plain http, and addresses of this machine. Default false. */
  readonly allowLoopback?: boolean | undefined;
  /** Private and link-local addresses, for configured hosts only. Default false. */
  readonly allowPrivateAddresses?: boolean | undefined;
  /**
   * For tests: the origin on this machine that plays every provider. Hosts are checked as ever, only the connection is made elsewhere.
   */
  readonly standIn?: URL | undefined;
}

/** What an attempt must give for one exchange. */
export type ExchangeAttempt = Pick<ToolAttempt, "signal" | "deadline" | "clock" | "beginDispatch">;

export interface HttpClient {
  /**
   * Sends one request once; never repeats it and follows no redirect.
   *
   * `beginDispatch` is called right before the first byte of the request and not at all when the name was not found,
   * the connection or TLS was refused. Rejects only with what `beginDispatch` threw; every other ending is a value.
   */
  request(request: HttpRequest, attempt: ExchangeAttempt): Promise<HttpOutcome>;
  /** Ends the sockets; exchanges under way end as faults. Twice is safe. */
  close(): Promise<void>;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  throw new Error(`not ready for ${String(options.hosts.length)} hosts`);
}
