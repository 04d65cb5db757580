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
  return `${checked}: ${found}${kept}${lost}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
