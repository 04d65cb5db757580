/** `fix`: mends manifests where the meaning is certain. What needs a look stays for `validate`. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Finding } from "../core/finding.ts";
import { findingLine } from "../manifest/explain-findings.ts";
import { findManifestFiles } from "../manifest/find-files.ts";
import { mendText } from "../manifest/mend-text.ts";
import { unifiedPatch } from "../manifest/report/patch.ts";
import { plural } from "../manifest/report/summary-line.ts";
import { CommandError, exitCodes, misuse } from "./command-error.ts";
import { defineCommand } from "./command.ts";
import { writeLine } from "./output.ts";

export const fix = defineCommand({
  name: "fix",
  summary: "Mend manifests by the fixes that keep their meaning.",
  usage: "fix [paths…] [--dry-run]",
  operands: { min: 0, max: Number.MAX_SAFE_INTEGER },
  flags: { "dry-run": { type: "boolean", description: "Prints a patch and writes nothing." } },
  examples: ["fix", "fix dex-connector.yaml --dry-run"],
  run: async ({ args, flags, stdout, stderr }) => {
    const found = findManifestFiles(args.length === 0 ? ["."] : args, process.cwd());
    const [missing] = found.missing;
    if (missing !== undefined) throw misuse(`there is no file or folder ${missing}`);
    if (found.files.length === 0)
      throw misuse("no dex-connector.{json,yaml,yml} or *.connector.{json,yaml,yml} was found");
    let applied = 0;
    const left: Finding[] = [];
    for (const path of found.files) {
      const before = read(path);
      const mended = mendText(before, path);
      applied += mended.applied;
      left.push(...mended.errors);
      if (mended.applied === 0) continue;
      if (flags["dry-run"]) stdout.write(unifiedPatch(path, before.toString("utf8"), mended.content.toString("utf8")));
      else writeFileSync(path, mended.content);
    }
    const did = flags["dry-run"] ? "would apply" : "applied";
    writeLine(
      stderr,
      `${did} ${applied} ${applied === 1 ? "fix" : "fixes"} in ${plural(found.files.length, "manifest")}`,
    );
    if (left.length === 0) return Promise.resolve(exitCodes.fine);
    for (const finding of left) writeLine(stderr, findingLine(finding));
    writeLine(
      stderr,
      `${plural(left.length, "error")} ${left.length === 1 ? "has" : "have"} no safe fix and must be mended by hand`,
    );
    return Promise.resolve(exitCodes.findings);
  },
});

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(exitCodes.incomplete, `${path} cannot be read: ${reason}`);
  }
}
