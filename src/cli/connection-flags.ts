/** The flags that say with which values a connector is connected, and the connection they give. */

import type { Connection, Connector } from "../connector.ts";
import type { Project } from "../connections.ts";
import type { CommandContext, FlagSpecs, FlagValues } from "./command.ts";
import { misuse } from "./command-error.ts";
import { missingCredentials } from "./connections-check.ts";
import { configOf, credentialsOf } from "./setting-flags.ts";

export const connectionFlags = {
  connection: {
    type: "string",
    multiple: true,
    value: "NAME",
    description: "Takes a connection of DEX_CONNECTOR_CONFIG_FILE; not needed when only one is set up.",
  },
  config: { type: "string", multiple: true, value: "KEY=VALUE", description: "A setting, in place of a connection." },
  credential: {
    type: "string",
    multiple: true,
    value: "KEY=env:NAME",
    description: "A credential from a variable (env:NAME) or file (file:PATH), never its value.",
  },
  "allow-loopback": { type: "boolean", description: "Permits http and addresses of this machine, for tests." },
} as const satisfies FlagSpecs;

type ConnectionFlagValues = FlagValues<typeof connectionFlags>;

export interface OpenConnections {
  readonly connections: readonly Connection[];
  /** A sentence for each connection whose calls cannot be authorized: what is missing, and where to set it. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

/** Connects each connector as the flags say. */
export async function openConnections(
  connectors: readonly Connector[],
  flags: ConnectionFlagValues,
  env: CommandContext["env"],
): Promise<OpenConnections> {
  const isInline = flags.config.length > 0 || flags.credential.length > 0 || flags["allow-loopback"];
  if (!isInline) return openProjectConnections(connectors, flags.connection, env);
  if (flags.connection.length > 0)
    throw misuse("--connection takes all values from the file; leave --config, --credential and --allow-loopback out");
  const [connector, other] = connectors;
  if (connector === undefined || other !== undefined) {
    throw misuse(
      "--config and --credential belong to one connector; with several, use connections of DEX_CONNECTOR_CONFIG_FILE",
    );
  }
  const connection = await connectInline(connector, flags, env);
  const given = new Set(flags.credential.map((text) => text.slice(0, text.indexOf("="))));
  return {
    connections: [connection],
    warnings: warningsOf(connector, given, "--credential KEY=env:NAME is given too"),
    close: () => connection.close(),
  };
}

async function connectInline(
  connector: Connector,
  flags: ConnectionFlagValues,
  env: CommandContext["env"],
): Promise<Connection> {
  return connector.connect({
    name: "command-line",
    config: configOf(connector.manifest, flags.config),
    credentials: await credentialsOf(flags.credential, env),
    allowLoopback: flags["allow-loopback"],
  });
}

async function openProjectConnections(
  connectors: readonly Connector[],
  names: readonly string[],
  env: CommandContext["env"],
): Promise<OpenConnections> {
  const { loadFromEnvironment } = await import("../connections.ts");
  const project = await loadFromEnvironment(env);
  const connections = connectors.flatMap((connector) => {
    const { id } = connector.manifest.connector;
    const known = project
      .list()
      .filter((reference) => reference.connector === id)
      .map(({ name }) => name);
    const wanted = names.filter((name) => known.includes(name));
    if (wanted.length > 0) return wanted.map((name) => connector.newProjectConnection(project, name));
    if (names.length > 0 && connectors.length === 1)
      return names.map((name) => connector.newProjectConnection(project, name));
    if (known.length === 1) return known.map((name) => connector.newProjectConnection(project, name));
    if (known.length > 1) throw misuse(`${id} has the connections ${known.join(", ")}; choose one by --connection`);
    return [connector.connect({ name: "command-line" })];
  });
  const used = new Set(connections.map(({ reference }) => reference.name));
  const unused = names.find((name) => !used.has(name));
  if (unused !== undefined)
    throw misuse(`no connector here has a connection ${JSON.stringify(unused)} in DEX_CONNECTOR_CONFIG_FILE`);
  return {
    connections,
    warnings: await projectWarnings(connectors, connections, project),
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close()));
      await project.close();
    },
  };
}

async function projectWarnings(
  connectors: readonly Connector[],
  connections: readonly Connection[],
  project: Project,
): Promise<readonly string[]> {
  const set = project.list();
  const found = connections.map(async ({ reference }) => {
    const { connector: id, name } = reference;
    const connector = connectors.find(({ manifest }) => manifest.connector.id === id);
    if (connector === undefined) return [];
    if (!set.some((other) => other.connector === id && other.name === name)) {
      const how = `a connection of ${id} is set up in the file that DEX_CONNECTOR_CONFIG_FILE names, or --credential KEY=env:NAME is given`;
      return warningsOf(connector, new Set(), how);
    }
    const states = await project.credentialStates(id, name);
    const sources = states.filter(({ isPresent }) => !isPresent).map(({ source }) => source);
    const given = new Set(states.filter(({ isPresent }) => isPresent).map((state) => state.name));
    const how =
      sources.length === 0 ? `they are in its entry ${JSON.stringify(name)}` : `${sources.join(" and ")} is set`;
    return warningsOf(connector, given, how);
  });
  return (await Promise.all(found)).flat();
}

function warningsOf({ manifest }: Connector, given: ReadonlySet<string>, how: string): readonly string[] {
  return missingCredentials(manifest, given).map(
    (missing) => `${manifest.connector.id}: ${missing}. Calls that need them fail until ${how}.`,
  );
}
