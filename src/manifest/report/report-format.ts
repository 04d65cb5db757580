/** The formats of a report by name. Each is a pure function from the report to text. */
import type { CheckReport } from "../check-report.ts";
import type { FormatOptions } from "./format-options.ts";
import { githubReport } from "./github-report.ts";
import { gitlabReport } from "./gitlab-report.ts";
import { jsonReport } from "./json-report.ts";
import { junitReport } from "./junit-report.ts";
import { prettyReport } from "./pretty-report.ts";
import { sarifReport } from "./sarif-report.ts";

export type ReportFormat = "pretty" | "json" | "sarif" | "github" | "gitlab" | "junit";

export const reportFormats: readonly ReportFormat[] = ["pretty", "json", "sarif", "github", "gitlab", "junit"];

const writers: Readonly<Record<ReportFormat, (report: CheckReport, options: FormatOptions) => string>> = {
  pretty: prettyReport,
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
  gitlab: gitlabReport,
  junit: junitReport,
};

/** The report as text; it ends with a line end. */
export function formatReport(report: CheckReport, format: ReportFormat, options: FormatOptions): string {
  return writers[format](report, options);
}
