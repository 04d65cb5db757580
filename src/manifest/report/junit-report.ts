/** A report as JUnit XML: one suite for each file, one case for each finding, and a passing case for a clean file. */
import type { Finding } from "../../core/finding.ts";
import type { CheckReport, FailOn, FileReport } from "../check-report.ts";
import { isFailing } from "../check-report.ts";
import { explainFinding } from "../explain-findings.ts";
import type { FormatOptions } from "./format-options.ts";

export function junitReport({ files }: CheckReport, { failOn }: FormatOptions): string {
  const suites = files.map((file) => suite(file, failOn));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="dex-connectors">\n${suites.join("")}</testsuites>\n`;
}

function suite(file: FileReport, failOn: FailOn): string {
  const failures = file.findings.filter((finding) => isFailing(finding, failOn)).length;
  const errors = file.status === "unreadable" ? 1 : 0;
  const cases = caseLines(file, failOn);
  const counts = `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
  return `  <testsuite name="${escape(file.path)}" ${counts}>\n${cases.join("")}  </testsuite>\n`;
}

function caseLines(file: FileReport, failOn: FailOn): readonly string[] {
  if (file.status === "unreadable") {
    return [testCase(file.path, "readable", `<error message="${escape(file.problem ?? "")}"/>`)];
  }
  if (file.findings.length === 0) return [testCase(file.path, "valid", "")];
  return file.findings.map((finding) => findingCase(finding, failOn));
}

function findingCase(finding: Finding, failOn: FailOn): string {
  const { name, message, help } = explainFinding(finding);
  const { line, column } = finding.range.start;
  const text = escape(`${finding.file}:${line}:${column} ${message}; ${help}`);
  const title = `${finding.id} ${name} at ${finding.pointer === "" ? "/" : finding.pointer}`;
  if (isFailing(finding, failOn)) {
    return testCase(
      finding.file,
      title,
      `<failure type="${finding.severity}" message="${escape(message)}">${text}</failure>`,
    );
  }
  if (finding.suppressed !== undefined) {
    return testCase(finding.file, title, `<skipped message="${escape(`suppressed: ${finding.suppressed}`)}"/>`);
  }
  return testCase(finding.file, title, `<system-out>${text}</system-out>`);
}

function testCase(file: string, title: string, content: string): string {
  const head = `    <testcase classname="${escape(file)}" name="${escape(title)}"`;
  return content === "" ? `${head}/>\n` : `${head}>${content}</testcase>\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** XML 1.0 has no way to write most control characters, so they are shown as a replacement sign. */
function escape(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "\uFFFD")
    .replaceAll("\n", "&#10;");
}
