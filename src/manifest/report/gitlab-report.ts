/** A report in the Code Quality format of GitLab. */
import type { Severity } from "../../core/finding.ts";
import type { CheckReport } from "../check-report.ts";
import { explainFinding } from "../explain-findings.ts";
import { fingerprints } from "./fingerprint.ts";

const severities: Readonly<Record<Severity, string>> = { error: "major", warning: "minor", info: "info" };

export function gitlabReport({ files }: CheckReport): string {
  const findings = files.flatMap((file) => file.findings);
  const prints = fingerprints(findings);
  const issues = findings
    .filter((finding) => finding.suppressed === undefined)
    .map((finding) => {
      const { message, help, name } = explainFinding(finding);
      return {
        description: `${finding.id} ${name}: ${message}; ${help}`,
        check_name: finding.id,
        fingerprint: prints.get(finding),
        severity: severities[finding.severity],
        location: { path: finding.file, lines: { begin: finding.range.start.line, end: finding.range.end.line } },
      };
    });
  return `${JSON.stringify(issues, undefined, 2)}\n`;
}
