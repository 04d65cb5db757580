/** A connector's operation bound to one connection, as the tools room takes it and as handlers see an attempt of it. */

import type { BranchEnding, Ending, Reconciliation } from "./ending.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Manifest, Operation as ManifestOperation } from "./manifest.ts";
import type { Secret } from "./secret.ts";
import type { ConnectionReference, ToolAttempt } from "./tool.ts";

/** An operation of a connection; what `connection.operations.name()` gives. */
export interface Operation {
  readonly id: string;
  readonly connection: ConnectionReference;
  readonly manifest: Manifest;
  readonly definition: ManifestOperation;
  invoke(input: JsonObject, attempt: ToolAttempt): Promise<Ending>;
  reconcile?(input: JsonObject, attempt: ToolAttempt): Promise<Reconciliation>;
  knownSecrets(): Iterable<Secret>;
}

/** What a handler is given for one attempt. */
export interface HandlerAttempt {
  readonly key: string;
  readonly number: number;
  /** Whether an earlier attempt of this call may have reached the provider. */
  readonly isResend: boolean;
  /** When bytes of this call may first have left, as wall time in milliseconds; a lookup is given that of the write it asks about. */
  readonly firstDispatchAt: number | undefined;
  readonly signal: AbortSignal;
  /** Wall time in milliseconds. */
  readonly deadline: number;
  readonly config: Readonly<Record<string, Json>>;
  /** Read anew for each attempt; `reveal()` gives the value. */
  readonly credentials: Readonly<Record<string, Secret>>;
  /** A value derived from the call's key, equal in every attempt. `uuid` has 36 characters; `hex` is cut to `maxLength` (default 64). */
  providerKey(form: { readonly format: "uuid" | "hex"; readonly maxLength?: number }): string;
  /**
   * Sends one request: hosts of the manifest only, no redirects, bounded answer and time; knows what was dispatched.
   *
   * `url` is absolute, or a path below the manifest's first host (below the configured address where that is one).
   * Credentials are added where the auth method has a place for them, unless the request carries that header already.
   * Throws `FetchError` when there is no whole answer.
   */
  fetch(url: string, init?: HandlerRequest): Promise<HandlerResponse>;
  /** Ends in a declared branch. */
  branch(id: string, output?: Json, extras?: BranchExtras): Ending;
  /** Provably nothing left. Overruled when the client saw a dispatch. */
  notSent(reason: string): Ending;
  /** The provider did not process it. Overruled after a second dispatch. */
  notProcessed(options?: { readonly retryAfterMs?: number; readonly reason?: string }): Ending;
  ambiguous(reason: string): Ending;
  /** The provider refused the credentials. */
  notAuthorized(message?: string): Ending;
}

export type BranchExtras = Pick<BranchEnding, "message" | "facts" | "isRetryable" | "isForResend" | "warnings">;

export interface HandlerRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface HandlerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  text(): string;
  bytes(): Uint8Array;
  /** Parses the body; throws on anything that is not JSON. */
  json(): Json;
}

/** One operation of a connector, written in code. */
export type OperationHandler = (input: JsonObject, attempt: HandlerAttempt) => Promise<Ending>;

/** Where a connection's values come from. Credentials are read again for each attempt; `config` once. */
export interface ConnectionValues {
  readonly name: string;
  readonly config: Readonly<Record<string, Json>>;
  credentials(): Promise<Readonly<Record<string, Secret>>>;
  /** The names of the credentials that are set up, when they are known beforehand; unknown ones are refused early. */
  readonly credentialNames?: readonly string[] | undefined;
  /** Where a credential is to be set when it is missing, for messages to people; never a value. */
  credentialHint?(name: string): string | undefined;
  /** Secrets known so far, for redaction before the first attempt. */
  knownSecrets(): Iterable<Secret>;
  readonly allowLoopback?: boolean | undefined;
  readonly allowPrivateAddresses?: boolean | undefined;
}

/** What gives connections by name; a loaded project is one. */
export interface ConnectionProvider {
  /** Throws `connection_absent` when there is none of that name. */
  connection(connector: string, name: string): ConnectionValues;
  /** Hands over what is to be ended when the provider is closed: sockets of connections it gave the values of. */
  onClose?(end: () => Promise<void>): void;
}
