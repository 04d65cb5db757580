/** The operations of a connector that agents may be offered. */

import type { Manifest } from "../core/manifest.ts";

export function exposedNames({ manifest }: { readonly manifest: Manifest }): readonly string[] {
  return Object.values(manifest.operations)
    .filter(({ agent }) => agent.exposed)
    .map(({ name }) => name);
}
