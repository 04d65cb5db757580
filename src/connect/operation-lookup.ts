/** The `operations` of a connection: one function a name, and an error that lists the names for any other. */

import { closestName } from "../core/closest-name.ts";
import { ToolkitError } from "../core/error.ts";
import type { Manifest } from "../core/manifest.ts";
import type { Operation } from "../core/operation.ts";

/** Names that JavaScript itself asks objects for; they are no mistyped operations. */
const asked = new Set<PropertyKey>([
  "then",
  "toJSON",
  "constructor",
  "toString",
  "valueOf",
  "asymmetricMatch",
  "nodeType",
  "$$typeof",
]);

/** A function for each operation. Any other name gives a function that throws `invalid_definition` when it is called. */
export function operationLookup(
  manifest: Manifest,
  bind: (name: string) => Operation,
): Readonly<Record<string, () => Operation>> {
  const known = Object.freeze(
    Object.fromEntries(Object.keys(manifest.operations).map((name) => [name, () => bind(name)] as const)),
  );
  return new Proxy(known, {
    get(target, name): unknown {
      if (typeof name !== "string" || Object.hasOwn(target, name)) return Reflect.get(target, name);
      return asked.has(name) ? undefined : () => refuseOperation(manifest, name);
    },
  });
}

/** Throws `invalid_definition` for a name that is no operation, listing those an agent may be given. */
export function refuseOperation(manifest: Manifest, name: string): never {
  const all = Object.values(manifest.operations);
  const exposed = all.filter((operation) => operation.agent.exposed).map((operation) => operation.name);
  const closest = closestName(
    name,
    all.map((operation) => operation.name),
  );
  const hint = closest === undefined ? "" : `did you mean ${closest}? `;
  throw new ToolkitError(
    "invalid_definition",
    `connector ${manifest.connector.id} has no operation ${JSON.stringify(name)}; ${hint}it exposes ${exposed.join(", ") || "none"}`,
    { details: { operation: name, exposed } },
  );
}
