/** The formats of a report by name. Each is a pure function from the report to text, loaded when it is asked for. */
import type { CheckReport } from "../check-report.ts";
import type { FormatOptions } from "./format-options.ts";

export type ReportFormat = "pretty" | "json" | "sarif" | "github" | "gitlab" | "junit";

export const reportFormats: readonly ReportFormat[] = ["pretty", "json", "sarif", "github", "gitlab", "junit"];

type Writer = (report: CheckReport, options: FormatOptions) => string;

const writers: Readonly<Record<ReportFormat, () => Promise<Writer>>> = {
  pretty: async () => (await import("./pretty-report.ts")).prettyReport,
  json: async () => (await import("./json-report.ts")).jsonReport,
  sarif: async () => (await import("./sarif-report.ts")).sarifReport,
  github: async () => (await import("./github-report.ts")).githubReport,
  gitlab: async () => (await import("./gitlab-report.ts")).gitlabReport,
  junit: async () => (await import("./junit-report.ts")).junitReport,
};

/** The report as text; it ends with a line end. */
export async function formatReport(report: CheckReport, format: ReportFormat, options: FormatOptions): Promise<string> {
  return (await writers[format]())(report, options);
}
