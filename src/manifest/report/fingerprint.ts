/** Names a finding so that it keeps its name when lines move: no line numbers, only rule, file, pointer and order. */
import { createHash } from "node:crypto";
import type { Finding } from "../../core/finding.ts";

/** A fingerprint for each finding, in their order. Equal ones are told apart by their place among equals. */
export function fingerprints(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
  const seen = new Map<string, number>();
  const prints = new Map<Finding, string>();
  for (const finding of findings) {
    const subject = JSON.stringify([finding.id, finding.file, finding.pointer]);
    const ordinal = seen.get(subject) ?? 0;
    seen.set(subject, ordinal + 1);
    prints.set(finding, createHash("sha256").update(`${subject} ${ordinal}`).digest("hex").slice(0, 32));
  }
  return prints;
}
