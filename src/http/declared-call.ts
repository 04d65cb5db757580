/** One attempt of a declared operation as its parts see it, and the sending of one of its requests. */

import type { Ending } from "../core/ending.ts";
import { isBeforeDispatch, type Observation } from "../core/classification.ts";
import { canonicalText } from "../core/canonical.ts";
import { assertNever } from "../core/assert-never.ts";
import { atPointer } from "../core/json-pointer.ts";
import type { AuthMethod, HostRule, RequestHost } from "../core/manifest-auth.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { RateLimit } from "../core/manifest-execution.ts";
import type { RequestDeclaration } from "../core/manifest-request.ts";
import type { ManifestSchema } from "../core/manifest-schema.ts";
import type { Manifest, Operation } from "../core/manifest.ts";
import type { Secret } from "../core/secret.ts";
import type { ConnectionReference, ToolAttempt } from "../core/tool.ts";
import { joinAdditions, NO_ADDITIONS, type Additions } from "./additions.ts";
import { readAnswer } from "./answer.ts";
import { ArgumentFault, BuildFault } from "./build-fault.ts";
import type { HttpClient } from "./client.ts";
import { chooseMethod, CredentialFault, placeSecrets } from "./credentials.ts";
import type { HttpOutcome, HttpRequest } from "./exchange.ts";
import { hasOneLabelBefore } from "./host-policy.ts";
import { providerKey } from "./provider-key.ts";
import type { Held, Pass, RateGates } from "./rate-gates.ts";
import { buildRequest } from "./request.ts";
import type { AnswerScope, ValueScope } from "./value.ts";

/** Says what is wrong with a value under a schema; an empty list when nothing is. */
export type OutputCheck = (schema: ManifestSchema, value: Json) => readonly string[];

/** What a connection lends to its declared operations. */
export interface DeclaredConnection {
  readonly manifest: Manifest;
  readonly reference: ConnectionReference;
  /** With the manifest's defaults filled in. */
  readonly config: Readonly<Record<string, Json>>;
  /** Read anew for this attempt. */
  readonly credentials: Readonly<Record<string, Secret>>;
  readonly client: HttpClient;
  /** The connection's rate limits. */
  readonly gates: RateGates;
  /** The limits shared by every connection of the connector; needed where a limit has that scope. */
  readonly connectorGates?: RateGates | undefined;
  /** Compares outputs with their schemas; left out, outputs are not compared. */
  readonly checkOutput?: OutputCheck | undefined;
  /** Runs a query of this connector for a lookup. Default: as a declared operation; needed where the query is a handler. */
  readonly runQuery?: ((operation: string, input: JsonObject, attempt: ToolAttempt) => Promise<Ending>) | undefined;
}

/** One attempt: who, what, with which values. */
export interface DeclaredCall {
  readonly connection: DeclaredConnection;
  readonly operation: Operation;
  readonly attempt: ToolAttempt;
  readonly scope: ValueScope;
}

export function declaredCall(
  connection: DeclaredConnection,
  operation: Operation,
  input: JsonObject,
  attempt: ToolAttempt,
): DeclaredCall {
  const source = { keyNamespace: attempt.keyNamespace, connection: connection.reference, key: attempt.key };
  const scope: ValueScope = {
    input,
    config: connection.config,
    key: (format, maxLength) => providerKey(source, format, maxLength),
  };
  return { connection, operation, attempt, scope };
}

/** What became of one request. */
export type Sent =
  /** Something may have left, and this was seen. */
  | {
      readonly kind: "seen";
      readonly observation: Observation;
      readonly answer: AnswerScope | undefined;
      /** Safe words for what happened. */
      readonly reason: string;
    }
  | Waiting
  | Unsendable;

/** Provably nothing left. */
interface NotSent {
  readonly kind: "not_sent";
  readonly reason: string;
  readonly isFinal: boolean;
}

/** It did not come to its turn: the next place under our own rate limit is too far, or the attempt was stopped. */
type Waiting = Held | NotSent;

/** Nothing was sent. */
type Unsendable =
  | NotSent
  /** The request cannot be built, or may not go where it wants to. */
  | { readonly kind: "defect"; readonly reason: string; readonly isOfArgument: boolean };

/** Sends one request once. Throws only what the attempt's `beginDispatch` throws. */
export async function sendRequest(
  call: DeclaredCall,
  declaration: RequestDeclaration,
  additions: (call: DeclaredCall) => Additions,
): Promise<Sent> {
  const prepared = prepareRequest(call, declaration, additions);
  return prepared.kind === "request" ? toSent(await exchange(call, prepared.request), call, declaration) : prepared;
}

/** A request that is ready, or why there is none; the same for every time it is sent in one attempt. */
export type Prepared = { readonly kind: "request"; readonly request: HttpRequest } | Unsendable;

