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
  /**
   * Further files, such as all of a folder: connectors and tools of the checked files are compared with theirs, too.
   * They are not reported, unless the comparison is not complete because one cannot be understood.
   */
  readonly workspace?: Pick<FoundFiles, "files" | "unreadable">;
  /** Called before each file, so that somebody may look up from the work; what it throws ends the check. */
  readonly beforeFile?: () => Promise<void>;
}

/** Reads and checks the files that were found, one after the other: of each only its findings and names are kept. */
export async function checkFiles(
  found: Pick<FoundFiles, "files" | "unreadable">,
  options: CheckOptions,
): Promise<CheckReport> {
  const checked: CheckedFile[] = [];
  for (const path of found.files) {
    await options.beforeFile?.();
    checked.push(checkFile(path, options.workingFolder));
  }
  return conclude(checked, found.unreadable, options);
}

/** Checks one text that did not come from a file, such as standard input; it stands in for the file of its path. */
export function checkText(content: Uint8Array, path: string, options: CheckOptions): Promise<CheckReport> {
  return conclude([toChecked(path, checkNamed(content, path))], [], options);
}

/** One file, and what it offers as far as it could be understood. */
interface CheckedFile {
  readonly report: FileReport;
  readonly offers: WorkspaceManifest | undefined;
  /** True when no operation had to be left out of what it offers. */
  readonly isWhole: boolean;
}

async function conclude(
  checked: readonly CheckedFile[],
  unreadable: FoundFiles["unreadable"],
  options: CheckOptions,
): Promise<CheckReport> {
  const others = await checkWorkspace(checked, options);
  // A collision is told at the later file: the checked ones come after those that are not reported.
  const offers = [...others, ...checked].flatMap((file) => (file.offers === undefined ? [] : [file.offers]));
  const collisions = findWorkspaceCollisions(offers);
  const marked = linesOfCollisions(collisions);
  const files = checked.map(({ report }) => {
    const colliding = (collisions.get(report.path) ?? []).map(({ finding }) => finding);
    const all = [...report.findings, ...colliding];
    const findings = all.filter((finding) => isWanted(finding, options)).map((finding) => adjust(finding, options));
    return withFindings(withLines(report, marked.get(report.path)), findings);
  });
  const lost = [
    ...unreadable.map(({ path, problem }) => reportOfUnreadable(path, problem)),
    ...others.filter(({ isWhole }) => !isWhole).map(({ report }) => uncompared(report)),
    ...(options.workspace?.unreadable ?? []).map(uncompared),
  ];
  const told = new Set<string>();
  return createReport([...files, ...lost.filter(({ path }) => !told.has(path) && told.add(path))]);
}

/** The files of the workspace that are not checked themselves. */
async function checkWorkspace(
  checked: readonly CheckedFile[],
  { workspace, workingFolder, beforeFile }: CheckOptions,
): Promise<readonly CheckedFile[]> {
  if (workspace === undefined) return [];
  const known = new Set(checked.map(({ report }) => resolve(workingFolder, report.path)));
  const others: CheckedFile[] = [];
  for (const path of workspace.files) {
    if (known.has(resolve(workingFolder, path))) continue;
    await beforeFile?.();
    others.push(checkFile(path, workingFolder));
  }
  return others;
}

/** Nothing is said of such a file but that a comparison with it is missing. */
function uncompared({ path, problem = "it has errors" }: Pick<FileReport, "path" | "problem">): FileReport {
  return reportOfUnreadable(path, `${problem}; its tool names were not compared`);
}

function checkFile(path: string, workingFolder: string): CheckedFile {
  let content: Uint8Array | string;
  try {
    content = readContent(resolve(workingFolder, path));
  } catch (error) {
    return { report: reportOfUnreadable(path, readProblem(error)), offers: undefined, isWhole: false };
  }
  return toChecked(path, checkNamed(content, path));
}

/** As text, which is one call into the system, unless a replacement character says that it may not be UTF-8. */
function readContent(file: string): Uint8Array | string {
  const text = readFileSync(file, "utf8");
  return text.includes("\uFFFD") ? readFileSync(file) : text;
}

function toChecked(path: string, text: CheckedText): CheckedFile {
  const { source, root, resolved } = text;
  const report = reportOfFile(path, text);
  if (resolved === undefined || root?.kind !== "map") return { report, offers: undefined, isWhole: false };
  const declared = root.entries.get("operations")?.value;
  const isWhole = declared?.kind === "map" && declared.entries.size === report.operations;
  return { report, offers: toWorkspaceManifest(path, source, root, resolved), isWhole };
}

/** Trouble of our own says which file it was about. */
function checkNamed(content: Uint8Array | string, path: string): CheckedText {
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
