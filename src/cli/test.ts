/** `test`: replays the examples of manifests on this machine and prints what differs. Judging belongs to the testing room. */

import { findManifestFiles } from "../manifest/find-files.ts";
import { isSound, type ExampleReport } from "../testing/example-report.ts";
import { CommandError, exitCodes, misuse } from "./command-error.ts";
import { defineCommand, type CommandContext, type Output } from "./command.ts";
import { openConnector } from "./connector-argument.ts";
import { exampleFaultLine, examplePlaces, placedFault } from "./example-fault-line.ts";
import { formatFlag } from "./format-flag.ts";
import { paint, writeJson, writeLine } from "./output.ts";

const flags = {
  ...formatFlag,
  filter: { type: "string", value: "TEXT", description: "Runs only examples whose operation/name holds this text." },
  "fail-on": {
    type: "string",
    value: "SEVERITY",
    choices: ["error", "warning", "never"],
    description: "From which severity on the exit code is 1; error by default.",
  },
} as const;

/** The report of one manifest's file. */
interface FileReport extends ExampleReport {
  readonly path: string;
}

export const test = defineCommand({
  name: "test",
  summary: "Replay the examples of manifests, faults included, on this machine.",
  usage: "test [paths…] [flags]",
  operands: { min: 0, max: Number.MAX_SAFE_INTEGER },
  flags,
  examples: ["test", "test connectors/github --filter putFile/", "test connectors --format json --fail-on warning"],
  run: runTest,
});

async function runTest(context: CommandContext<typeof flags>): Promise<number> {
  const files = filesOf(context.args.length === 0 ? ["."] : context.args);
  const reports: FileReport[] = [];
  for (const path of files) {
    context.signal.throwIfAborted();
    // Undici and the runner are loaded by the first file that has examples, not by the start of the command.
    const { testConnector } = await import("../testing/test-connector.ts");
    const report = await testConnector(await openConnector(path), { filter: context.flags.filter });
    reports.push({ path, ...report });
    if (context.flags.format !== "json") printReport(context.stdout, path, report);
  }
  if (context.flags.format === "json") writeJson(context.stdout, { formatVersion: 1, files: reports.map(forPrograms) });
  writeLine(context.stderr, summary(reports));
  return exitCode(reports, context.flags["fail-on"] ?? "error");
}

function filesOf(paths: readonly string[]): readonly string[] {
  const { files, missing, unreadable } = findManifestFiles(paths, process.cwd());
  if (missing.length > 0) throw misuse(`there is no ${missing.join(", ")}`);
  const [first] = unreadable;
  if (first !== undefined)
    throw new CommandError(exitCodes.incomplete, `${first.path} cannot be searched: ${first.problem}`);
  if (files.length === 0) throw misuse(`no manifest was found in ${paths.join(", ")}`);
  return files;
}

function forPrograms(report: FileReport): object {
  const placeOf = examplePlaces(report.path);
  return { ...report, faults: report.faults.map((fault) => placedFault(fault, placeOf(fault))) };
}

function printReport(output: Output, path: string, report: ExampleReport): void {
  const placeOf = examplePlaces(path);
  for (const fault of report.faults) writeLine(output, exampleFaultLine(output, path, placeOf(fault), fault));
  const counts = `${String(report.passed)} passed${report.failed === 0 ? "" : `, ${String(report.failed)} failed`}`;
  writeLine(
    output,
    `${isSound(report) ? paint(output, "green", "ok") : paint(output, "red", "failed")} ${path}: ${counts}`,
  );
}

function summary(reports: readonly FileReport[]): string {
  const total = (count: (report: FileReport) => number): string =>
    String(reports.reduce((sum, each) => sum + count(each), 0));
  const warnings = total(({ faults }) => faults.filter(({ severity }) => severity === "warning").length);
  const run = total(({ passed, failed }) => passed + failed);
  const failed = total((report) => report.failed);
  return `ran ${run} examples of ${String(reports.length)} manifests: ${failed} failed, ${warnings} warnings`;
}

function exitCode(reports: readonly FileReport[], failOn: "error" | "warning" | "never"): number {
  if (failOn === "never") return exitCodes.fine;
  const hasFindings = reports.some((report) => (failOn === "warning" ? report.faults.length > 0 : !isSound(report)));
  return hasFindings ? exitCodes.findings : exitCodes.fine;
}
