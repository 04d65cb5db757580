/** The one HTTP client of a connection: hosts checked, no redirects, bounded time and size, and an exact answer to "may anything have left?". */

import type { Pool } from "undici";
import type { HostRule } from "../core/manifest-auth.ts";
import type { Json } from "../core/json.ts";
import type { ToolAttempt } from "../core/tool.ts";
import { createDialer } from "./dial.ts";
import { ExchangeHandler } from "./exchange-handler.ts";
import { DEFAULT_MAX_RESPONSE_BYTES, type HttpOutcome, type HttpRequest } from "./exchange.ts";
import { createHostPolicy, type HostPolicy } from "./host-policy.ts";
import type { AddressKind } from "./address.ts";

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

/** More requests than this at once wait for a connection, within their own time. */
const MAX_CONNECTIONS = 64;

/** A client without open connections; undici is loaded with the first request. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  return new PooledClient(options);
}

class PooledClient implements HttpClient {
  readonly #policy: HostPolicy;
  readonly #standIn: URL | undefined;
  readonly #pools = new Map<string, Promise<Pool> | Pool>();
  #isClosed = false;

  constructor(options: HttpClientOptions) {
    this.#policy = createHostPolicy(options);
    this.#standIn = options.standIn;
  }

  async request(request: HttpRequest, attempt: ExchangeAttempt): Promise<HttpOutcome> {
    const verdict = this.#policy(request.url);
    if (!verdict.isAllowed) return { kind: "refused", reason: verdict.reason };
    const pool = this.#pool(request.url, verdict.addresses);
    const host = this.#standIn === undefined ? undefined : request.url.host;
    const route = { pool: pool instanceof Promise ? await pool : pool, host };
    return exchange(route, request, attempt);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map(async (pool) => (await pool).destroy()));
  }

  #pool(url: URL, addresses: ReadonlySet<AddressKind>): Promise<Pool> | Pool {
    const origin = (this.#standIn ?? url).origin;
    // A pool that may reach private addresses never serves a request that may not.
    const name = addresses.has("private") ? `${origin} private` : origin;
    const known = this.#pools.get(name);
    if (known !== undefined) return known;
    const reachable: ReadonlySet<AddressKind> = this.#standIn === undefined ? addresses : new Set(["loopback"]);
    const opening = openPool(origin, reachable).then(async (pool) => {
      if (this.#isClosed) await pool.destroy();
      else this.#pools.set(name, pool);
      return pool;
    });
    this.#pools.set(name, opening);
    return opening;
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

/** Where a request is sent, and the host to name in it where that is not the connection's own. */
interface Route {
  readonly pool: Pool;
  readonly host: string | undefined;
}

function exchange(route: Route, request: HttpRequest, attempt: ExchangeAttempt): Promise<HttpOutcome> {
  const left = attempt.deadline - attempt.clock.now();
  const timeoutMs = Math.min(request.timeoutMs ?? left, left);
  if (timeoutMs <= 0 || attempt.signal.aborted) return Promise.resolve(neverStarted(attempt.signal));
  return new Promise((resolve, reject) => {
    const stopTimer = setTimeout(() => handler.stop(`no whole answer within ${String(timeoutMs)} ms`), timeoutMs);
    const onAbort = (): void => handler.stop("the attempt was stopped");
    const end = (): void => {
      clearTimeout(stopTimer);
      attempt.signal.removeEventListener("abort", onAbort);
    };
    const handler = new ExchangeHandler({
      maxResponseBytes: request.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
      beginDispatch: () => attempt.beginDispatch(),
      settle(outcome) {
        end();
        resolve(outcome);
      },
      fail(error) {
        end();
        reject(error instanceof Error ? error : new Error("the dispatch was refused", { cause: error }));
      },
    });
    attempt.signal.addEventListener("abort", onAbort);
    route.pool.dispatch(toDispatchOptions(request, route.host), handler);
  });
}

function neverStarted(signal: AbortSignal): HttpOutcome {
  const reason = signal.aborted ? "the attempt was stopped before it was sent" : "the attempt's time was over";
  return { kind: "fault", fault: "connect", mayHaveSent: false, reason };
}

function toDispatchOptions(request: HttpRequest, host: string | undefined): Parameters<Pool["dispatch"]>[0] {
  const headers: string[] = host === undefined ? [] : ["host", host];
  for (const [name, value] of request.headers) headers.push(name, value);
  return {
    method: request.method,
    path: request.url.pathname + request.url.search,
    headers,
    body: request.body === undefined ? null : request.body,
  };
}
