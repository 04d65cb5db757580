/** A line of a manifest with a mark under a place, safe for a terminal. */
import type { TextRange } from "../../core/finding.ts";

const width = 110;
// What a terminal would obey or hide is shown as one replacement sign, so that columns stay right.
const unsafe = /[\u0000-\u001F\u007F-\u009F]|\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu;

/** Two lines: the one where the range begins, and `sign` under the range with a few words after it. What is in `hidden` ranges is blacked out. */
export function codeFrame(
  lineText: string,
  range: TextRange,
  sign: string,
  words: string,
  hidden: readonly TextRange[] = [],
): readonly string[] {
  const { line, column } = range.start;
  const text = visible(hidden.reduce((shown, secret) => blackedOut(shown, line, secret), lineText));
  const from = column - 1;
  const end = range.end.line === line ? range.end.column - 1 : text.trimEnd().length;
  const length = Math.max(1, Math.min(end, text.length) - from);
  const cut = window(text, from, length);
  const gutter = String(line).padStart(5);
  const mark = `${" ".repeat(from - cut.start + cut.before.length)}${sign.repeat(Math.min(length, cut.text.length))}`;
  return [
    `${gutter} | ${cut.before}${cut.text}${cut.after}`,
    `${" ".repeat(5)} | ${mark}${words === "" ? "" : ` ${words}`}`,
  ];
}

/** The line with the part that a range covers replaced by as many dots. */
function blackedOut(text: string, line: number, { start, end }: TextRange): string {
  if (line < start.line || line > end.line) return text;
  const from = line === start.line ? start.column - 1 : 0;
  const to = line === end.line ? end.column - 1 : text.length;
  return text.slice(0, from) + "•".repeat(Math.max(0, to - from)) + text.slice(to);
}

function visible(text: string): string {
  return text.replaceAll("\t", " ").replaceAll(unsafe, (match) => "\uFFFD".repeat(match.length));
}

/** The part of a long line around the mark. */
function window(
  text: string,
  from: number,
  length: number,
): { start: number; text: string; before: string; after: string } {
  if (text.length <= width) return { start: 0, text, before: "", after: "" };
  const middle = from + Math.floor(Math.min(length, width) / 2);
  const start = Math.max(0, Math.min(middle - Math.floor(width / 2), text.length - width));
  const end = start + width;
  return { start, text: text.slice(start, end), before: start > 0 ? "…" : "", after: end < text.length ? "…" : "" };
}
