/** Finds the connections of a process from its environment: a connection file, the variables of a deployment, or both. */

import { ToolkitError } from "../core/error.ts";
import { type ConnectionSource, fileSource, textSource } from "./connection-source.ts";
import { connectionsVariable, type Environment, withProjectSecrets } from "./project-variables.ts";
import { Project, type ProjectEntry } from "./project.ts";

/** The path of the connection file. */
export const fileVariable = "DEX_CONNECTOR_CONFIG_FILE";

/**
 * Loads the connections that `DEX_CONNECTOR_CONFIG_FILE` and `DEX_PROJECT_CONNECTIONS` declare.
 *
 * A file that does not exist, or no variable at all, gives a project without connections, and using one then throws
 * `connection_absent`. A broken file throws `invalid_configuration`, one that others can read `file_not_private`.
 * Variables that look like ours but are none stand in `project.warnings` and are told through `process.emitWarning`.
 */
export async function loadFromEnvironment(env: Environment): Promise<Project> {
  const sources = sourcesOf(env);
  const declared: ProjectEntry[] = [];
  const absent: string[] = [];
  for (const source of sources) {
    const entries = await source.read();
    if (entries === undefined) absent.push(`${source.label} does not exist`);
    declared.push(...(entries ?? []).map((entry) => ({ entry, source })));
  }
  refuseRepeated(declared);
  const { entries, warnings } = withProjectSecrets(
    declared.map(({ entry }) => entry),
    env,
  );
  for (const warning of warnings)
    process.emitWarning(warning, { type: "DexConnectorsWarning", code: "DEX_UNKNOWN_VARIABLE" });
  const project = new Project({
    env,
    warnings,
    entries: declared.map(({ source, entry: plain }, index) => ({ source, entry: entries[index] ?? plain })),
    absence: absenceOf(sources, absent),
  });
  await project.warmUp();
  return project;
}

function sourcesOf(env: Environment): readonly ConnectionSource[] {
  const path = env[fileVariable];
  const inline = env[connectionsVariable];
  const sources: ConnectionSource[] = [];
  if (path !== undefined && path !== "") sources.push(fileSource(path));
  if (inline !== undefined && inline !== "") {
    sources.push(inline.startsWith("@") ? fileSource(inline.slice(1)) : textSource(inline, connectionsVariable));
  }
  return sources;
}

function refuseRepeated(declared: readonly ProjectEntry[]): void {
  const seen = new Map<string, string>();
  for (const { entry, source } of declared) {
    const id = `${entry.connector}/${entry.name}`;
    const other = seen.get(id);
    if (other !== undefined) {
      throw new ToolkitError(
        "invalid_configuration",
        `the connection ${id} is declared in ${other} and in ${source.label}; keep one`,
      );
    }
    seen.set(id, source.label);
  }
}

function absenceOf(sources: readonly ConnectionSource[], absent: readonly string[]): string {
  if (absent.length > 0) return absent.join(", ");
  if (sources.length === 0) return `set ${fileVariable} to the path of a connection file`;
  return `add it to ${sources.map((source) => source.label).join(" or ")}`;
}
