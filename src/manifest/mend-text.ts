/** Mends a manifest by its safe fixes, round after round, until none is left. */
import type { Finding } from "../core/finding.ts";
import { applyFixes } from "./apply-fixes.ts";
import { checkManifest } from "./check-manifest.ts";

/** A fix may uncover another; more rounds than this mean that two fixes undo each other. */
const mostRounds = 10;

export interface MendedText {
  readonly content: Buffer;
  /** Fixes that were applied. */
  readonly applied: number;
  /** The errors of the mended text: what no safe fix could mend. */
  readonly errors: readonly Finding[];
}

/** Applies safe fixes only: they keep the meaning that the author had. */
export function mendText(content: Uint8Array, path: string): MendedText {
  let current = Buffer.from(content);
  let applied = 0;
  let { findings } = checkManifest(current, path);
  for (let round = 0; round < mostRounds; round += 1) {
    const fixed = applyFixes(current, findings, ["safe"]);
    if (fixed.applied === 0) break;
    current = Buffer.from(fixed.content);
    applied += fixed.applied;
    ({ findings } = checkManifest(current, path));
  }
  return { content: current, applied, errors: findings.filter(isOpenError) };
}

function isOpenError({ severity, suppressed }: Finding): boolean {
  return severity === "error" && suppressed === undefined;
}
