/** The last line of a check. */
import type { CheckReport } from "../check-report.ts";

/** Such as `checked 14 manifests, 96 operations: 2 errors, 1 warning (3 suppressed)`. */
export function summaryLine({ summary, files }: CheckReport): string {
  const { errors, warnings, infos, suppressed } = summary;
  const counts = [
    errors > 0 ? plural(errors, "error") : "",
    warnings > 0 ? plural(warnings, "warning") : "",
    infos > 0 ? plural(infos, "info") : "",
  ].filter((part) => part !== "");
  const unreadable = files.filter((file) => file.status === "unreadable").length;
  const found = counts.length > 0 ? counts.join(", ") : unreadable > 0 ? "nothing found in them" : "no problems";
  const checked = `checked ${plural(summary.files, "manifest")}, ${plural(summary.operations, "operation")}`;
  const kept = suppressed > 0 ? ` (${suppressed} suppressed)` : "";
  const lost = unreadable > 0 ? `; ${plural(unreadable, "file")} could not be read` : "";
  const refused = summary.refused > 0 ? `; ${refusal(summary.refused)}` : "";
  return `${checked}: ${found}${kept}${lost}${refused}`;
}

/** A setting of a check changes what the check says, not what a manifest is. */
function refusal(files: number): string {
  return `${plural(files, "manifest")} with errors that only this check's settings hide, programs refuse ${files === 1 ? "it" : "them"}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
