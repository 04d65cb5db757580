/** Gives a resolved manifest its brand and freezes it. The only place that does: a brand means "checked". */
import type { Manifest } from "../core/manifest.ts";
import { checkedManifest } from "../core/manifest.ts";
import type { ResolvedManifest } from "./rules/rule-context.ts";

/** Call it only for a manifest that no rule objects to, or that is trusted by its source. */
export function brandManifest(resolved: ResolvedManifest): Manifest {
  const manifest: Manifest = { ...resolved, [checkedManifest]: true };
  freeze(manifest);
  return manifest;
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
}
