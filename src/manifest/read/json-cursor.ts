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
const commentPattern = /\/\/[^\n]*|\/\*[^]*?\*\//y;

const tab = 9;
const newline = 10;
const carriageReturn = 13;
const space = 32;
const slash = 47;

/** Where a character comes next, asked at places that only move forward. */
class NextOf {
  readonly #text: string;
  readonly #character: string;
  #at = -1;

  constructor(text: string, character: string) {
    this.#text = text;
    this.#character = character;
  }

  from(index: number): number {
    if (this.#at < index) {
      const found = this.#text.indexOf(this.#character, index);
      this.#at = found < 0 ? Infinity : found;
    }
    return this.#at;
  }
}

/** A place in a JSON text that moves forward. The text has passed `guardText`. */
export class JsonCursor {
  readonly text: string;
  readonly #report: Report;
  readonly #newline: NextOf;
  readonly #backslash: NextOf;
  readonly #tab: NextOf;
  readonly #return: NextOf;
  index = 0;

  constructor(text: string, report: Report) {
    this.text = text;
    this.#report = report;
    this.#newline = new NextOf(text, "\n");
    this.#backslash = new NextOf(text, "\\");
    this.#tab = new NextOf(text, "\t");
    this.#return = new NextOf(text, "\r");
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
    const close = this.text.indexOf('"', start + 1);
    // Without escapes and control characters a text is what it looks like.
    if (close < 0 || this.#isSpecialBefore(start, close)) return this.#unusualString(start);
    this.index = close + 1;
    return { value: this.text.slice(start + 1, close), span: { start, end: close + 1 } };
  }

  #isSpecialBefore(start: number, end: number): boolean {
    if (this.#newline.from(start) < end || this.#backslash.from(start) < end) return true;
    return this.#tab.from(start) < end || this.#return.from(start) < end;
  }

  #unusualString(start: number): { value: string; span: Span } {
    stringPattern.lastIndex = start;
    if (!stringPattern.test(this.text)) {
      throw new JsonFault(this.#restOfLine(start), "this text has no closing quote", 'close it with "');
    }
    const span = { start, end: stringPattern.lastIndex };
    this.index = span.end;
    try {
      return { value: JSON.parse(this.text.slice(span.start, span.end)) as string, span };
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
    do {
      let code = this.text.charCodeAt(this.index);
      while (code === space || code === newline || code === carriageReturn || code === tab) {
        this.index += 1;
        code = this.text.charCodeAt(this.index);
      }
      if (code !== slash) return;
    } while (this.#skipComment());
  }

  #skipComment(): boolean {
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
