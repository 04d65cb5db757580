/** Plays the provider of one example: its exchanges in order, each answer and each fault real on the wire. */

import { createServer } from "node:net";
import { assertNever } from "../core/assert-never.ts";
import type { ExampleExchange, ExampleResponse } from "../core/manifest-example.ts";
import type { RequestFault } from "../core/manifest-classify.ts";
import { createFaultServer, type FaultServer } from "./fault-server.ts";
import type { Reply } from "./reply.ts";
import type { ReceivedRequest } from "./request-reader.ts";

export interface StandInProvider {
  readonly server: FaultServer;
  /** The exchange that the next request belongs to, by its number; the client says when one begins. */
  begin(): ExampleExchange | undefined;
  /** Exchanges that were begun, the ones too many included. */
  readonly begun: () => number;
  /** The request that arrived in each exchange; none where nothing could arrive. */
  readonly received: ReadonlyMap<number, ReceivedRequest>;
  /** Called when a request arrived that is never answered: nobody has to wait out its time. */
  onSilence: (() => void) | undefined;
  close(): Promise<void>;
}

/** Starts the provider. Requests are counted by `begin`, or by their arrival when nobody begins (code that owns its client). */
export async function createStandInProvider(
  exchanges: readonly ExampleExchange[],
  maxResponseBytes: number,
): Promise<StandInProvider> {
  let begun = 0;
  let arrived = 0;
  const received = new Map<number, ReceivedRequest>();
  const server = await createFaultServer({
    script(request) {
      const index = begun === 0 ? arrived : begun - 1;
      arrived += 1;
      received.set(index, request);
      const exchange = exchanges[index];
      if (exchange?.respond.fault === "timeout") setImmediate(() => provider.onSilence?.());
      return exchange === undefined
        ? { kind: "answer", status: 500, body: "no exchange is left" }
        : toReply(exchange.respond, maxResponseBytes);
    },
  });
  const provider: StandInProvider = {
    server,
    received,
    onSilence: undefined,
    begin() {
      begun += 1;
      return exchanges[begun - 1];
    },
    begun: () => Math.max(begun, arrived),
    close: () => server.close(),
  };
  return provider;
}

function toReply(respond: ExampleResponse, maxResponseBytes: number): Reply {
  const status = respond.status ?? 200;
  const body = bodyText(respond);
  const headers = {
    ...(typeof respond.body === "string" ? {} : { "content-type": "application/json" }),
    ...respond.headers,
  };
  switch (respond.fault) {
    case undefined:
    case "schemaMismatch":
      return { kind: "answer", status, headers, body };
    case "invalidBody":
      return { kind: "answer", status, headers, body: typeof respond.body === "string" ? body : `${body}<html>` };
    case "reset":
      return { kind: "reset", when: "after_request" };
    case "timeout":
      return { kind: "silence" };
    case "truncated":
      return { kind: "truncated", status, headers, body };
    case "oversize":
      return { kind: "oversize", status, bytes: maxResponseBytes + 1, announced: false };
    case "dns":
    case "connect":
    case "tls":
      // Nothing can arrive: the client is led elsewhere. Should it arrive all the same, the example fails.
      return { kind: "reset", when: "after_request" };
    default:
      return assertNever(respond.fault);
  }
}

/** Text is sent as it is, so that an example can hold a page that is no JSON. */
function bodyText(respond: ExampleResponse): string {
  if (respond.body === undefined) return "";
  return typeof respond.body === "string" ? respond.body : JSON.stringify(respond.body);
}

/** An origin where each fault before dispatch happens for real. */
export async function originOfFault(fault: RequestFault | undefined, server: FaultServer): Promise<URL> {
  switch (fault) {
    case "dns":
      // RFC 2606 reserves the name: it resolves nowhere, with or without a network.
      return new URL("http://stand-in.invalid");
    case "connect":
      return new URL(`http://127.0.0.1:${String(await closedPort())}`);
    case "tls":
      return new URL(server.origin.replace("http:", "https:"));
    default:
      return new URL(server.origin);
  }
}

/** A port that was free a moment ago and that nobody listens on. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
