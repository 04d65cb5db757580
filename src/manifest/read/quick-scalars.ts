/**
 * Steps through the plain part of YAML: one line at a time, scalars that end on their line. What it is not sure about it
 * gives up on; the parser of record then reads the text.
 */
import { secondReading } from "./scalar-readings.ts";
import type { ScalarNode } from "./tree.ts";

/** Ends a quick reading: the text may be right or wrong, but it is not plain. One object, because nobody reads it. */
export const unsure: Error = new Error("not plain YAML");

const tab = 9;
const newline = 10;
const space = 32;
const doubleQuote = 34;
const hash = 35;
const singleQuote = 39;
const colon = 58;

/** Letters, digits and signs that begin a plain scalar whatever follows, and everything beyond Latin-1's controls. */
const plainStart = /[A-Za-z0-9_./$^(<=~+\\;\u00A1-\uFEFE]/;
const doubleQuoted = /"((?:[^"\\\n]|\\["\\/bfnrt]|\\u[0-9A-Fa-f]{4})*)"/y;
const singleQuoted = /'((?:[^'\n]|'')*)'/y;
const anchorName = /[A-Za-z0-9_-]+/y;

const simpleNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
/** Every notation that the core schema takes for a number. */
const anyNumber =
  /^[-+]?(?:0o[0-7]+|0x[0-9a-fA-F]+|(?:\.[0-9]+|[0-9]+\.?[0-9]*)(?:[eE][-+]?[0-9]+)?|\.(?:inf|Inf|INF))$|^\.(?:nan|NaN|NAN)$/;

const words: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...["true", "True", "TRUE"].map((word) => [word, true] as const),
  ...["false", "False", "FALSE"].map((word) => [word, false] as const),
  ...["null", "Null", "NULL", "~"].map((word) => [word, null] as const),
]);

/** A place in a YAML text that moves forward and throws `unsure`. */
export class QuickCursor {
  readonly text: string;
  index = 0;

  constructor(text: string) {
    this.text = text;
  }

  code(ahead = 0): number {
    return this.text.charCodeAt(this.index + ahead);
  }

  skipSpaces(): void {
    while (this.code() === space) this.index += 1;
  }

  /** Whether a line or the text ends here, a comment after a space included. */
  isAtLineEnd(): boolean {
    const code = this.code();
    return isEnd(code) || (code === hash && this.code(-1) === space);
  }

  /** Steps to the next line; nothing but spaces and a comment may be left on this one. */
  endLine(): void {
    this.skipSpaces();
    if (!this.isAtLineEnd()) throw unsure;
    this.#nextLine();
  }

  /** Steps to the next text from the start of a line and gives its indentation; -1 at the end. */
  nextContent(): number {
    for (;;) {
      const start = this.index;
      this.skipSpaces();
      const code = this.code();
      if (Number.isNaN(code)) return -1;
      if (code !== newline && code !== hash) return this.index - start;
      this.#nextLine();
    }
  }

  #nextLine(): void {
    const end = this.text.indexOf("\n", this.index);
    this.index = end < 0 ? this.text.length : end + 1;
  }

  /** The key that comes next, its colon stepped over. */
  key(inFlow: boolean): ScalarNode {
    const key = this.scalar(inFlow);
    if (this.code() !== colon) throw unsure;
    this.index += 1;
    if (!isBlank(this.code()) || key.span.end - key.span.start > 1000) throw unsure;
    return key;
  }

  scalar(inFlow: boolean): ScalarNode {
    const code = this.code();
    if (code === doubleQuote) return this.#quoted(doubleQuoted, (inner) => JSON.parse(`"${inner}"`) as string);
    if (code === singleQuote) return this.#quoted(singleQuoted, (inner) => inner.replaceAll("''", "'"));
    return this.#plain(inFlow);
  }

  /** The name after `&` or `*`. */
  name(): string {
    anchorName.lastIndex = this.index + 1;
    const name = anchorName.exec(this.text)?.[0];
    if (name === undefined) throw unsure;
    this.index += 1 + name.length;
    return name;
  }

  #quoted(pattern: RegExp, decode: (inner: string) => string): ScalarNode {
    const start = this.index;
    pattern.lastIndex = start;
    const match = pattern.exec(this.text);
    if (match === null) throw unsure;
    const [source, inner = ""] = match;
    this.index = start + source.length;
    const isPlain = !inner.includes("\\") && !inner.includes("'");
    return {
      kind: "scalar",
      span: { start, end: this.index },
      value: isPlain ? inner : decode(inner),
      source,
      style: "quoted",
    };
  }

  #plain(inFlow: boolean): ScalarNode {
    const start = this.index;
    this.index = this.#plainEnd(inFlow);
    const source = this.text.slice(start, this.index);
    // What two readers understand differently is for the parser of record to report, merge keys too.
    if (source === "" || source === "<<" || source.startsWith("...") || secondReading(source) !== undefined)
      throw unsure;
    return { kind: "scalar", span: { start, end: this.index }, value: plainValue(source), source, style: "plain" };
  }

  #plainEnd(inFlow: boolean): number {
    const first = this.text.charAt(this.index);
    const isNegative = first === "-" && /[A-Za-z0-9]/.test(this.text.charAt(this.index + 1));
    if (!isNegative && !plainStart.test(first)) throw unsure;
    let end = this.index;
    for (let at = this.index; ; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === newline || Number.isNaN(code)) return end;
      const next = this.text.charCodeAt(at + 1);
      if (code === space) {
        if (next === hash) return end;
      } else if (code === colon && (isBlank(next) || (inFlow && isFlowSign(next)))) {
        return end;
      } else if (inFlow && isFlowSign(code)) {
        return end;
      } else {
        end = at + 1;
      }
    }
  }
}

function plainValue(source: string): ScalarNode["value"] {
  if (simpleNumber.test(source)) return Number(source);
  if (anyNumber.test(source)) throw unsure;
  const word = words.get(source);
  return word === undefined ? source : word;
}

function isEnd(code: number): boolean {
  return code === newline || Number.isNaN(code);
}

function isBlank(code: number): boolean {
  return code === space || code === tab || isEnd(code);
}

/** `,`, `[`, `]`, `{` and `}`. */
function isFlowSign(code: number): boolean {
  return code === 44 || code === 91 || code === 93 || code === 123 || code === 125;
}
