/** `fix`: mends manifests where the meaning is certain. What needs a look stays for `validate`. */
import { writeFileSync } from "node:fs";
import type { Finding } from "../core/finding.ts";
import { explainFinding, findingLine } from "../manifest/explain-findings.ts";
import { readProblem } from "../manifest/find-files.ts";
import { mendText } from "../manifest/mend-text.ts";
import { unifiedPatch } from "../manifest/report/patch.ts";
import { plural } from "../manifest/report/summary-line.ts";
import { exitCodes } from "./command-error.ts";
import type { CommandContext, Output } from "./command.ts";
import { defineCommand } from "./command.ts";
import { formatFlag } from "./format-flag.ts";
import { betweenFiles, manifestFiles, readManifestFile } from "./manifest-files.ts";
import type { UnreadablePath } from "./manifest-files.ts";
import { writeJson, writeLine } from "./output.ts";

const flags = {
  ...formatFlag,
  "dry-run": { type: "boolean", description: "Prints a patch and writes nothing." },
} as const;

interface MendedFile {
  readonly path: string;
  readonly applied: number;
  /** What changed, for tools that apply patches; empty when nothing did. */
  readonly patch: string;
}

interface Mending {
  readonly files: readonly MendedFile[];
  /** Errors that no safe fix mends. */
  readonly left: readonly Finding[];
  /** What could not be read or written. */
  readonly failed: readonly UnreadablePath[];
}

export const fix = defineCommand({
  name: "fix",
  summary: "Mend manifests by the fixes that keep their meaning.",
  usage: "fix [paths…] [--dry-run]",
  operands: { min: 0, max: Number.MAX_SAFE_INTEGER },
  flags,
  examples: ["fix", "fix dex-connector.yaml --dry-run"],
  run: async (context) => {
    const mending = await mend(context);
    const { left, failed } = mending;
    const isDry = context.flags["dry-run"];
    if (context.flags.format === "json") writeJson(context.stdout, forPrograms(mending, isDry));
    else if (isDry) for (const { patch } of mending.files) context.stdout.write(patch);
    tell(mending, isDry, context.stderr);
    if (failed.length > 0) return exitCodes.incomplete;
    return left.length === 0 ? exitCodes.fine : exitCodes.findings;
  },
});

async function mend({ args, flags: given, signal }: CommandContext<typeof flags>): Promise<Mending> {
  const { files, unreadable } = manifestFiles(args);
  const mended: MendedFile[] = [];
  const left: Finding[] = [];
  const failed = [...unreadable];
  for (const path of files) {
    await betweenFiles(signal);
    const before = readManifestFile(path);
    if (!Buffer.isBuffer(before)) {
      failed.push(before);
      continue;
    }
    const { content, applied, errors } = mendText(before, path);
    left.push(...errors);
    const problem = applied === 0 || given["dry-run"] ? undefined : write(path, content);
    if (problem === undefined) mended.push({ path, applied, patch: patchOf(path, before, content) });
    else failed.push({ path, problem });
  }
  return { files: mended, left, failed };
}

function patchOf(path: string, before: Buffer, after: Buffer): string {
  return before.equals(after) ? "" : unifiedPatch(path, before.toString("utf8"), after.toString("utf8"));
}

function write(path: string, content: Buffer): string | undefined {
  try {
    writeFileSync(path, content);
    return undefined;
  } catch (error) {
    return readProblem(error);
  }
}

function forPrograms({ files, left, failed }: Mending, isDry: boolean): object {
  return {
    formatVersion: 1,
    dryRun: isDry,
    files,
    left: left.map((finding) => {
      const { id, file, pointer, range } = finding;
      const { message, help } = explainFinding(finding);
      return { id, message, help, file, ...range, pointer };
    }),
    failed,
  };
}

function tell({ files, left, failed }: Mending, isDry: boolean, stderr: Output): void {
  const applied = files.reduce((sum, file) => sum + file.applied, 0);
  const fixes = `${String(applied)} ${applied === 1 ? "fix" : "fixes"}`;
  writeLine(stderr, `${isDry ? "would apply" : "applied"} ${fixes} in ${plural(files.length, "manifest")}`);
  for (const { path, problem } of failed) writeLine(stderr, `${path} cannot be read or written: ${problem}`);
  if (left.length === 0) return;
  for (const finding of left) writeLine(stderr, findingLine(finding));
  const have = left.length === 1 ? "has" : "have";
  writeLine(stderr, `${plural(left.length, "error")} ${have} no safe fix and must be mended by hand`);
}
