/** Steps through JSON text: white space, comments, strings and words. It knows tokens, not values. */
import type { Report } from "./read-fault.ts";
import type { Span } from "./tree.ts";

/** Ends the reading of a JSON text at its first fault: what follows cannot be understood. */
export class JsonFault extends Error {
  override readonly name = "JsonFault";
  readonly span: Span;
  readonly problem: string;
  readonly help: string;

  constructor(span: Span, problem: string, help: string) {
    super(problem);
    this.span = span;
    this.problem = problem;
    this.help = help;
  }
}

/** Ends the reading of a JSON text that is too deep. */
export class JsonDepthFault extends Error {
  override readonly name = "JsonDepthFault";
  readonly span: Span;

  constructor(span: Span) {
    super("too deep");
    this.span = span;
  }
}

// One pattern each for all texts: they are sticky, and their place is set before each use.
const stringPattern = /"(?:[^"\\\n\r]|\\.)*"/y;
const wordPattern = /[^\s,:{}[\]"/]+/y;
const spacePattern = /[ \t\r\n]*/y;
const commentPattern = /\/\/[^\n]*|\/\*[^]*?\*\//y;

/** A place in a JSON text that moves forward. */
export class JsonCursor {
  readonly text: string;
  readonly #report: Report;
  index = 0;

  constructor(text: string, report: Report) {
    this.text = text;
    this.#report = report;
  }

  /** The next character after white space and comments; `""` at the end. */
  peek(): string {
    this.#skip();
    return this.text[this.index] ?? "";
  }

  /** Steps over `character` when it comes next. */
  accept(character: string): boolean {
    if (this.peek() !== character) return false;
    this.index += 1;
    return true;
  }

  /** The string that comes next, decoded, with its place. */
  string(): { value: string; span: Span } {
    const start = this.index;
    stringPattern.lastIndex = start;
    if (!stringPattern.test(this.text)) {
      throw new JsonFault(this.#restOfLine(start), "this text has no closing quote", 'close it with "');
    }
    const span = { start, end: stringPattern.lastIndex };
    this.index = span.end;
    const inner = this.text.slice(start + 1, span.end - 1);
    // Without escapes and control characters a text is what it looks like.
    if (!/[\\\u0000-\u001F]/.test(inner)) return { value: inner, span };
    try {
      return { value: JSON.parse(`"${inner}"`) as string, span };
    } catch {
      throw new JsonFault(span, "this text has an escape that JSON does not know", "write \\\\ for a backslash");
    }
  }

  /** The run of letters, digits and signs that comes next. */
  word(): { text: string; span: Span } {
    wordPattern.lastIndex = this.index;
    const text = wordPattern.exec(this.text)?.[0] ?? this.text.slice(this.index, this.index + 1);
    const span = { start: this.index, end: this.index + text.length };
    this.index = span.end;
    return { text, span };
  }

  /** A comma before a closing bracket: understood, but not JSON. */
  reportTrailingComma(index: number): void {
    this.#notJson({ start: index, end: index + 1 }, "trailing comma", "remove the comma");
  }

  #skip(): void {
    for (;;) {
      spacePattern.lastIndex = this.index;
      if (spacePattern.test(this.text)) this.index = spacePattern.lastIndex;
      if (!this.#skipComment()) return;
    }
  }

  #skipComment(): boolean {
    if (this.text[this.index] !== "/") return false;
    commentPattern.lastIndex = this.index;
    const match = commentPattern.exec(this.text);
    if (match === null) return false;
    const span = { start: this.index, end: this.index + match[0].length };
    this.index = span.end;
    this.#notJson(span, "comment", "remove the comment");
    return true;
  }

  #notJson(span: Span, what: string, title: string): void {
    const fixes = [{ title, applicability: "safe" as const, edits: [{ span, newText: "" }] }];
    this.#report({ id: "DC1016", at: { pointer: "", span }, data: { what }, fixes });
  }

  #restOfLine(start: number): Span {
    const end = this.text.indexOf("\n", start);
    return { start, end: end < 0 ? this.text.length : end };
  }
}
