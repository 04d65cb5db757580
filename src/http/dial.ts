/** Opens connections for one origin: resolves names, refuses addresses that are not allowed, and says in which phase a connection failed. */

import { lookup, type LookupAddress, type LookupOptions } from "node:dns";
import type { buildConnector } from "undici";
import { addressKind, type AddressKind } from "./address.ts";
import { addressReason } from "./host-policy.ts";

/** Where it failed. `refused`: the name led to an address that is not allowed. */
export type DialPhase = "dns" | "connect" | "tls" | "refused";

/** A connection that was not made; nothing of any request was sent on it. */
export class DialError extends Error {
  readonly phase: DialPhase;

  constructor(phase: DialPhase, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.phase = phase;
  }
}

type LookupAnswer = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

const CONNECT_TIMEOUT_MS = 10_000;

/** Failures below TLS; on https everything else happened in the handshake. */
const TCP_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
  "EMFILE",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** A connector for undici that reaches only addresses of the given kinds. */
export function createDialer(
  build: typeof buildConnector,
  addresses: ReadonlySet<AddressKind>,
): buildConnector.connector {
  // HTTP/1.1 only: with streams of HTTP/2 it could no longer be said which request a broken connection had sent.
  const connect = build({
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
    lookup: guardedLookup(addresses),
  });
  return (options, callback) => {
    connect(options, (...answer) => {
      const [error, socket] = answer;
      if (error === null) callback(null, socket);
      else callback(toDialError(error, options.protocol), null);
    });
  };
}

function toDialError(error: Error, protocol: string): DialError {
  if (error instanceof DialError) return error;
  const code = errorCode(error);
  const phase = protocol === "https:" && !TCP_CODES.has(code) ? "tls" : "connect";
  return new DialError(phase, `${phase === "tls" ? "the TLS handshake failed" : "no connection"} (${code})`, error);
}

/** The code of a system or library error; its message may hold addresses and is not repeated. */
export function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  if ("code" in error && typeof error.code === "string" && error.code !== "") return error.code;
  return error instanceof Error ? error.name : "unknown";
}

function guardedLookup(addresses: ReadonlySet<AddressKind>) {
  return (hostname: string, options: LookupOptions, answer: LookupAnswer): void => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        answer(new DialError("dns", `the name ${hostname} was not resolved (${errorCode(error)})`, error), []);
        return;
      }
      const bad = found.map(({ address }) => address).find((address) => !addresses.has(addressKind(address)));
      const first = found[0];
      if (bad !== undefined || first === undefined) {
        answer(refusal(hostname, bad), []);
      } else if (options.all === true) {
        answer(null, found);
      } else {
        answer(null, first.address, first.family);
      }
    });
  };
}

function refusal(hostname: string, address: string | undefined): DialError {
  if (address === undefined) return new DialError("dns", `the name ${hostname} has no address`);
  return new DialError("refused", `${hostname} leads to ${addressReason(address, addressKind(address))}`);
}
