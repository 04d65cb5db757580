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
    const pattern = /"(?:[^"\\\n\r]|\\.)*"/y;
    pattern.lastIndex = start;
    const match = pattern.exec(this.text);
    if (match === null) {
      throw new JsonFault(this.#restOfLine(start), "this text has no closing quote", 'close it with "');
    }
    const span = { start, end: start + match[0].length };
    this.index = span.end;
    try {
      return { value: JSON.parse(match[0]) as string, span };
    } catch {
      throw new JsonFault(span, "this text has an escape that JSON does not know", "write \\\\ for a backslash");
    }
  }

  /** The run of letters, digits and signs that comes next. */
  word(): { text: string; span: Span } {
    const pattern = /[^\s,:{}[\]"/]+/y;
    pattern.lastIndex = this.index;
    const text = pattern.exec(this.text)?.[0] ?? this.text.slice(this.index, this.index + 1);
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
      const space = /[ \t\r\n]*/y;
      space.lastIndex = this.index;
      this.index += space.exec(this.text)?.[0].length ?? 0;
      if (!this.#skipComment()) return;
    }
  }

  #skipComment(): boolean {
    if (this.text[this.index] !== "/") return false;
    const comment = /\/\/[^\n]*|\/\*[^]*?\*\//y;
    comment.lastIndex = this.index;
    const match = comment.exec(this.text);
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
