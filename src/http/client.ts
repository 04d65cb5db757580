/** The one HTTP client of a connection: hosts checked, no redirects, bounded time and size, and an exact answer to "may anything have left?". */

import type { Pool } from "undici";
import type { HostRule } from "../core/manifest-auth.ts";
import type { Json } from "../core/json.ts";
import { createDialer } from "./dial.ts";
import { ExchangeHandler, type ExchangeAttempt } from "./exchange-handler.ts";
import { ExchangeWatch } from "./exchange-watch.ts";
import type { HttpOutcome, HttpRequest, HttpUrl } from "./exchange.ts";
import { createHostPolicy, type HostPolicy, type HostVerdict } from "./host-policy.ts";
import type { AddressKind } from "./address.ts";

export type { ExchangeAttempt } from "./exchange-handler.ts";

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
   * For tests: the origin on this machine that plays every provider. Hosts are checked as ever and named in the
   * request; only the connection is made elsewhere.
   */
  readonly standIn?: URL | undefined;
}

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

/** More requests than this at once wait for a connection, within their own time. */
const MAX_CONNECTIONS = 64;

/** A client without open connections; undici is loaded with the first request. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  return new PooledClient(options);
}

type Allowed = Extract<HostVerdict, { readonly isAllowed: true }>;

class PooledClient implements HttpClient {
  readonly #policy: HostPolicy;
  readonly #standIn: URL | undefined;
  readonly #pools = new Map<string, Promise<Pool>>();
  /** The pools that are open, by the verdict that leads to them: one look-up a request. */
  readonly #open = new WeakMap<HostVerdict, Pool>();
  readonly #watch = new ExchangeWatch();
  #isClosed = false;

  constructor(options: HttpClientOptions) {
    this.#policy = createHostPolicy(options);
    this.#standIn = options.standIn;
  }

  request(request: HttpRequest, attempt: ExchangeAttempt): Promise<HttpOutcome> {
    const verdict = this.#policy(request.url);
    if (!verdict.isAllowed) return Promise.resolve({ kind: "refused", reason: verdict.reason });
    const pool = this.#open.get(verdict);
    return pool === undefined ? this.#firstRequest(verdict, request, attempt) : this.#exchange(pool, request, attempt);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map(async (pool) => (await pool).destroy()));
  }

  async #firstRequest(verdict: Allowed, request: HttpRequest, attempt: ExchangeAttempt): Promise<HttpOutcome> {
    const pool = await this.#pool(request.url, verdict.addresses);
    this.#open.set(verdict, pool);
    return this.#exchange(pool, request, attempt);
  }

  #pool(url: HttpUrl, addresses: ReadonlySet<AddressKind>): Promise<Pool> {
    const origin = (this.#standIn ?? url).origin;
    // A pool that may reach private addresses never serves a request that may not.
    const name = addresses.has("private") ? `${origin} private` : origin;
    const known = this.#pools.get(name);
    if (known !== undefined) return known;
    const reachable: ReadonlySet<AddressKind> = this.#standIn === undefined ? addresses : new Set(["loopback"]);
    const opening = openPool(origin, reachable).then(async (pool) => {
      if (this.#isClosed) await pool.destroy();
      return pool;
    });
    this.#pools.set(name, opening);
    return opening;
  }

  #exchange(pool: Pool, request: HttpRequest, attempt: ExchangeAttempt): Promise<HttpOutcome> {
    const left = attempt.deadline - attempt.clock.now();
    const timeoutMs = Math.min(request.timeoutMs ?? left, left);
    if (timeoutMs <= 0 || attempt.signal.aborted) return Promise.resolve(neverStarted(attempt.signal));
    // A stand-in is told whom it plays.
    const headers = this.#standIn === undefined ? request.headers : ["host", request.url.host, ...request.headers];
    return new Promise((resolve, reject) => {
      const handler = new ExchangeHandler(request, timeoutMs, attempt, this.#watch, { resolve, reject });
      pool.dispatch(dispatchOptions(request, headers), handler);
    });
  }
}

async function openPool(origin: string, addresses: ReadonlySet<AddressKind>): Promise<Pool> {
  const undici = await import("undici");
  return new undici.Pool(origin, {
    connect: createDialer(undici.buildConnector, addresses),
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    // The exchange has one clock of its own for connecting, headers and body together.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function neverStarted(signal: AbortSignal): HttpOutcome {
  const reason = signal.aborted ? "the attempt was stopped before it was sent" : "the attempt's time was over";
  return { kind: "fault", fault: "connect", mayHaveSent: false, reason };
}

function dispatchOptions(request: HttpRequest, headers: readonly string[]): Parameters<Pool["dispatch"]>[0] {
  return {
    method: request.method,
    path: request.url.pathname + request.url.search,
    // Read only, as its type does not say.
    headers: headers as string[],
    body: request.body ?? null,
  };
}
