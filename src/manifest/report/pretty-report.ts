/** A report for people: each finding with the text it is about, a next step and a reason. */
import type { Finding, Severity, TextRange } from "../../core/finding.ts";
import type { CheckReport, FileReport } from "../check-report.ts";
import { isFailing } from "../check-report.ts";
import { explainFinding } from "../explain-findings.ts";
import { ruleOf } from "../rules/registry.ts";
import { codeFrame } from "./code-frame.ts";
import type { FormatOptions } from "./format-options.ts";
import { plural, summaryLine } from "./summary-line.ts";

const colors: Readonly<Record<Severity, number>> = { error: 31, warning: 33, info: 36 };

export function prettyReport(report: CheckReport, options: FormatOptions): string {
  const all = report.files.flatMap((file) => file.findings);
  const frames = framesOf(report, all);
  const open = all.filter((finding) => finding.suppressed === undefined);
  const wanted = options.isQuiet ? open.filter((finding) => isFailing(finding, options.failOn)) : open;
  const shown = wanted.slice(0, options.maxProblems);
  const held = wanted.length - shown.length;
  return [
    ...shown.map((finding) => `${block(finding, frames, options).join("\n")}\n`),
    ...report.files.flatMap(unreadableLine),
    ...(held > 0 ? [`… and ${plural(held, "more problem")}; --max-problems ${wanted.length} shows all`] : []),
    ...keptSecurity(all),
    summaryLine(report),
    "",
  ].join("\n");
}

/** Draws a place of a file; nothing for a file that could not be read. */
type Frames = (file: string, range: TextRange, sign: string, words: string) => readonly string[];

/** Frames in which no line shows a credential that was found, whatever else is marked on that line. */
function framesOf(report: CheckReport, findings: readonly Finding[]): Frames {
  const lines = new Map(report.files.map((file) => [file.path, file.lines]));
  const hidden = findings.filter(({ id }) => ruleOf(id).hidesText);
  return (file, range, sign, words) => {
    const lineText = lines.get(file)?.get(range.start.line);
    if (lineText === undefined) return [];
    const secrets = hidden.filter((finding) => finding.file === file).map((finding) => finding.range);
    return codeFrame(lineText, range, sign, words, secrets);
  };
}

function block(finding: Finding, frame: Frames, { hasColor }: FormatOptions): readonly string[] {
  const { name, message, help, why, mark } = explainFinding(finding);
  const { line, column } = finding.range.start;
  const label = paint(`${finding.severity}[${finding.id}]`, colors[finding.severity], hasColor);
  return [
    `${label} ${name}: ${message}  ${finding.file}:${line}:${column}`,
    ...frame(finding.file, finding.range, "^", mark ?? ""),
    ...finding.related.flatMap((place) => [
      ...(place.file === finding.file
        ? []
        : [`      ${place.file}:${place.range.start.line}:${place.range.start.column}`]),
      ...frame(place.file, place.range, "-", place.label),
    ]),
    ` help: ${help}`,
    `  why: ${why}; dex-connectors explain ${finding.id}`,
  ];
}

function unreadableLine({ status, path, problem = "" }: FileReport): readonly string[] {
  return status === "unreadable" ? [`unreadable: ${path}: ${problem}`] : [];
}

/** Suppressed findings of security rules are always listed: nobody should have to search for them. */
function keptSecurity(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter((finding) => finding.suppressed !== undefined && ruleOf(finding.id).security)
    .map(({ id, file, range, suppressed = "" }) => `suppressed ${id} at ${file}:${range.start.line}: ${suppressed}`);
}

function paint(text: string, color: number, hasColor: boolean): string {
  return hasColor ? `\u001B[${color}m${text}\u001B[39m` : text;
}
