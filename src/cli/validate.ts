/** `validate`: checks manifests and prints what is wrong. It only parses flags and prints; judging belongs to the room. */
import { appendFileSync, writeFileSync } from "node:fs";
import { checkFiles, checkText } from "../manifest/check-files.ts";
import type { CheckOptions } from "../manifest/check-files.ts";
import type { CheckReport, FailOn } from "../manifest/check-report.ts";
import { exitCodeOfReport } from "../manifest/check-report.ts";
import { findManifestFiles, readProblem } from "../manifest/find-files.ts";
import type { FormatOptions } from "../manifest/report/format-options.ts";
import { formatReport, reportFormats } from "../manifest/report/report-format.ts";
import type { ReportFormat } from "../manifest/report/report-format.ts";
import { summaryLine } from "../manifest/report/summary-line.ts";
import { knownRule, readCheckConfig, readSeverity } from "./check-config.ts";
import { CommandError, exitCodes, misuse } from "./command-error.ts";
import type { CommandContext } from "./command.ts";
import { defineCommand } from "./command.ts";
import { betweenFiles } from "./manifest-files.ts";
import { packageVersion } from "./package-version.ts";

const flags = {
  format: {
    type: "string",
    value: "FORMAT",
    choices: reportFormats,
    description: "How findings are printed; pretty by default.",
  },
  output: { type: "string", multiple: true, value: "FORMAT=FILE", description: "Writes a further report to a file." },
  "fail-on": {
    type: "string",
    value: "SEVERITY",
    choices: ["error", "warning", "info", "never"],
    description: "From which severity on the exit code is 1; error by default.",
  },
  severity: { type: "string", multiple: true, value: "RULE=SEVERITY", description: "Changes the severity of a rule." },
  rule: { type: "string", multiple: true, value: "RULE", description: "Reports only this rule." },
  "skip-rule": { type: "string", multiple: true, value: "RULE", description: "Leaves this rule out." },
  config: { type: "string", value: "FILE", description: "JSON with `severity` and `allow`." },
  "max-problems": { type: "string", value: "COUNT", description: "How many findings pretty shows; 50 by default." },
  quiet: { type: "boolean", description: "Shows only findings that make the check fail." },
  color: {
    type: "string",
    value: "WHEN",
    choices: ["auto", "always", "never"],
    description: "Whether pretty uses color.",
  },
  workspace: {
    type: "boolean",
    description: "Compares tool names with those of all manifests of this folder, although fewer are named.",
  },
  stdin: { type: "string", value: "NAME", description: "Checks the text on standard input under this file name." },
  "allow-empty": { type: "boolean", description: "Succeeds when no manifest is found." },
} as const;

type ValidateContext = CommandContext<typeof flags>;

export const validate = defineCommand({
  name: "validate",
  summary: "Check manifests: text, structure, schemas, meaning, and tool names across files.",
  usage: "validate [paths…] [flags]",
  operands: { min: 0, max: Number.MAX_SAFE_INTEGER },
  flags,
  examples: [
    "validate",
    "validate connectors --format github --fail-on warning",
    "validate dex-connector.yaml --output sarif=report.sarif",
  ],
  run: runValidate,
});

async function runValidate(context: ValidateContext): Promise<number> {
  const checkOptions = readCheckOptions(context);
  const formatOptions = readFormatOptions(context);
  const outputs = context.flags.output.map(readOutput);
  const format = context.flags.format ?? "pretty";
  const report = await check(context, checkOptions);
  context.stdout.write(await formatReport(report, format, formatOptions));
  for (const output of outputs) {
    writeReport(output.file, await formatReport(report, output.format, { ...formatOptions, hasColor: false }));
  }
  // A machine reads stdout of the other formats; the summary is for whoever watches.
  if (format !== "pretty") context.stderr.write(`${summaryLine(report)}\n`);
  if (format === "github") await writeStepSummary(report, context.env["GITHUB_STEP_SUMMARY"]);
  return exitCodeOfReport(report, formatOptions.failOn);
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandError(exitCodes.incomplete, `${file} cannot be written: ${readProblem(error)}`, { cause: error });
  }
}

async function writeStepSummary(report: CheckReport, file: string | undefined): Promise<void> {
  if (file === undefined || file === "") return;
  const { githubStepSummary } = await import("../manifest/report/github-report.ts");
  appendFileSync(file, githubStepSummary(report));
}

async function check(context: ValidateContext, options: CheckOptions): Promise<CheckReport> {
  const name = context.flags.stdin;
  if (name !== undefined) {
    if (context.args.length > 0) throw misuse("--stdin checks standard input alone; leave the paths out");
    return checkText(await readAll(context.stdin), name, options);
  }
  const found = findManifestFiles(context.args.length === 0 ? ["."] : context.args, options.workingFolder);
  const [missing] = found.missing;
  if (missing === "-") throw misuse("there is no file -; --stdin NAME checks standard input under a file name");
  if (missing !== undefined) throw misuse(`there is no file or folder ${missing}`);
  if (found.files.length === 0 && found.unreadable.length === 0 && !context.flags["allow-empty"]) {
    throw misuse(
      "no dex-connector.{json,yaml,yml} or *.connector.{json,yaml,yml} was found; --allow-empty permits that",
    );
  }
  return checkFiles(found, options);
}

function readCheckOptions({ flags: given, signal }: ValidateContext): CheckOptions {
  const config = given.config === undefined ? undefined : readCheckConfig(given.config);
  const severities = given.severity.map((text) => {
    const [rule = "", level = ""] = text.split("=");
    return readSeverity("--severity", rule, level);
  });
  const only = given.rule.map((rule) => knownRule("--rule", rule));
  const workingFolder = process.cwd();
  return {
    workingFolder,
    ...(given.workspace ? { workspace: findManifestFiles(["."], workingFolder) } : {}),
    beforeFile: () => betweenFiles(signal),
    severities: new Map([...(config?.severities ?? []), ...severities]),
    ...(only.length > 0 ? { only: new Set(only) } : {}),
    skip: new Set(given["skip-rule"].map((rule) => knownRule("--skip-rule", rule))),
    allow: config?.allow ?? [],
    today: new Date().toISOString().slice(0, 10),
  };
}

function readFormatOptions({ flags: given, stdout }: ValidateContext): FormatOptions {
  const failOn: FailOn = given["fail-on"] ?? "error";
  const most = given["max-problems"] ?? "50";
  if (!/^[1-9][0-9]{0,6}$/.test(most)) throw misuse(`--max-problems must be a whole number above zero, not ${most}`);
  const color = given.color ?? "auto";
  return {
    version: packageVersion(),
    failOn,
    maxProblems: Number(most),
    hasColor: color === "auto" ? stdout.hasColor : color === "always",
    isQuiet: given.quiet,
  };
}

function readOutput(text: string): { readonly format: ReportFormat; readonly file: string } {
  const split = text.indexOf("=");
  const format = reportFormats.find((name) => name === text.slice(0, split));
  const file = text.slice(split + 1);
  if (split < 0 || format === undefined || file === "") {
    throw misuse(`--output takes FORMAT=FILE with one of ${reportFormats.join(", ")}, not ${text}`);
  }
  return { format, file };
}

async function readAll(stream: NodeJS.ReadableStream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}
