/** A report as workflow commands of GitHub Actions, which shows at most ten of a kind. */
import type { Finding, Severity } from "../../core/finding.ts";
import type { CheckReport } from "../check-report.ts";
import { explainFinding } from "../explain-findings.ts";
import { plural, summaryLine } from "./summary-line.ts";

const most = 10;
const commands: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** Errors first, then warnings, ten of each; the last command counts what was left out. */
export function githubReport(report: CheckReport): string {
  const open = report.files.flatMap((file) => file.findings).filter((finding) => finding.suppressed === undefined);
  const shown = [...firstOf(open, "error"), ...firstOf(open, "warning")];
  const left = open.length - shown.length;
  return [
    ...unreadableCommands(report),
    ...shown.map(toCommand),
    `::notice title=dex-connectors::${data(summaryLine(report))}${left > 0 ? `; ${plural(left, "problem")} not shown here` : ""}`,
    "",
  ].join("\n");
}

/** Everything, as Markdown for the summary of a step. */
export function githubStepSummary(report: CheckReport): string {
  const open = report.files.flatMap((file) => file.findings).filter((finding) => finding.suppressed === undefined);
  const rows = open.map((finding) => {
    const place = `${finding.file}:${finding.range.start.line}`;
    return `| ${finding.severity} | ${finding.id} | ${cell(place)} | ${cell(explainFinding(finding).message)} |`;
  });
  const table =
    rows.length === 0 ? [] : ["", "| Severity | Rule | Place | Problem |", "| --- | --- | --- | --- |", ...rows];
  return [summaryLine(report), ...table, ""].join("\n");
}

function firstOf(findings: readonly Finding[], severity: Severity): readonly Finding[] {
  return findings.filter((finding) => finding.severity === severity).slice(0, most);
}

function toCommand(finding: Finding): string {
  const { name, message, help } = explainFinding(finding);
  const { start, end } = finding.range;
  const columns = start.line === end.line ? `,col=${start.column},endColumn=${end.column}` : "";
  const place = `file=${property(finding.file)},line=${start.line},endLine=${end.line}${columns}`;
  return `::${commands[finding.severity]} ${place},title=${property(`${finding.id} ${name}`)}::${data(`${message}; ${help}`)}`;
}

function unreadableCommands({ files }: CheckReport): readonly string[] {
  return files.flatMap(({ status, path, problem = "" }) =>
    status === "unreadable" ? [`::error file=${property(path)}::${data(`could not be read: ${problem}`)}`] : [],
  );
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\r?\n/g, " ");
}
