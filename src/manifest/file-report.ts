/** What a report keeps of one file: its findings and the lines that they mark, never the tree or the whole text. */
import type { Finding } from "../core/finding.ts";
import type { CheckedText } from "./check-manifest.ts";
import type { FileReport } from "./check-report.ts";
import { detached } from "./read/text-source.ts";
import type { TextSource } from "./read/text-source.ts";

export function reportOfFile(path: string, { findings, resolved, source }: CheckedText): FileReport {
  const operations = Object.keys(resolved?.operations ?? {}).length;
  const status = findings.length === 0 ? "ok" : "findings";
  return { path, status, problem: undefined, findings, operations, lines: markedLines(findings, source) };
}

export function reportOfUnreadable(path: string, problem: string): FileReport {
  return { path, status: "unreadable", problem, findings: [], operations: 0, lines: new Map() };
}

/** The report with further lines, which findings of other files mark. */
export function withLines(report: FileReport, more: ReadonlyMap<number, string> | undefined): FileReport {
  return more === undefined ? report : { ...report, lines: new Map([...report.lines, ...more]) };
}

/** The lines where findings and their related places begin. */
function markedLines(findings: readonly Finding[], source: TextSource): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  for (const { range, related } of findings) {
    for (const { line } of [range.start, ...related.map((place) => place.range.start)]) {
      if (!lines.has(line)) lines.set(line, detached(source.lineText(line)));
    }
  }
  return lines;
}
