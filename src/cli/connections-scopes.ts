/** `connections scopes`: the smallest set of permissions that some operations of a connector need. */

import { closestName } from "../core/closest-name.ts";
import type { Manifest, Operation } from "../core/manifest.ts";
import { defineCommand } from "./command.ts";
import { exitCodes, misuse } from "./command-error.ts";
import { openManifest } from "./connector-argument.ts";
import { formatFlag } from "./format-flag.ts";
import { writeJson, writeLine } from "./output.ts";

/** What operations need together. */
export interface NeededScopes {
  readonly connector: string;
  readonly scopes: readonly string[];
  readonly byOperation: Readonly<
    Record<string, { readonly methods: readonly string[]; readonly scopes: readonly string[] }>
  >;
}

export const connectionsScopes = defineCommand({
  name: "connections scopes",
  summary: "List the permissions that operations need.",
  usage: "connections scopes <manifest> --operations NAME[,NAME...]",
  operands: { min: 1, max: 1 },
  flags: {
    operations: {
      type: "string",
      multiple: true,
      value: "NAMES",
      description: "Separated by commas. Default: all exposed.",
    },
    ...formatFlag,
  },
  examples: ["connections scopes slack --operations listThreadMessages,postThreadReply"],
  async run({ args: [connector = ""], flags, stdout }) {
    const manifest = await openManifest(connector);
    const names = flags.operations.flatMap((list) => list.split(",")).filter((name) => name !== "");
    const needed = neededScopes(manifest, names);
    if (flags.format === "json") writeJson(stdout, needed);
    else for (const scope of needed.scopes) writeLine(stdout, scope);
    return exitCodes.fine;
  },
});

/** The scopes of the named operations; of all that are exposed when none is named. */
export function neededScopes(manifest: Manifest, names: readonly string[]): NeededScopes {
  const all = Object.values(manifest.operations);
  const operations =
    names.length === 0 ? all.filter(({ agent }) => agent.exposed) : names.map((name) => operationOf(manifest, name));
  const byOperation = operations.map((operation) => {
    const { authorization } = operation;
    const methods = authorization.kind === "required" ? authorization.methods : [];
    const scopes = new Set([...scopesOf(operation), ...lookupScopes(manifest, operation)]);
    return [operation.name, { methods, scopes: [...scopes] }] as const;
  });
  const scopes = new Set(byOperation.flatMap(([, needs]) => needs.scopes));
  return {
    connector: manifest.connector.id,
    scopes: [...scopes].toSorted((a, b) => (a < b ? -1 : 1)),
    byOperation: Object.fromEntries(byOperation),
  };
}

function scopesOf({ authorization }: Operation): readonly string[] {
  return authorization.kind === "required" ? authorization.scopes : [];
}

/** Without these a lost answer stays unknown: the query that looks for it must be allowed too. */
function lookupScopes(manifest: Manifest, { lookup }: Operation): readonly string[] {
  if (lookup?.source.kind !== "operation") return [];
  return scopesOf(operationOf(manifest, lookup.source.operation));
}

function operationOf(manifest: Manifest, name: string): Operation {
  const operation = Object.hasOwn(manifest.operations, name) ? manifest.operations[name] : undefined;
  if (operation !== undefined) return operation;
  const names = Object.keys(manifest.operations);
  const closest = closestName(name, names);
  throw misuse(
    `${manifest.connector.id} has no operation ${JSON.stringify(name)}; ${closest === undefined ? `it has ${names.join(", ")}` : `did you mean ${closest}?`}`,
  );
}
