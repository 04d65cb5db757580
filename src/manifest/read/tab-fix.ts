/** How a line that is indented with tabs was meant: its neighbors show it. */
import type { DraftFix } from "../rules/finding-draft.ts";
import type { TextSource } from "./text-source.ts";

const tabWidth = 2;

/** A fix for the line that holds `index`: safe where the neighbors leave no doubt, else a guess. */
export function tabFix(index: number, source: TextSource): readonly DraftFix[] {
  const line = source.lineOf(index);
  const start = source.lineStart(line);
  const indent = indentOf(source.lineText(line));
  const meant = meantWidth(line, source);
  const newText = " ".repeat(meant ?? widthOf(indent));
  const edits = [{ span: { start, end: start + indent.length }, newText }];
  return [{ title: "indent with spaces", applicability: meant === undefined ? "maybe" : "safe", edits }];
}

/** The first line under a key is deeper than the key and as deep as its siblings; any other is as deep as its like. */
function meantWidth(line: number, source: TextSource): number | undefined {
  const before = neighbor(line, -1, source);
  const after = neighbor(line, 1, source);
  if (before === undefined) return undefined;
  const outer = widthOf(indentOf(before));
  if (/:\s*(?:#.*)?$/.test(before)) {
    const next = after === undefined ? 0 : widthOf(indentOf(after));
    return next > outer ? next : outer + tabWidth;
  }
  return indentOf(before) === indentOf(source.lineText(line)) ? outer : undefined;
}

function neighbor(line: number, step: 1 | -1, source: TextSource): string | undefined {
  for (let other = line + step; other >= 1 && other <= source.lineCount(); other += step) {
    const text = source.lineText(other);
    if (!/^\s*(?:#.*)?$/.test(text)) return text;
  }
  return undefined;
}

function indentOf(text: string): string {
  return /^[ \t]*/.exec(text)?.[0] ?? "";
}

function widthOf(indent: string): number {
  return indent.replaceAll("\t", " ".repeat(tabWidth)).length;
}
