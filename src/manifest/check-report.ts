/** What a check of several files found, as data: every format and the exit code are made of this. */
import type { Finding, Severity } from "../core/finding.ts";

/** One file. */
export interface FileReport {
  /** Relative to the working folder, with `/`. */
  readonly path: string;
  readonly status: "ok" | "findings" | "unreadable";
  /** Why it could not be read. */
  readonly problem: string | undefined;
  readonly findings: readonly Finding[];
  /** True when it has errors that only the settings of this check hide: a program that loads it refuses it. */
  readonly isRefused?: boolean;
  /** Operations that could be understood. */
  readonly operations: number;
  /** The lines that findings mark, those of other files too, by their numbers. The rest of the text is not kept. */
  readonly lines: ReadonlyMap<number, string>;
}

/** Counts of a report. */
export interface ReportSummary {
  readonly files: number;
  readonly operations: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly suppressed: number;
  /** Files without an open error that a program refuses all the same. */
  readonly refused: number;
}

export interface CheckReport {
  /** In the order of their paths. */
  readonly files: readonly FileReport[];
  readonly summary: ReportSummary;
}

/** From which severity on a check fails. */
export type FailOn = Severity | "never";

const ranks: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Whether a finding fails the check. A suppressed one never does. */
export function isFailing(finding: Finding, failOn: FailOn): boolean {
  return failOn !== "never" && finding.suppressed === undefined && ranks[finding.severity] >= ranks[failOn];
}

export function createReport(files: readonly FileReport[]): CheckReport {
  const findings = files.flatMap((file) => file.findings);
  const open = findings.filter((finding) => finding.suppressed === undefined);
  const count = (severity: Severity): number => open.filter((finding) => finding.severity === severity).length;
  const summary = {
    files: files.filter((file) => file.status !== "unreadable").length,
    operations: files.reduce((sum, file) => sum + file.operations, 0),
    errors: count("error"),
    warnings: count("warning"),
    infos: count("info"),
    suppressed: findings.length - open.length,
    refused: files.filter((file) => file.isRefused === true).length,
  };
  return { files, summary };
}

/** 0 fine, 1 findings, 4 when a file could not be read: a check that is not complete never says "no problems". */
export function exitCodeOfReport(report: CheckReport, failOn: FailOn): 0 | 1 | 4 {
  if (report.files.some((file) => file.status === "unreadable")) return 4;
  return report.files.some((file) => file.findings.some((finding) => isFailing(finding, failOn))) ? 1 : 0;
}
