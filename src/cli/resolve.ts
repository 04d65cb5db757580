/** `resolve`: a manifest with every default written out, each marked with where it comes from. */
import type { JsonObject } from "../core/json.ts";
import { checkManifest } from "../manifest/check-manifest.ts";
import { findingLine } from "../manifest/explain-findings.ts";
import { toPlain } from "../manifest/read/plain.ts";
import { annotatedYaml } from "../manifest/resolve/annotated-yaml.ts";
import { writeOut } from "../manifest/resolve/write-out.ts";
import { CommandError, exitCodes, misuse } from "./command-error.ts";
import { defineCommand } from "./command.ts";
import { formatFlag } from "./format-flag.ts";
import { manifestFiles, readManifestFile } from "./manifest-files.ts";
import { writeJson, writeLine } from "./output.ts";

export const resolve = defineCommand({
  name: "resolve",
  summary: "Print a manifest with every default written out, and where each comes from.",
  usage: "resolve MANIFEST [--json]",
  operands: { min: 1, max: 1 },
  flags: {
    ...formatFlag,
    json: {
      type: "boolean",
      description: "As JSON without notes: a manifest that can be shipped. So is --format json.",
    },
  },
  examples: ["resolve dex-connector.yaml", "resolve dex-connector.yaml --json > dex-connector.json"],
  run: async ({ args: [path = ""], flags, stdout, stderr }) => {
    const file = oneManifest(path);
    const { isSound, findings, root } = checkManifest(read(file), file);
    if (!isSound || root === undefined) {
      for (const finding of findings) if (finding.severity === "error") writeLine(stderr, findingLine(finding));
      throw new CommandError(exitCodes.findings, `${file} has errors; dex-connectors validate ${file} shows them`);
    }
    // A checked manifest is a map, so its plain form is an object.
    const written = writeOut(toPlain(root) as JsonObject);
    if (flags.json || flags.format === "json") writeJson(stdout, written.manifest);
    else stdout.write(annotatedYaml(written));
    return Promise.resolve(exitCodes.fine);
  },
});

/** A file is taken as it is; a folder must hold one manifest. */
function oneManifest(path: string): string {
  const { files, unreadable } = manifestFiles([path]);
  const [first] = unreadable;
  if (first !== undefined) throw unread(first.path, first.problem);
  const [file = path, second] = files;
  if (second !== undefined)
    throw misuse(`${path} holds ${String(files.length)} manifests: ${files.join(", ")}; name one`);
  return file;
}

function read(file: string): Uint8Array {
  const content = readManifestFile(file);
  if (!Buffer.isBuffer(content)) throw unread(content.path, content.problem);
  return content;
}

function unread(path: string, problem: string): CommandError {
  return new CommandError(exitCodes.incomplete, `${path} cannot be read: ${problem}`);
}
