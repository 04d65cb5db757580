/**
 * The face for connector authors: `defineConnector` and what a handler may see. A connector that needs more than this
 * module cannot be written outside this repository.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type BoundConnection, createConnection } from "./connect/connection.ts";
import { type ConnectOptions, givenValues } from "./connect/given-values.ts";
import { checkHandlers } from "./connect/handler-check.ts";
import { ToolkitError } from "./core/error.ts";
import type { Finding } from "./core/finding.ts";
import type { JsonObject } from "./core/json.ts";
import { isCheckedManifest, type Manifest } from "./core/manifest.ts";
import type { ConnectionProvider, ConnectionValues, Operation, OperationHandler } from "./core/operation.ts";
import { createRateGates } from "./http/rate-gates.ts";
import { explainFinding } from "./manifest/explain-findings.ts";
import { loadManifest } from "./manifest/load-manifest.ts";
import { connectionTools, type ConnectionToolsOptions } from "./tools/connection-tools.ts";
import type { ConnectorToolSource } from "./tools/connector-tool-source.ts";
import { requireKnownKeys } from "./tools/known-keys.ts";
import { outputFaults } from "./tools/output-check.ts";

export type { ConnectOptions, GivenCredential, GivenCredentials } from "./connect/given-values.ts";
export { assertNever } from "./core/assert-never.ts";
export type { BranchEnding, Ending } from "./core/ending.ts";
export { isToolkitError, ToolkitError, type ToolkitErrorCode } from "./core/error.ts";
export { FetchError, isFetchError } from "./core/fetch-error.ts";
export { isJsonObject, type Json, type JsonObject, type JsonSchema } from "./core/json.ts";
export type { ManifestSchema } from "./core/manifest-schema.ts";
export type { Manifest, Operation as ManifestOperation } from "./core/manifest.ts";
export type {
  BranchExtras,
  ConnectionProvider,
  ConnectionValues,
  HandlerAttempt,
  HandlerRequest,
  HandlerResponse,
  Operation,
  OperationHandler,
} from "./core/operation.ts";
export { Secret } from "./core/secret.ts";
export type { StandardSchemaV1 } from "./core/standard-schema.ts";
export type { ConnectionReference } from "./core/tool.ts";
export type { ConnectionToolsOptions } from "./tools/connection-tools.ts";

/** A manifest: a path (text or file URL), its text, a plain object, or one that was checked already. */
export type ManifestSource = string | URL | Manifest | JsonObject;

type Handlers = Readonly<Record<string, OperationHandler>>;

/** What a connector is made of. */
export interface ConnectorDefinition<Operations extends Handlers = Handlers> {
  readonly manifest: ManifestSource;
  /** Code for the operations whose manifest says `handler: {}`; exactly those. */
  readonly operations?: Operations;
}

/** A connection: operations with one configuration. */
export interface Connection<Names extends string = string> extends Omit<BoundConnection, "operations"> {
  /** One function an operation; a name that does not exist throws `invalid_definition` when it is called. */
  readonly operations: { readonly [Name in Names]: () => Operation } & Readonly<Record<string, () => Operation>>;
  /** Tools of the named operations: `connectorTool` on each. */
  tools(options: ConnectionToolsOptions): ConnectorToolSource;
}

/** A connector that can be connected. */
export interface Connector<Names extends string = string> {
  readonly manifest: Manifest;
  /** Makes a connection with values given in code; throws `invalid_configuration` when they do not fit the manifest. */
  readonly connect: (options: ConnectOptions) => Connection<Names>;
  /** The connection of that name in a loaded project; throws `connection_absent` when there is none. Closing the project ends its sockets. */
  readonly newProjectConnection: (project: ConnectionProvider, name: string) => Connection<Names>;
}

const connectKeys = ["name", "config", "credentials", "allowLoopback", "allowPrivateAddresses"];

/**
 * Defines a connector of a manifest and code.
 *
 * Reads a manifest's file at once. Throws `invalid_manifest` with all findings, or `invalid_definition` when handlers
 * are missing or too many.
 */
export function defineConnector<const Operations extends Handlers = Handlers>(
  definition: ConnectorDefinition<Operations>,
): Connector<keyof Operations & string> {
  requireKnownKeys(definition, ["manifest", "operations"], "a connector's definition");
  const manifest = readManifest(definition.manifest);
  const handlers: Handlers = definition.operations ?? {};
  checkHandlers(manifest, handlers);
  const connectorGates = createRateGates();
  const make = (values: ConnectionValues): Connection<keyof Operations & string> => {
    const connection = createConnection({ manifest, handlers, connectorGates, checkOutput: outputFaults }, values);
    const tools = (options: ConnectionToolsOptions): ConnectorToolSource => connectionTools(connection, options);
    return {
      ...connection,
      operations: connection.operations as Connection<keyof Operations & string>["operations"],
      tools,
    };
  };
  return {
    manifest,
    connect: (options) => {
      requireKnownKeys(options, connectKeys, "the options of connect");
      return make(givenValues(options));
    },
    newProjectConnection: (project, name) => {
      const connection = make(project.connection(manifest.connector.id, name));
      project.onClose?.(() => connection.close());
      return connection;
    },
  };
}

function readManifest(source: ManifestSource): Manifest {
  if (isCheckedManifest(source)) return source;
  if (source instanceof URL) return checkedFile(fileURLToPath(source));
  if (typeof source !== "string") return checked(JSON.stringify(source), "manifest.json", "object");
  // A path has one line and is no JSON; a manifest in one line is JSON.
  const isText = source.includes("\n") || source.trimStart().startsWith("{");
  return isText ? checked(source, "manifest.yaml", "text") : checkedFile(source);
}

function checkedFile(path: string): Manifest {
  return checked(readFileSync(path), path, "file");
}

type ManifestForm = "object" | "text" | "file";

function checked(content: string | Uint8Array, path: string, form: ManifestForm): Manifest {
  const { manifest, findings } = loadManifest(content, { path });
  if (manifest !== undefined) return manifest;
  const label = form === "file" ? path : "the manifest";
  const advice =
    form === "file" ? `dex-connectors validate ${path} shows each in full` : "details.findings of this error has all";
  const message = `${label} is not valid: ${errorWords(findings, form)}; ${advice}`;
  throw new ToolkitError("invalid_manifest", message, { details: { findings } });
}

/** The first error as a sentence with its place, and how many more there are. An object has no lines of its own. */
function errorWords(findings: readonly Finding[], form: ManifestForm): string {
  const [first, ...more] = findings.filter((finding) => finding.severity === "error");
  if (first === undefined) return "no rule says why";
  const { message, help } = explainFinding(first);
  const line = form === "object" ? "" : ` (line ${String(first.range.start.line)})`;
  const rest = more.length === 0 ? "" : ` (and ${String(more.length)} more)`;
  return `${first.pointer || "the whole"}${line}: ${message}; ${help} (${first.id})${rest}`;
}
