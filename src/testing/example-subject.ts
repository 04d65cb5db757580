/** What examples are run on: a manifest whose operations are declared, or a connector with code. Makes the one tool of each example. */

import type { Manifest, Operation } from "../core/manifest.ts";
import { isCheckedManifest } from "../core/manifest.ts";
import type { Operation as BoundOperation } from "../core/operation.ts";
import { Secret } from "../core/secret.ts";
import type { ToolSource } from "../core/tool.ts";
import type { ConnectOptions } from "../connect/given-values.ts";
import { performDeclared, type DeclaredConnection } from "../http/declared.ts";
import { createRateGates } from "../http/rate-gates.ts";
import { ConnectorToolSource } from "../tools/connector-tool-source.ts";
import { connectorTool } from "../tools/connector-tool.ts";
import { outputFaults } from "../tools/output-check.ts";
import { createExampleClient, type ExampleClient, type ObservedExchange } from "./example-client.ts";
import { EXAMPLE_CONNECTION, exampleConfig, exampleSecrets } from "./example-values.ts";
import type { StandInProvider } from "./stand-in-provider.ts";

/** A connector as `defineConnector` gives it, as far as examples need it. */
export interface ConnectorWithCode {
  readonly manifest: Manifest;
  connect(options: ConnectOptions): { operation(name: string): BoundOperation; close(): Promise<void> };
}

export interface ExampleSubject {
  readonly manifest: Manifest;
  /** Whether an operation's code is at hand. */
  canRun(operation: Operation): boolean;
  start(operation: Operation, provider: StandInProvider): Promise<RunningExample>;
}

/** One operation ready to be called, once. */
export interface RunningExample {
  readonly source: ToolSource;
  readonly observed: () => readonly ObservedExchange[];
  /** Gives the signal that stops the attempt. */
  readonly onAttempt: (attempt: { readonly isResend: boolean }) => AbortSignal;
  close(): Promise<void>;
}

/** Takes a checked manifest, or a connector with the code of its handlers. */
export function exampleSubject(subject: Manifest | ConnectorWithCode): ExampleSubject {
  const connector = isCheckedManifest(subject) ? undefined : subject;
  const manifest = isCheckedManifest(subject) ? subject : subject.manifest;
  return {
    manifest,
    canRun: (operation) => operation.implementation.kind === "request" || connector !== undefined,
    start: async (operation, provider) => {
      if (operation.implementation.kind === "request") return startDeclared(manifest, operation, provider);
      if (connector === undefined) throw new TypeError(`the code of ${operation.name} is not at hand`);
      return startHandler(connector, operation, provider);
    },
  };
}

function startDeclared(manifest: Manifest, operation: Operation, provider: StandInProvider): RunningExample {
  const config = exampleConfig(manifest);
  const client = createExampleClient(provider, { hosts: manifest.hosts, config }, operation.name);
  const secrets = Object.entries(exampleSecrets(manifest)).map(
    ([name, value]) => [name, new Secret(value, name)] as const,
  );
  const reference = { connector: manifest.connector.id, name: EXAMPLE_CONNECTION };
  const connection: DeclaredConnection = {
    manifest,
    reference,
    config,
    credentials: Object.fromEntries(secrets),
    client,
    gates: createRateGates(),
    checkOutput: outputFaults,
    runQuery: (name, input, attempt) => runQuery(connection, client, name, input, attempt),
  };
  const bound: BoundOperation = {
    id: operation.name,
    connection: reference,
    manifest,
    definition: operation,
    invoke: (input, attempt) => performDeclared(connection, operation, input, attempt),
    knownSecrets: () => secrets.map(([, secret]) => secret),
  };
  return {
    source: new ConnectorToolSource([exposedTool(bound)]),
    observed: () => client.observed,
    onAttempt: ({ isResend }) => {
      client.sender = { operation: operation.name, isResend };
      return new AbortController().signal;
    },
    close: () => client.close(),
  };
}

/** A lookup's query sends in its own name, so that what it meets counts for its own rules. */
async function runQuery(
  connection: DeclaredConnection,
  client: ExampleClient,
  ...[name, input, attempt]: Parameters<NonNullable<DeclaredConnection["runQuery"]>>
): ReturnType<NonNullable<DeclaredConnection["runQuery"]>> {
  const query = connection.manifest.operations[name];
  if (query === undefined) return { kind: "undeclared_branch", branch: name };
  const { sender } = client;
  client.sender = { operation: name, isResend: false };
  try {
    return await performDeclared(connection, query, input, attempt);
  } finally {
    client.sender = sender;
  }
}

/** Examples of operations that no agent sees run all the same: lookups use them. */
function exposedTool(bound: BoundOperation): ReturnType<typeof connectorTool> {
  const definition: Operation = { ...bound.definition, agent: { ...bound.definition.agent, exposed: true } };
  const manifest: Manifest = {
    ...bound.manifest,
    operations: { ...bound.manifest.operations, [bound.id]: definition },
  };
  return connectorTool({ ...bound, manifest, definition }, bound.connection, { manifest });
}

/** Code is led to the stand-in by its configured hosts; faults before dispatch cannot be played for it. */
function startHandler(connector: ConnectorWithCode, operation: Operation, provider: StandInProvider): RunningExample {
  const { manifest } = connector;
  const config = exampleConfig(manifest);
  for (const host of manifest.hosts) {
    const configured = host.kind === "config" ? config[host.name] : undefined;
    if (host.kind !== "config" || typeof configured !== "string") continue;
    config[host.name] = provider.server.origin + new URL(configured).pathname;
  }
  const connection = connector.connect({
    name: EXAMPLE_CONNECTION,
    config,
    credentials: exampleSecrets(manifest),
    allowLoopback: true,
  });
  return {
    source: new ConnectorToolSource([exposedTool(connection.operation(operation.name))]),
    observed: () => [],
    onAttempt: () => {
      // Code has a client of its own: a silence ends with the attempt that met it.
      const silence = new AbortController();
      provider.onSilence = () => silence.abort();
      return silence.signal;
    },
    close: () => connection.close(),
  };
}
