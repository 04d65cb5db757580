/** What a line of YAML that cannot be read most likely lacks: a bracket, a colon, a dash or spaces. Judges lines, not nodes. */
import type { YAMLError } from "yaml";
import type { Span } from "./tree.ts";
import type { TextSource } from "./text-source.ts";

/** A fault in the author's words rather than in the parser's. */
export interface LineFault {
  readonly span: Span;
  readonly problem: string;
  readonly help: string;
}

/** The likely fault behind the parser's error; `undefined` when the parser's own words are the best there are. */
export function lineFault(error: YAMLError, source: TextSource): LineFault | undefined {
  const line = source.lineOf(error.pos[0]);
  switch (error.code) {
    case "BAD_INDENT":
      return error.message.startsWith("Flow")
        ? openBracket(error, source)
        : (missingDash(line, source) ?? oddIndent(line, siblingColumn(line, source), source));
    case "MULTILINE_IMPLICIT_KEY":
    case "MISSING_CHAR":
      return missingColon(line, source);
    case "BLOCK_AS_IMPLICIT_KEY":
      return deeperNextLine(line, source);
    default:
      return undefined;
  }
}

/** Where the text of a line begins. With `isItem` the dashes of a list count as spaces: the key stands after them. */
function columnOf(text: string, isItem: boolean): number {
  return (isItem ? /^ *(?:- +)*/ : /^ */).exec(text)?.[0].length ?? 0;
}

function isBlank(text: string): boolean {
  return /^\s*(?:#.*)?$/.test(text);
}

/** The parser reports where the collection should have ended; the bracket that opened it is what the author looks for. */
function openBracket(error: YAMLError, { text }: TextSource): LineFault | undefined {
  const [open, close] = error.message.startsWith("Flow sequence") ? ["[", "]"] : ["{", "}"];
  let closed = 0;
  for (let index = Math.min(error.pos[0], text.length) - 1; index >= 0; index -= 1) {
    if (text[index] === close) closed += 1;
    if (text[index] !== open) continue;
    if (closed === 0) {
      const span = { start: index, end: index + 1 };
      return { span, problem: `the \`${open}\` that opens here is not closed`, help: `close it with \`${close}\`` };
    }
    closed -= 1;
  }
  return undefined;
}

/** `kind query`: a word and a value with nothing between them. */
function missingColon(line: number, source: TextSource): LineFault | undefined {
  const match = /^( *(?:- +)*)([A-Za-z][\w-]*)(?: +[^\s:#][^:]*)?$/.exec(source.lineText(line));
  const [, lead = "", key] = match ?? [];
  if (key === undefined) return undefined;
  const start = source.lineStart(line) + lead.length;
  const problem = `a colon is missing after \`${key}\``;
  return { span: { start, end: start + key.length }, problem, help: `write \`${key}: …\`` };
}

/** A line at the column of a list's dashes that has no dash. */
function missingDash(line: number, source: TextSource): LineFault | undefined {
  const text = source.lineText(line);
  const column = columnOf(text, false);
  if (isBlank(text) || /^ *-(?: |$)/.test(text)) return undefined;
  for (let above = line - 1; above > 0; above -= 1) {
    const other = source.lineText(above);
    if (isBlank(other) || columnOf(other, false) > column) continue;
    if (columnOf(other, false) < column || !/^ *- /.test(other)) return undefined;
    const problem = `line ${line} stands among the items of a list and does not begin with \`- \``;
    const help = `begin it with \`- \`, or indent it by ${columnOf(other, true)} as part of the item above`;
    return { span: restOfLine(line, source), problem, help };
  }
  return undefined;
}

/** The column of the lines that a line which is too far left, or too far right, was to stand with. */
function siblingColumn(line: number, source: TextSource): number | undefined {
  const own = columnOf(source.lineText(line), false);
  let nearest: number | undefined;
  for (let above = line - 1; above > 0; above -= 1) {
    const text = source.lineText(above);
    if (isBlank(text)) continue;
    const column = columnOf(text, true);
    if (column <= own) break;
    nearest = Math.min(nearest ?? column, column);
  }
  return nearest;
}

/** A key with a value, and below it a line that is indented as if it had none. */
function deeperNextLine(line: number, source: TextSource): LineFault | undefined {
  const text = source.lineText(line);
  if (!/^ *(?:- +)*[^\s:]+: +[^\s|>&]/.test(text)) return undefined;
  let next = line + 1;
  while (next <= source.lineCount() && isBlank(source.lineText(next))) next += 1;
  const column = columnOf(text, true);
  return columnOf(source.lineText(next), false) > column ? oddIndent(next, column, source) : undefined;
}

function oddIndent(line: number, neighbors: number | undefined, source: TextSource): LineFault | undefined {
  // A line of spaces alone is indented by nothing.
  if (neighbors === undefined || line > source.lineCount() || isBlank(source.lineText(line))) return undefined;
  const own = columnOf(source.lineText(line), false);
  const problem = `line ${line} is indented by ${own}, its neighbors by ${neighbors}`;
  return {
    span: restOfLine(line, source),
    problem,
    help: `indent it by ${neighbors}, or as far as the lines it belongs to`,
  };
}

function restOfLine(line: number, source: TextSource): Span {
  const text = source.lineText(line);
  const start = source.lineStart(line);
  const from = Math.min(columnOf(text, false), text.length);
  return { start: start + from, end: start + Math.max(from, text.trimEnd().length) };
}
