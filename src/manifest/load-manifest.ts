/** The room's entry for programs: text or bytes in, a checked manifest or findings out. */
import type { Finding } from "../core/finding.ts";
import type { JsonObject } from "../core/json.ts";
import type { Manifest } from "../core/manifest.ts";
import { ToolkitError } from "../core/error.ts";
import { brandManifest } from "./brand-manifest.ts";
import { checkManifest, manifestOf } from "./check-manifest.ts";
import type { SourceManifest } from "./language/source-manifest.ts";
import { resolveManifest } from "./resolve/resolve-manifest.ts";
import { createUnresolved } from "./resolve/unresolved.ts";

/** Where a manifest came from. */
export interface LoadOptions {
  /** Repeated in findings; its ending chooses the format: `.json`, or YAML. */
  readonly path: string;
}

/** A checked manifest, or what is wrong; warnings may come beside a manifest. */
export interface LoadedManifest {
  /** Absent when a finding is an error. */
  readonly manifest: Manifest | undefined;
  readonly findings: readonly Finding[];
}

/** Checks a manifest completely. It never throws for what a file holds; calling it again gives the same. */
export function loadManifest(content: Uint8Array | string, { path }: LoadOptions): LoadedManifest {
  const checked = checkManifest(content, path);
  return { manifest: manifestOf(checked), findings: checked.findings };
}

/**
 * Resolves a manifest that is known to be good, such as one that was checked when the package was built. It applies
 * no rules and has no places; a manifest from anywhere else belongs to `loadManifest`.
 *
 * Throws `invalid_manifest` when a reference leads nowhere.
 */
export function trustManifest(source: JsonObject): Manifest {
  const unresolved = createUnresolved();
  const resolved = resolveManifest(source as unknown as SourceManifest, unresolved);
  const [problem] = unresolved.problems;
  if (problem !== undefined) throw new ToolkitError("invalid_manifest", `the manifest cannot be used: ${problem}`);
  return brandManifest(resolved);
}
