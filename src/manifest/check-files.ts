/** Checks many files: each by itself, then their tool names together. One bad file never stops the others. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Finding, Severity } from "../core/finding.ts";
import { checkManifest } from "./check-manifest.ts";
import type { CheckedText } from "./check-manifest.ts";
import type { CheckReport, FileReport } from "./check-report.ts";
import { createReport } from "./check-report.ts";
import { reportOfFile, reportOfUnreadable, withLines } from "./file-report.ts";
import type { FoundFiles } from "./find-files.ts";
import { readProblem } from "./find-files.ts";
import { ruleOf } from "./rules/registry.ts";
import { findWorkspaceCollisions, linesOfCollisions, toWorkspaceManifest } from "./workspace-collisions.ts";
import type { WorkspaceManifest } from "./workspace-collisions.ts";

/** A finding that a project chose to keep, from its configuration: the only way for JSON files. */
export interface AllowedFinding {
  readonly rule: string;
  readonly file: string;
  readonly pointer: string;
  readonly reason: string;
  /** A date, `YYYY-MM-DD`; from the day after on the finding counts again. */
  readonly expires?: string;
}

export interface CheckOptions {
  readonly workingFolder: string;
  /** Severities that a project sets for rules, by id. */
  readonly severities?: ReadonlyMap<string, Severity>;
  /** When present, only these rules are reported. */
  readonly only?: ReadonlySet<string>;
  readonly skip?: ReadonlySet<string>;
  readonly allow?: readonly AllowedFinding[];
  /** Today, `YYYY-MM-DD`, for `expires`. */
  readonly today: string;
  /** Called before each file, so that somebody may look up from the work; what it throws ends the check. */
  readonly beforeFile?: () => Promise<void>;
}

/** Reads and checks the files that were found, one after the other: of each only its findings and names are kept. */
export async function checkFiles(
  found: Pick<FoundFiles, "files" | "unreadable">,
  options: CheckOptions,
): Promise<CheckReport> {
  const checked: WorkspaceManifest[] = [];
  const reports: FileReport[] = [];
  for (const path of found.files) {
    await options.beforeFile?.();
    reports.push(checkFile(path, options.workingFolder, checked));
  }
  const collisions = findWorkspaceCollisions(checked);
  const marked = linesOfCollisions(collisions);
  const files = reports.map((report) => {
    const colliding = (collisions.get(report.path) ?? []).map(({ finding }) => finding);
    const all = [...report.findings, ...colliding];
    const findings = all.filter((finding) => isWanted(finding, options)).map((finding) => adjust(finding, options));
    return withFindings(withLines(report, marked.get(report.path)), findings);
  });
  return createReport([...files, ...found.unreadable.map(({ path, problem }) => reportOfUnreadable(path, problem))]);
}

/** Checks one text that did not come from a file, such as standard input. */
export function checkText(content: Uint8Array, path: string, options: CheckOptions): CheckReport {
  const report = reportOfFile(path, checkNamed(content, path));
  const findings = report.findings
    .filter((finding) => isWanted(finding, options))
    .map((finding) => adjust(finding, options));
  return createReport([withFindings(report, findings)]);
}

function checkFile(path: string, workingFolder: string, checked: WorkspaceManifest[]): FileReport {
  let content: Uint8Array;
  try {
    content = readFileSync(resolve(workingFolder, path));
  } catch (error) {
    return reportOfUnreadable(path, readProblem(error));
  }
  const result = checkNamed(content, path);
  if (result.resolved !== undefined && result.root?.kind === "map") {
    checked.push(toWorkspaceManifest(path, result.source, result.root, result.resolved));
  }
  return reportOfFile(path, result);
}

/** Trouble of our own says which file it was about. */
function checkNamed(content: Uint8Array, path: string): CheckedText {
  try {
    return checkManifest(content, path);
  } catch (error) {
    throw new Error(`while checking ${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** The file with the findings that the settings of this check leave. What a program thinks of it stays what it was. */
function withFindings(report: FileReport, findings: readonly Finding[]): FileReport {
  if (report.status === "unreadable") return report;
  const isRefused = hasOpenError(report.findings) && !hasOpenError(findings);
  return { ...report, findings, status: findings.length === 0 ? "ok" : "findings", isRefused };
}

function hasOpenError(findings: readonly Finding[]): boolean {
  return findings.some(({ severity, suppressed }) => severity === "error" && suppressed === undefined);
}

function isWanted({ id }: Finding, { only, skip }: CheckOptions): boolean {
  return (only === undefined || only.has(id)) && skip?.has(id) !== true;
}

function adjust(finding: Finding, { severities, allow = [], today }: CheckOptions): Finding {
  const severity = severities?.get(finding.id) ?? finding.severity;
  if (finding.suppressed !== undefined || !canAllow(finding)) return { ...finding, severity };
  const allowed = allow.find(
    (entry) =>
      entry.rule === finding.id &&
      entry.file === finding.file &&
      isAtOrBelow(finding.pointer, entry.pointer) &&
      (entry.expires === undefined || entry.expires >= today),
  );
  return allowed === undefined
    ? { ...finding, severity }
    : { ...finding, severity, suppressed: allowed.reason, suppressedBy: "config" };
}

/** The same line as for comments: what cannot be understood cannot be kept. */
function canAllow({ id, severity }: Finding): boolean {
  const { category } = ruleOf(id);
  return !((category === "reading" || category === "structure") && severity === "error");
}

function isAtOrBelow(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}
