/** One operation bound to one connection: chooses who performs it, the toolkit's declared requests or a handler. */

import { isSingleAttempt } from "../core/effect.ts";
import type { Ending, Reconciliation } from "../core/ending.ts";
import type { JsonObject } from "../core/json.ts";
import type { Manifest, Operation as ManifestOperation } from "../core/manifest.ts";
import type { Operation, OperationHandler } from "../core/operation.ts";
import type { Secret } from "../core/secret.ts";
import type { ConnectionReference, ToolAttempt } from "../core/tool.ts";
import { mayHaveHappened } from "../http/conclude.ts";
import { declaredCall, enterGate } from "../http/declared-call.ts";
import {
  beforeResend,
  type DeclaredConnection,
  heldEnding,
  type OutputCheck,
  performDeclared,
  reconcileDeclared,
} from "../http/declared.ts";
import type { RateGates } from "../http/rate-gates.ts";
import type { Access, CredentialReader, Credentials } from "./access.ts";
import type { FetchBase } from "./handler-fetch.ts";
import { runHandler } from "./run-handler.ts";

/** What all operations of one connection share. */
export interface Bond {
  readonly manifest: Manifest;
  readonly reference: ConnectionReference;
  readonly base: Omit<FetchBase, "mayRepeat">;
  readonly reader: CredentialReader;
  readonly handlers: Readonly<Record<string, OperationHandler>>;
  readonly checkOutput: OutputCheck | undefined;
  readonly gates: RateGates;
  readonly connectorGates: RateGates;
}

/** The operation of that definition on a connection. `reconcile` is there exactly when the manifest declares a lookup. */
export function bindOperation(bond: Bond, definition: ManifestOperation): Operation {
  const handler = Object.hasOwn(bond.handlers, definition.name) ? bond.handlers[definition.name] : undefined;
  const operation: Operation = {
    id: definition.name,
    connection: bond.reference,
    manifest: bond.manifest,
    definition,
    invoke: (input, attempt) => invoke(bond, definition, handler, input, attempt),
    knownSecrets: (): Iterable<Secret> => bond.reader.knownSecrets(),
  };
  if (definition.lookup === undefined) return operation;
  return { ...operation, reconcile: (input, attempt) => reconcile(bond, definition, input, attempt) };
}

async function invoke(
  bond: Bond,
  definition: ManifestOperation,
  handler: OperationHandler | undefined,
  input: JsonObject,
  attempt: ToolAttempt,
): Promise<Ending> {
  const access = await bond.reader.access(definition, attempt.signal);
  if (!access.isGranted) return access.ending;
  const connection = declared(bond, access.credentials);
  if (handler === undefined) return performDeclared(connection, definition, input, attempt);
  return invokeHandler(bond, { connection, definition, handler, access }, input, attempt);
}

interface HandlerCall {
  readonly connection: DeclaredConnection;
  readonly definition: ManifestOperation;
  readonly handler: OperationHandler;
  readonly access: Extract<Access, { readonly isGranted: true }>;
}

/** What the manifest says of re-sends and rates holds for handlers as it does for declared requests. */
async function invokeHandler(bond: Bond, call: HandlerCall, input: JsonObject, attempt: ToolAttempt): Promise<Ending> {
  const { connection, definition: operation, handler, access } = call;
  const asDeclared = declaredCall(connection, operation, input, attempt);
  const early = mayHaveHappened(asDeclared) ? await beforeResend(asDeclared) : undefined;
  if (early !== undefined) return early;
  const pass = await enterGate(asDeclared);
  if (pass === undefined) return { kind: "not_sent", reason: "the attempt was stopped before it was sent" };
  if (pass.kind === "held") return heldEnding(pass);
  const { reference, checkOutput } = bond;
  const base = { ...bond.base, mayRepeat: isSingleAttempt(operation.effect) };
  try {
    return await runHandler({ base, reference, operation, handler, access, attempt, checkOutput }, input);
  } finally {
    pass.leave();
  }
}

async function reconcile(
  bond: Bond,
  definition: ManifestOperation,
  input: JsonObject,
  attempt: ToolAttempt,
): Promise<Reconciliation> {
  const access = await bond.reader.access(definition, attempt.signal);
  if (access.isGranted) return reconcileDeclared(declared(bond, access.credentials), definition, input, attempt);
  return { kind: "open", reason: "reason" in access.ending ? access.ending.reason : "no credentials" };
}

function declared(bond: Bond, credentials: Credentials): DeclaredConnection {
  const { manifest, reference, base, gates, connectorGates, checkOutput } = bond;
  return {
    manifest,
    reference,
    config: base.config,
    credentials,
    client: base.client,
    gates,
    connectorGates,
    checkOutput,
    runQuery: async (name, input, attempt) => {
      const query = manifest.operations[name];
      if (query === undefined) return { kind: "undeclared_branch", branch: name };
      return bindOperation(bond, query).invoke(input, attempt);
    },
  };
}
