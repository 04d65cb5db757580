/** Finds operations that a manifest offers to agents. */

import { closestName } from "../core/closest-name.ts";
import { ToolkitError } from "../core/error.ts";
import type { Manifest, Operation as ManifestOperation } from "../core/manifest.ts";

/** The names of the operations a manifest exposes. */
function exposedNames(manifest: Manifest): readonly string[] {
  return Object.values(manifest.operations)
    .filter((operation) => operation.agent.exposed)
    .map((operation) => operation.name);
}

/** The exposed operation of that name; else throws `invalid_definition`, listing those that are exposed. */
export function exposedOperation(manifest: Manifest, name: string | undefined): ManifestOperation {
  const known = name !== undefined && Object.hasOwn(manifest.operations, name) ? manifest.operations[name] : undefined;
  if (known?.agent.exposed === true) return known;
  const exposed = exposedNames(manifest);
  const trouble = known === undefined ? `has no operation ${JSON.stringify(name)}` : `does not expose ${known.name}`;
  const closest = known === undefined && name !== undefined ? closestName(name, exposed) : undefined;
  const hint = closest === undefined ? "" : `did you mean ${closest}? `;
  const list = exposed.length === 0 ? "it exposes none" : `it exposes ${exposed.join(", ")}`;
  throw new ToolkitError("invalid_definition", `connector ${manifest.connector.id} ${trouble}; ${hint}${list}`, {
    details: { operation: name, exposed },
  });
}
