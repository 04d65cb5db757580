/** What the YAML parser complains about, as findings of our rules, one for each line. */
import type { YAMLError } from "yaml";
import type { Report, RuledDraft } from "./read-fault.ts";
import { tabFix } from "./tab-fix.ts";
import type { TextSource } from "./text-source.ts";

/** Reports the parser's errors. Those that follow from one on the same line are left out. */
export function reportYamlErrors(errors: readonly YAMLError[], source: TextSource, report: Report): void {
  const lines = new Set<number>();
  // A tab puts everything after it at the wrong level, so the rest would only repeat it.
  const tabs = errors.filter((error) => error.code === "TAB_AS_INDENT");
  for (const error of tabs.length > 0 ? tabs : errors) {
    const line = source.lineOf(error.pos[0]);
    if (lines.has(line)) continue;
    lines.add(line);
    report(toDraft(error, source));
  }
}

function toDraft(error: YAMLError, source: TextSource): RuledDraft {
  const span = { start: error.pos[0], end: Math.max(error.pos[0] + 1, error.pos[1]) };
  const at = { pointer: "", span };
  switch (error.code) {
    case "TAB_AS_INDENT":
      return { id: "DC1003", at, data: {}, fixes: tabFix(span.start, source) };
    case "BAD_DIRECTIVE":
    case "TAG_RESOLVE_FAILED":
      return { id: "DC1005", at, data: { what: "a directive or tag" } };
    default:
      return { id: "DC1001", at, data: { problem: lowerFirst(error.message), help: hintFor(error, source) } };
  }
}

/** Most errors come from text that should have been quoted; the line shows which. */
function hintFor(error: YAMLError, source: TextSource): string {
  const line = source.lineText(source.lineOf(error.pos[0]));
  const value = /^[^:#]*:\s+([^\s"'|>].*)$/.exec(line)?.[1] ?? "";
  if (/^(?:\{[^}]*\}\S|[@`%*&!])/.test(value) || /\S:\s/.test(value)) {
    return "put the value in double quotes";
  }
  if (error.code === "MISSING_CHAR") return "close the quote or the bracket";
  if (error.code === "NON_STRING_KEY") return "use plain text as the key";
  return "mend the line; text with `: `, ` #` or a leading `{`, `[`, `*`, `&`, `@` needs quotes";
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
