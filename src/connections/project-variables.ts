/** Reads the `DEX_PROJECT_*` variables of a deployment: which connection and credential each secret is for. */

import { closestName } from "../core/closest-name.ts";
import { ToolkitError } from "../core/error.ts";
import type { ConnectionEntry, CredentialSource } from "./connection-entry.ts";

/** Variables of a process by name; `process.env` is one. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The connections of a deployment, as the content of a connection file or `@` and its path. */
export const connectionsVariable = "DEX_PROJECT_CONNECTIONS";

const prefix = "DEX_PROJECT_";
const secretPrefix = "DEX_PROJECT_SECRET_";

export interface ProjectVariables {
  readonly entries: readonly ConnectionEntry[];
  /** Variables that look like ours and mean nothing here. */
  readonly warnings: readonly string[];
}

/**
 * Adds the secrets of `DEX_PROJECT_SECRET_<CONNECTION>_<CREDENTIAL>` to the connections they name.
 *
 * A source that a connection states itself is kept. Throws `invalid_configuration` when a variable could mean two.
 */
export function withProjectSecrets(entries: readonly ConnectionEntry[], env: Environment): ProjectVariables {
  const warnings: string[] = [];
  const added = new Map<ConnectionEntry, Map<string, CredentialSource>>();
  for (const variable of Object.keys(env)
    .filter((name) => name.startsWith(prefix))
    .toSorted()) {
    if (variable === connectionsVariable) continue;
    const targets = entries.flatMap((entry) => targetOf(entry, variable) ?? []);
    const [target] = targets;
    if (target === undefined) warnings.push(unknownVariable(variable, entries));
    else if (targets.length > 1) throw ambiguous(variable, targets);
    else {
      const sources = added.get(target.entry) ?? new Map<string, CredentialSource>();
      added.set(target.entry, sources.set(target.credential, { kind: "env", variable }));
    }
  }
  return {
    warnings,
    entries: entries.map((entry) => ({
      ...entry,
      credentials: { ...Object.fromEntries(added.get(entry) ?? []), ...entry.credentials },
    })),
  };
}

interface Target {
  readonly entry: ConnectionEntry;
  readonly credential: string;
}

function targetOf(entry: ConnectionEntry, variable: string): Target | undefined {
  const start = `${secretPrefix}${upperSnake(entry.name)}_`;
  const rest = variable.startsWith(start) ? variable.slice(start.length) : "";
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(rest) ? { entry, credential: camel(rest) } : undefined;
}

/** `support-slack` and `supportSlack` as `SUPPORT_SLACK`. */
export function upperSnake(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[.-]/g, "_")
    .toUpperCase();
}

/** `BOT_TOKEN` as `botToken`. */
function camel(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function unknownVariable(variable: string, entries: readonly ConnectionEntry[]): string {
  const starts = entries.map((entry) => `${secretPrefix}${upperSnake(entry.name)}_<CREDENTIAL>`);
  if (variable.startsWith(secretPrefix)) {
    const known = starts.length === 0 ? "no connection is configured" : `known are ${starts.join(", ")}`;
    return `${variable} belongs to no connection; ${known}`;
  }
  const closest = closestName(variable, [connectionsVariable]);
  return `${variable} is not read; ${closest === undefined ? `known are ${connectionsVariable} and ${secretPrefix}…` : `did you mean ${closest}?`}`;
}

function ambiguous(variable: string, targets: readonly Target[]): ToolkitError {
  const readings = targets.map(({ entry, credential }) => `${credential} of ${entry.connector}/${entry.name}`);
  return new ToolkitError(
    "invalid_configuration",
    `${variable} could mean ${readings.join(" or ")}; rename a connection, or state its credentials as {"env": NAME}`,
  );
}
