/** Makes a connection of a checked manifest, its handlers and the values of one configuration. Knows nothing of tools and runners. */

import { ToolkitError } from "../core/error.ts";
import type { Manifest } from "../core/manifest.ts";
import type { ConnectionValues, Operation, OperationHandler } from "../core/operation.ts";
import type { Secret } from "../core/secret.ts";
import type { ConnectionReference } from "../core/tool.ts";
import { createHttpClient } from "../http/client.ts";
import type { OutputCheck } from "../http/declared.ts";
import { createRateGates, type RateGates } from "../http/rate-gates.ts";
import { CredentialReader } from "./access.ts";
import { bindOperation, type Bond } from "./bound-operation.ts";
import { operationLookup, refuseOperation } from "./operation-lookup.ts";
import { checkSettings } from "./setting.ts";

/** A connector's operations with the values of one configuration. */
export interface BoundConnection {
  readonly reference: ConnectionReference;
  readonly manifest: Manifest;
  /** One function an operation. A name that does not exist throws `invalid_definition` when it is called. */
  readonly operations: Readonly<Record<string, () => Operation>>;
  /** The operation of that name; throws `invalid_definition` when there is none. */
  operation(name: string): Operation;
  /** Every secret this connection has seen, for redaction. */
  knownSecrets(): Iterable<Secret>;
  /** Ends the sockets; calls under way end as faults. Twice is safe. */
  close(): Promise<void>;
}

/** What a connection is made of besides its values. */
export interface ConnectionParts {
  readonly manifest: Manifest;
  readonly handlers: Readonly<Record<string, OperationHandler>>;
  /** Rate limits shared by all connections of the connector. */
  readonly connectorGates: RateGates;
  readonly checkOutput?: OutputCheck | undefined;
  /** For tests: the origin on this machine that plays every provider. */
  readonly standIn?: URL | undefined;
}

/**
 * Makes a connection. Opens no socket and reads no credential before the first call.
 *
 * Throws `invalid_configuration` for a setting or credential the manifest does not know, or a setting that is missing
 * or wrong; all settings at fault are told at once.
 */
export function createConnection(parts: ConnectionParts, values: ConnectionValues): BoundConnection {
  const { manifest } = parts;
  checkName(values.name);
  const reference: ConnectionReference = Object.freeze({ connector: manifest.connector.id, name: values.name });
  const bond = createBond(parts, values, reference);
  const bound = new Map<string, Operation>();
  const operation = (name: string): Operation => {
    const definition = Object.hasOwn(manifest.operations, name) ? manifest.operations[name] : undefined;
    if (definition === undefined) return refuseOperation(manifest, name);
    const made = bound.get(name) ?? bindOperation(bond, definition);
    bound.set(name, made);
    return made;
  };
  return {
    reference,
    manifest,
    operations: operationLookup(manifest, operation),
    operation,
    knownSecrets: () => bond.reader.knownSecrets(),
    close: () => bond.base.client.close(),
  };
}

function createBond(parts: ConnectionParts, values: ConnectionValues, reference: ConnectionReference): Bond {
  const { manifest, handlers, checkOutput, standIn } = parts;
  const config = checkSettings(manifest, values.config, values.name);
  const allowLoopback = values.allowLoopback === true;
  const allowPrivateAddresses = values.allowPrivateAddresses === true;
  const client = createHttpClient({ hosts: manifest.hosts, config, allowLoopback, allowPrivateAddresses, standIn });
  return {
    manifest,
    reference,
    base: { manifest, config, client },
    reader: new CredentialReader(manifest, values),
    handlers,
    checkOutput,
    gates: createRateGates(),
    connectorGates: parts.connectorGates,
  };
}

function checkName(name: string): void {
  if (typeof name === "string" && /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) return;
  throw new ToolkitError(
    "invalid_configuration",
    `the connection name ${JSON.stringify(name)} must be 1 to 64 letters, digits, "." , "_" or "-", beginning with a letter or digit`,
  );
}
