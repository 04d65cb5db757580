/** The HTTP client of a replayed example: the toolkit's own, led to the stand-in, with a record of what each exchange was. */

import type { ExampleExchange } from "../core/manifest-example.ts";
import { createHttpClient, type HttpClient, type HttpClientOptions } from "../http/client.ts";
import type { HttpOutcome } from "../http/exchange.ts";
import { originOfFault, type StandInProvider } from "./stand-in-provider.ts";

/** What one exchange was. */
export interface ObservedExchange {
  readonly exchange: ExampleExchange | undefined;
  readonly outcome: HttpOutcome;
  /** The operation that sent it: the example's own, or the query of its lookup. */
  readonly operation: string;
  readonly isResend: boolean;
}

export interface ExampleClient extends HttpClient {
  readonly observed: readonly ObservedExchange[];
  /** Whose requests come next. */
  sender: { operation: string; isResend: boolean };
}

/** A silence of the provider is waited for this long: it is the same silence after thirty seconds. */
const SILENCE_MS = 300;

/** A client whose every request goes to the stand-in, or where its exchange's fault lies in wait. */
export function createExampleClient(
  provider: StandInProvider,
  options: Pick<HttpClientOptions, "hosts" | "config">,
  operation: string,
): ExampleClient {
  const observed: ObservedExchange[] = [];
  const clients: HttpClient[] = [];
  const clientAt = (standIn: URL): HttpClient => {
    const client = createHttpClient({ ...options, standIn });
    clients.push(client);
    return client;
  };
  const usual = clientAt(new URL(provider.server.origin));
  return {
    observed,
    sender: { operation, isResend: false },
    async request(request, attempt) {
      const { sender } = this;
      const exchange = provider.begin();
      const fault = exchange?.respond.fault;
      const isBefore = fault === "dns" || fault === "connect" || fault === "tls";
      const client = isBefore ? clientAt(await originOfFault(fault, provider.server)) : usual;
      const bounded = fault === "timeout" ? { ...request, timeoutMs: SILENCE_MS } : request;
      const outcome = await client.request(bounded, attempt);
      observed.push({ exchange, outcome, ...sender });
      return outcome;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}
