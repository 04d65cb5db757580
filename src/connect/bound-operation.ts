/** One operation bound to one connection: chooses who performs it, the toolkit's declared requests or a handler. */

import type { Ending, Reconciliation } from "../core/ending.ts";
import type { JsonObject } from "../core/json.ts";
import type { Manifest, Operation as ManifestOperation } from "../core/manifest.ts";
import type { Operation, OperationHandler } from "../core/operation.ts";
import type { Secret } from "../core/secret.ts";
import type { ConnectionReference, ToolAttempt } from "../core/tool.ts";
import { type DeclaredConnection, type OutputCheck, performDeclared, reconcileDeclared } from "../http/declared.ts";
import type { RateGates } from "../http/rate-gates.ts";
import type { CredentialReader, Credentials } from "./access.ts";
import type { FetchBase } from "./handler-fetch.ts";
import { runHandler } from "./run-handler.ts";

/** What all operations of one connection share. */
export interface Bond {
  readonly manifest: Manifest;
  readonly reference: ConnectionReference;
  readonly base: FetchBase;
  readonly reader: CredentialReader;
  readonly handlers: Readonly<Record<string, OperationHandler>>;
  readonly checkOutput: OutputCheck | undefined;
  gates(): RateGates;
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
  const { base, reference, reader, checkOutput } = bond;
  const access = await reader.access(definition);
  if (!access.isGranted) return access.ending;
  if (handler === undefined) return performDeclared(declared(bond, access.credentials), definition, input, attempt);
  return runHandler({ base, reference, operation: definition, handler, access, attempt, checkOutput }, input);
}

async function reconcile(
  bond: Bond,
  definition: ManifestOperation,
  input: JsonObject,
  attempt: ToolAttempt,
): Promise<Reconciliation> {
  const access = await bond.reader.access(definition);
  if (access.isGranted) return reconcileDeclared(declared(bond, access.credentials), definition, input, attempt);
  return { kind: "open", reason: "reason" in access.ending ? access.ending.reason : "no credentials" };
}

function declared(bond: Bond, credentials: Credentials): DeclaredConnection {
  const { manifest, reference, base, checkOutput } = bond;
  return {
    manifest,
    reference,
    config: base.config,
    credentials,
    client: base.client,
    gates: bond.gates(),
    checkOutput,
    runQuery: async (name, input, attempt) => {
      const query = manifest.operations[name];
      if (query === undefined) return { kind: "undeclared_branch", branch: name };
      return bindOperation(bond, query).invoke(input, attempt);
    },
  };
}
