/** The HTTP client of a replayed example: the toolkit's own, led to the stand-in, with a record of what each exchange was. */

import type { ExampleExchange } from "../core/manifest-example.ts";
import { createHttpClient, type ExchangeAttempt, type HttpClient, type HttpClientOptions } from "../http/client.ts";
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
      const outcome = await client.request(request, fault === "timeout" ? untilSilence(provider, attempt) : attempt);
      observed.push({ exchange, outcome, ...sender });
      return outcome;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

/** Ends when the request has arrived and no answer will come: the same silence as after its whole time. */
function untilSilence(provider: StandInProvider, attempt: ExchangeAttempt): ExchangeAttempt {
  const silence = new AbortController();
  provider.onSilence = () => silence.abort();
  const { clock, deadline } = attempt;
  const signal = AbortSignal.any([attempt.signal, silence.signal]);
  return { clock, deadline, signal, beginDispatch: () => attempt.beginDispatch() };
}