/** Builds the request, with what is added to it. */
export function prepareRequest(
  call: DeclaredCall,
  declaration: RequestDeclaration,
  additions: (call: DeclaredCall) => Additions,
): Prepared {
  try {
    const added = joinAdditions(additions(call), secretsFor(call, declaration));
    return { kind: "request", request: buildRequest(declaration, added, call.scope) };
  } catch (error) {
    if (error instanceof CredentialFault) return { kind: "not_sent", reason: error.message, isFinal: true };
    if (!(error instanceof BuildFault)) throw error;
    return { kind: "defect", reason: error.message, isOfArgument: error instanceof ArgumentFault };
  }
}

/** One exchange, within the rate limit of the operation. */
export function exchange(call: DeclaredCall, request: HttpRequest): Promise<HttpOutcome | Waiting> {
  return call.operation.rateLimit === undefined
    ? call.connection.client.request(request, call.attempt)
    : exchangeInTurn(call, request);
}

async function exchangeInTurn(call: DeclaredCall, request: HttpRequest): Promise<HttpOutcome | Waiting> {
  const pass = await enterGate(call);
  if (pass === undefined)
    return { kind: "not_sent", reason: "the attempt was stopped before it was sent", isFinal: false };
  if (pass.kind === "held") return pass;
  try {
    return await call.connection.client.request(request, call.attempt);
  } finally {
    pass.leave();
  }
}

function secretsFor(call: DeclaredCall, { host }: RequestDeclaration): Additions {
  const { manifest, credentials } = call.connection;
  const method = chooseMethod(manifest, call.operation.authorization, credentials);
  if (method === undefined) return NO_ADDITIONS;
  if (!mayReceive(method, host)) {
    throw new BuildFault(`the auth method ${method.id} may not be used with this host`);
  }
  return placeSecrets(method, credentials);
}

/** Whether the secrets of a method may go to a host. */
function mayReceive(method: AuthMethod, host: RequestHost): boolean {
  for (const rule of method.hosts) if (covers(rule, host)) return true;
  return false;
}

/** Whether a method's host is the request's; both are declared, so names are compared and nothing is parsed. */
function covers(rule: HostRule, host: RequestHost): boolean {
  if (host.kind === "config") return rule.kind === "config" && rule.name === host.name;
  if (rule.kind === "exact") return rule.host === host.host;
  return rule.kind === "suffix" && hasOneLabelBefore(host.host, rule.suffix);
}

const FREE: Pass = { kind: "pass", leave() {} };

/** Waits for the operation's rate limit, for handlers too; `undefined` when the attempt was stopped meanwhile. */
export async function enterGate(call: DeclaredCall): Promise<Pass | Held | undefined> {
  const { connection, attempt, operation } = call;
  const limit = operation.rateLimit;
  if (limit === undefined) return FREE;
  const gates = limit.scope.kind === "connector" ? (connection.connectorGates ?? connection.gates) : connection.gates;
  const { clock, signal, deadline } = attempt;
  try {
    return await gates.enter({ name: gateName(limit, call.scope.input), limit, clock, signal, deadline });
  } catch (error) {
    // A clock's sleep rejects when the attempt is stopped; anything else is a fault of ours and stays one.
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Operations that declare an equal limit share it: a limit given as a default holds for all of them together. */
function gateName(limit: RateLimit, input: JsonObject): string {
  const share = limit.scope.kind === "input" ? (atPointer(input, limit.scope.pointer) ?? null) : null;
  const { requests, concurrency, minIntervalMs, scope } = limit;
  return canonicalText([requests ?? null, concurrency ?? null, minIntervalMs ?? null, scope, share] as Json);
}

/** What an exchange's outcome says of the call. */
export function toSent(outcome: HttpOutcome | Waiting, call: DeclaredCall, declaration: RequestDeclaration): Sent {
  const { isResend } = call.attempt;
  switch (outcome.kind) {
    case "held":
    case "not_sent":
      return outcome;
    case "refused":
      return { kind: "defect", reason: outcome.reason, isOfArgument: false };
    case "fault": {
      if (isBeforeDispatch(outcome.fault)) return { kind: "not_sent", reason: outcome.reason, isFinal: false };
      const { fault, head, reason } = outcome;
      const observation = { status: head?.status, headers: head?.headers ?? {}, fault, isResend };
      return { kind: "seen", observation, answer: head && { ...head, body: undefined }, reason };
    }
    case "response": {
      const { scope, plainBody, fault } = readAnswer(outcome, declaration.response);
      const observation = { status: scope.status, headers: scope.headers, body: plainBody, fault, isResend };
      const reason = `the provider answered with status ${String(scope.status)}`;
      return {
        kind: "seen",
        observation,
        answer: scope,
        reason: fault === undefined ? reason : `${reason} and an unreadable body`,
      };
    }
    default:
      return assertNever(outcome);
  }
}
