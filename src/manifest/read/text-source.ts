/** A manifest's text and the places in it: decoding, byte order mark, lines, columns and byte offsets. */
import type { Position, TextRange } from "../../core/finding.ts";
import type { Span } from "./tree.ts";

const byteOrderMark = "\uFEFF";
const markBytes = 3;

/** A text that knows its places. All spans of the room are UTF-16 units of `text`. */
export interface TextSource {
  /** The path as it was given. */
  readonly path: string;
  /** Without byte order mark. */
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  /** Size in bytes of UTF-8, the mark included. */
  readonly byteLength: number;
  /** False when the bytes were not UTF-8; the text then holds replacement characters. */
  readonly isUtf8: boolean;
  /** True when each character is one byte, as in most files. */
  readonly isAscii: boolean;
  readonly rangeOf: (span: Span) => TextRange;
  /** The text of one line (from 1), without its line end. */
  readonly lineText: (line: number) => string;
  readonly lineCount: () => number;
  /** The line (from 1) that holds a unit of the text. */
  readonly lineOf: (index: number) => number;
  /** Where a line (from 1) begins. */
  readonly lineStart: (line: number) => number;
}

/** Wraps bytes or text. Line starts are found only when a place is asked for: most files have nothing to report. */
export function createTextSource(content: Uint8Array | string, path: string): TextSource {
  const decoded = decode(content);
  const hasByteOrderMark = decoded.text.startsWith(byteOrderMark);
  const text = hasByteOrderMark ? decoded.text.slice(1) : decoded.text;
  let starts: readonly number[] | undefined;
  let bytes: readonly number[] | undefined;
  const byteLength = typeof content === "string" ? Buffer.byteLength(content) : content.byteLength;
  const markLength = hasByteOrderMark ? markBytes : 0;
  const isAscii = decoded.isUtf8 && byteLength - markLength === text.length;
  const lineStarts = (): readonly number[] => (starts ??= findLineStarts(text));
  const positionOf = (given: number): Position => {
    // A parser may name the place after the last character, and one beyond it.
    const index = Math.min(given, text.length);
    const line = lineAt(lineStarts(), index);
    const start = lineStarts()[line] ?? 0;
    const position = { line: line + 1, column: index - start + 1 };
    // In a text of ASCII each character is one byte.
    if (isAscii) return { ...position, offset: markLength + index };
    bytes ??= countBytes(text, lineStarts(), markLength);
    return { ...position, offset: (bytes[line] ?? 0) + Buffer.byteLength(text.slice(start, index)) };
  };
  return {
    path,
    text,
    hasByteOrderMark,
    byteLength,
    isUtf8: decoded.isUtf8,
    isAscii,
    rangeOf: (span) => ({ start: positionOf(span.start), end: positionOf(span.end) }),
    lineText: (line) => textOfLine(text, lineStarts(), line),
    lineCount: () => lineStarts().length,
    lineOf: (index) => lineAt(lineStarts(), index) + 1,
    lineStart: (line) => lineStarts()[line - 1] ?? text.length,
  };
}

function decode(content: Uint8Array | string): { text: string; isUtf8: boolean } {
  if (typeof content === "string") return { text: content, isUtf8: true };
  try {
    // `ignoreBOM` keeps the mark in the text, so that it can be reported.
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content), isUtf8: true };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(content), isUtf8: false };
  }
}

function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** The index of the last line that starts at or before `index`. */
function lineAt(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The byte offset of each line's start, counted once: a file may have thousands of findings. */
function countBytes(text: string, starts: readonly number[], before: number): readonly number[] {
  let offset = before;
  return starts.map((start, line) => {
    const here = offset;
    offset += Buffer.byteLength(text.slice(start, starts[line + 1] ?? text.length));
    return here;
  });
}

function textOfLine(text: string, starts: readonly number[], line: number): string {
  const start = starts[line - 1];
  if (start === undefined) return "";
  return text.slice(start, starts[line] ?? text.length).replace(/\r?\n$/, "");
}

/** The engine copies shorter pieces by itself. */
const shortestCut = 13;

/** The same text without the longer one that it was cut from, which the engine would keep as long as the piece. */
export function detached(text: string): string {
  if (text.length < shortestCut) return text;
  return Buffer.from(text, "utf16le").toString("utf16le");
}
