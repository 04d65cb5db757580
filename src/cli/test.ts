/** `test`: replays the examples of manifests on this machine and prints what differs. Judging belongs to the testing room. */

import { plural } from "../manifest/report/summary-line.ts";
import { isSound, type ExampleReport } from "../testing/example-report.ts";
import { CommandError, exitCodes } from "./command-error.ts";
import { defineCommand, type CommandContext, type Output } from "./command.ts";
import { openConnector } from "./connector-argument.ts";
import { exampleFaultLine, examplePlaces, placedFault } from "./example-fault-line.ts";
import { formatFlag } from "./format-flag.ts";
import { betweenFiles, manifestFiles } from "./manifest-files.ts";
import { paint, writeJson, writeLine } from "./output.ts";

const flags = {
  ...formatFlag,
  filter: { type: "string", value: "TEXT", description: "Runs only examples whose operation/name holds this text." },
  "fail-on": {
    type: "string",
    value: "SEVERITY",
    choices: ["error", "warning", "info", "never"],
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

/** A manifest whose examples could not be run. */
interface UnrunFile {
  readonly path: string;
  readonly problem: string;
  readonly exitCode: number;
}

async function runTest(context: CommandContext<typeof flags>): Promise<number> {
  const { files, unreadable } = manifestFiles(context.args);
  const isJson = context.flags.format === "json";
  const reports: FileReport[] = [];
  const unrun: UnrunFile[] = unreadable.map((each) => ({ ...each, exitCode: exitCodes.incomplete }));
  for (const path of files) {
    await betweenFiles(context.signal);
    const report = await testFile(path, context.flags.filter);
    if ("problem" in report) unrun.push(report);
    else reports.push(report);
    if (!isJson && !("problem" in report)) printReport(context.stdout, path, report);
  }
  if (isJson)
    writeJson(context.stdout, {
      formatVersion: 1,
      files: [...reports.map(forPrograms), ...unrun.map(unrunForPrograms)],
    });
  for (const { problem } of unrun) writeLine(context.stderr, `${paint(context.stderr, "red", "error")}: ${problem}`);
  writeLine(context.stderr, summary(reports, unrun.length));
  return exitCode(reports, unrun, context.flags["fail-on"] ?? "error");
}

/** A manifest that cannot be loaded stops no other. */
async function testFile(path: string, filter: string | undefined): Promise<FileReport | UnrunFile> {
  try {
    // Undici and the runner are loaded by the first file that has examples, not by the start of the command.
    const { testConnector } = await import("../testing/test-connector.ts");
    return { path, ...(await testConnector(await openConnector(path), { filter })) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { path, problem: error.message, exitCode: error.exitCode };
  }
}

function unrunForPrograms({ path, problem }: UnrunFile): object {
  return { path, problem };
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

function summary(reports: readonly FileReport[], unrun: number): string {
  const total = (count: (report: FileReport) => number): number => reports.reduce((sum, each) => sum + count(each), 0);
  const warnings = total(({ faults }) => faults.filter(({ severity }) => severity === "warning").length);
  const examples = plural(
    total(({ passed, failed }) => passed + failed),
    "example",
  );
  const lost = unrun === 0 ? "" : `; ${plural(unrun, "manifest")} could not be run`;
  const failed = String(total((report) => report.failed));
  return `ran ${examples} of ${plural(reports.length, "manifest")}: ${failed} failed, ${plural(warnings, "warning")}${lost}`;
}

/** What could not be run comes before what failed; findings alone are left out by `never`. */
function exitCode(
  reports: readonly FileReport[],
  unrun: readonly UnrunFile[],
  failOn: "error" | "warning" | "info" | "never",
): number {
  const [alone, ...others] = unrun;
  const isOnly = reports.length === 0 && others.length === 0;
  const worst = unrun.find(({ exitCode: code }) => code !== exitCodes.findings);
  if (worst !== undefined) return isOnly && alone !== undefined ? alone.exitCode : exitCodes.incomplete;
  if (failOn === "never") return exitCodes.fine;
  if (unrun.length > 0) return exitCodes.findings;
  const isFailed = (report: FileReport): boolean => (failOn === "error" ? !isSound(report) : report.faults.length > 0);
  return reports.some(isFailed) ? exitCodes.findings : exitCodes.fine;
}
