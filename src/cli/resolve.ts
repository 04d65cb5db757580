/** `resolve`: a manifest with every default written out, each marked with where it comes from. */
import { readFileSync } from "node:fs";
import type { JsonObject } from "../core/json.ts";
import { checkManifest } from "../manifest/check-manifest.ts";
import { findingLine } from "../manifest/explain-findings.ts";
import { toPlain } from "../manifest/read/plain.ts";
import { annotatedYaml } from "../manifest/resolve/annotated-yaml.ts";
import { writeOut } from "../manifest/resolve/write-out.ts";
import { CommandError, exitCodes, misuse } from "./command-error.ts";
import { defineCommand } from "./command.ts";
import { writeJson, writeLine } from "./output.ts";

export const resolve = defineCommand({
  name: "resolve",
  summary: "Print a manifest with every default written out, and where each comes from.",
  usage: "resolve MANIFEST [--json]",
  operands: { min: 1, max: 1 },
  flags: { json: { type: "boolean", description: "As JSON without notes: a manifest that can be shipped." } },
  examples: ["resolve dex-connector.yaml", "resolve dex-connector.yaml --json > dex-connector.json"],
  run: async ({ args: [path = ""], flags, stdout, stderr }) => {
    const { isSound, findings, root } = checkManifest(read(path), path);
    if (!isSound || root === undefined) {
      for (const finding of findings) if (finding.severity === "error") writeLine(stderr, findingLine(finding));
      throw new CommandError(exitCodes.findings, `${path} has errors; dex-connectors validate ${path} shows them`);
    }
    // A checked manifest is a map, so its plain form is an object.
    const written = writeOut(toPlain(root) as JsonObject);
    if (flags.json) writeJson(stdout, written.manifest);
    else stdout.write(annotatedYaml(written));
    return Promise.resolve(exitCodes.fine);
  },
});

function read(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw misuse(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
