/** What the YAML parser complains about, as findings of our rules, one for each line. */
import type { YAMLError } from "yaml";
import { lineFault } from "./line-faults.ts";
import type { Report, RuledDraft } from "./read-fault.ts";
import { tabFix } from "./tab-fix.ts";
import type { TextSource } from "./text-source.ts";

/** Reports the parser's errors. Those that follow from one on the same line are left out. */
export function reportYamlErrors(errors: readonly YAMLError[], source: TextSource, report: Report): void {
  const lines = new Set<number>();
  // A tab puts everything after it at the wrong level, so the rest would only repeat it.
  const tabs = errors.filter((error) => error.code === "TAB_AS_INDENT");
  for (const error of tabs.length > 0 ? tabs : untilLevelsFail(errors)) {
    const line = source.lineOf(error.pos[0]);
    if (lines.has(line)) continue;
    lines.add(line);
    report(toDraft(error, source));
  }
}

/** A wrong indentation does the same to what follows it, so it is the last that is told. */
function untilLevelsFail(errors: readonly YAMLError[]): readonly YAMLError[] {
  const first = errors.findIndex(({ code }) => code === "BAD_INDENT" || code === "BLOCK_AS_IMPLICIT_KEY");
  return first < 0 ? errors : errors.slice(0, first + 1);
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
    default: {
      const help = hintFor(error, source);
      const isQuoting = help === quoteHint && error.code !== "BAD_INDENT";
      const fault = isQuoting ? undefined : lineFault(error, source);
      if (fault === undefined) return { id: "DC1001", at, data: { problem: lowerFirst(error.message), help } };
      return {
        id: "DC1001",
        at: { pointer: "", span: fault.span },
        data: { problem: fault.problem, help: fault.help },
      };
    }
  }
}

const quoteHint = "put the value in double quotes";

/** Most errors come from text that should have been quoted; the line shows which. */
function hintFor(error: YAMLError, source: TextSource): string {
  const line = source.lineText(source.lineOf(error.pos[0]));
  const value = /^[^:#]*:\s+([^\s"'|>].*)$/.exec(line)?.[1] ?? "";
  if (/^(?:\{[^}]*\}\S|[@`%*&!])/.test(value) || /\S:\s/.test(value)) {
    return quoteHint;
  }
  if (error.code === "MISSING_CHAR") return "close the quote or the bracket";
  if (error.code === "NON_STRING_KEY") return "use plain text as the key";
  return "mend the line; text with `: `, ` #` or a leading `{`, `[`, `*`, `&`, `@` needs quotes";
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
