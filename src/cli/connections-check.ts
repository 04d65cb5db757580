/** `connections check`: whether each connection that is set up is complete. Shows where credentials come from, never what they are. */

import { existsSync } from "node:fs";
import type { Manifest } from "../core/manifest.ts";
import type { ConnectionReference } from "../core/tool.ts";
import type { Project } from "../connections.ts";
import type { CommandContext, Output } from "./command.ts";
import { defineCommand } from "./command.ts";
import { exitCodes } from "./command-error.ts";
import { formatFlag } from "./format-flag.ts";
import { paint, writeJson, writeLine } from "./output.ts";
import { shippedConnector } from "./shipped-connectors.ts";

/** What is known of one connection. */
export interface ConnectionState extends ConnectionReference {
  readonly isComplete: boolean;
  readonly credentials: readonly { readonly name: string; readonly source: string; readonly isPresent: boolean }[];
  /** What to mend; empty when it is complete. */
  readonly faults: readonly string[];
}

export const connectionsCheck = defineCommand({
  name: "connections check",
  summary: "Say of each connection whether it is complete.",
  usage: "connections check [--format json]",
  flags: formatFlag,
  examples: ["connections check"],
  async run({ flags, env, stdout, stderr }) {
    const states = await connectionStates(env);
    if (flags.format === "json") writeJson(stdout, states);
    else if (states.length === 0) writeLine(stderr, absenceOf(env));
    else for (const state of states) writeState(stdout, state);
    return states.every(({ isComplete }) => isComplete) ? exitCodes.fine : exitCodes.findings;
  },
});

/** Loads the project of the environment and looks at each connection. Throws when its file is broken or can be read by others. */
export async function connectionStates(env: CommandContext["env"]): Promise<readonly ConnectionState[]> {
  const { loadFromEnvironment } = await import("../connections.ts");
  const project = await loadFromEnvironment(env);
  try {
    return await Promise.all(project.list().map((reference) => stateOf(project, reference)));
  } finally {
    await project.close();
  }
}

async function stateOf(project: Project, reference: ConnectionReference): Promise<ConnectionState> {
  const { connector, name } = reference;
  try {
    const credentials = await project.credentialStates(connector, name);
    const absent = credentials.filter(({ isPresent }) => !isPresent).map(({ source }) => `${source} is not set`);
    const faults = [...absent, ...(await connectingFaults(project, reference))];
    return { connector, name, isComplete: faults.length === 0, credentials, faults };
  } catch (error) {
    return { connector, name, isComplete: false, credentials: [], faults: [messageOf(error)] };
  }
}

/** For a shipped connector its manifest judges the settings too; another one's manifest is not known here. */
async function connectingFaults(
  project: Project,
  { connector, name }: ConnectionReference,
): Promise<readonly string[]> {
  const shipped = shippedConnector(connector);
  if (shipped === undefined) return [];
  try {
    const { newProjectConnection, manifest } = await shipped.load();
    const connection = newProjectConnection(project, name);
    await connection.close();
    const given = new Set((await project.credentialStates(connector, name)).map((credential) => credential.name));
    return missingCredentials(manifest, given);
  } catch (error) {
    return [messageOf(error)];
  }
}

/** At least one way to authorize calls must have all its credentials. */
export function missingCredentials(manifest: Manifest, given: ReadonlySet<string>): readonly string[] {
  const lacking = Object.values(manifest.authMethods).map(({ secrets }) =>
    secrets.filter(({ name, required }) => required && !given.has(name)).map(({ name }) => name),
  );
  if (lacking.length === 0 || lacking.some((names) => names.length === 0)) return [];
  return [`credentials are missing: ${lacking.map((names) => names.join(" and ")).join(", or ")}`];
}

/** A file that does not exist is no fault: the connections are not set up on this machine. */
function absenceOf(env: CommandContext["env"]): string {
  const { DEX_CONNECTOR_CONFIG_FILE: file } = env;
  if (file === undefined || file === "")
    return "no connection is set up; DEX_CONNECTOR_CONFIG_FILE names the file that does it";
  const reason = existsSync(file) ? "holds none" : "does not exist";
  return `no connection is set up: ${file}, which DEX_CONNECTOR_CONFIG_FILE names, ${reason}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function writeState(output: Output, { connector, name, isComplete, credentials, faults }: ConnectionState): void {
  const word = isComplete ? paint(output, "green", "complete") : paint(output, "red", "incomplete");
  writeLine(output, `${connector}/${name}: ${word}`);
  for (const credential of credentials) {
    writeLine(output, `  ${credential.name} from ${credential.source}${credential.isPresent ? "" : " (absent)"}`);
  }
  for (const fault of faults) writeLine(output, `  ${fault}`);
}
