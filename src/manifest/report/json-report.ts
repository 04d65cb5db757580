/** A report for programs. Keys are only ever added; the order and the bytes are the same in every run. */
import type { Finding } from "../../core/finding.ts";
import type { CheckReport } from "../check-report.ts";
import { explainFinding } from "../explain-findings.ts";
import { fingerprints } from "./fingerprint.ts";
import type { FormatOptions } from "./format-options.ts";

const formatVersion = 1;

export function jsonReport(report: CheckReport, { version }: FormatOptions): string {
  const findings = report.files.flatMap((file) => file.findings);
  const prints = fingerprints(findings);
  const value = {
    formatVersion,
    tool: { name: "dex-connectors", version },
    files: report.files.map(({ path, status, problem }) => ({ path, status, problem })),
    diagnostics: findings.map((finding) => diagnostic(finding, prints.get(finding))),
    summary: report.summary,
  };
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function diagnostic(finding: Finding, fingerprint: string | undefined): object {
  const { name, message, help } = explainFinding(finding);
  const { id, severity, file, range, pointer, operation, related, fixes, suppressed } = finding;
  return {
    id,
    name,
    severity,
    message,
    help,
    file,
    start: range.start,
    end: range.end,
    pointer,
    operation: operation ?? null,
    related: related.map((place) => ({
      file: place.file,
      start: place.range.start,
      end: place.range.end,
      label: place.label,
    })),
    fixes: fixes.map(({ title, applicability, edits }) => ({
      title,
      applicability,
      edits: edits.map((edit) => ({ start: edit.range.start, end: edit.range.end, newText: edit.newText })),
    })),
    fingerprint,
    suppressed: suppressed ?? null,
  };
}
