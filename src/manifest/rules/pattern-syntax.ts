/** Reads a regular expression (JavaScript, flag `u`) into its parts, for rules that judge how it behaves. */
import type { CharacterSet } from "./pattern-set.ts";
import { anyButLineEnds, anyCharacter, classSet, complement } from "./pattern-set.ts";

/** A part of a pattern; `empty` is a word boundary or nothing at all. */
export type PatternPart =
  | { readonly kind: "set"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly PatternPart[] }
  | { readonly kind: "choice"; readonly options: readonly PatternPart[] }
  | { readonly kind: "repeat"; readonly body: PatternPart; readonly min: number; readonly max: number }
  | { readonly kind: "start" | "end" | "empty" | "lookaround" | "backreference" };

/** The parts of a pattern; `undefined` when it is no regular expression. */
export function parsePattern(source: string): PatternPart | undefined {
  try {
    // The engine knows the grammar best: what it takes needs no second check here.
    void new RegExp(source, "u");
  } catch {
    return undefined;
  }
  return new PatternReader(source).choice();
}

class PatternReader {
  readonly #text: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#text = Array.from(source);
  }

  choice(): PatternPart {
    const options = [this.#sequence()];
    while (this.#take("|")) options.push(this.#sequence());
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: "choice", options };
  }

  #sequence(): PatternPart {
    const parts: PatternPart[] = [];
    while (this.#at < this.#text.length && this.#peek() !== "|" && this.#peek() !== ")") {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: "sequence", parts };
  }

  #atom(): PatternPart {
    const character = this.#next();
    switch (character) {
      case "^":
        return { kind: "start" };
      case "$":
        return { kind: "end" };
      case ".":
        return { kind: "set", set: anyButLineEnds };
      case "(":
        return this.#group();
      case "[":
        return { kind: "set", set: this.#characterClass() };
      case "\\":
        return this.#escape();
      default:
        return { kind: "set", set: single(character) };
    }
  }

  #group(): PatternPart {
    let isLookaround = false;
    if (this.#take("?")) {
      const mark = this.#next();
      if (mark === "=" || mark === "!") isLookaround = true;
      else if (mark === "<" && (this.#peek() === "=" || this.#peek() === "!")) isLookaround = true;
      else if (mark === "<") while (this.#next() !== ">");
      // `(?i:` and the like change how letters compare; the parts are the same.
      else if (mark !== ":") while (this.#next() !== ":");
    }
    const inside = this.choice();
    this.#take(")");
    return isLookaround ? { kind: "lookaround" } : inside;
  }

  #repeated(body: PatternPart): PatternPart {
    const range = this.#quantifier();
    if (range === undefined) return body;
    this.#take("?");
    return { kind: "repeat", body, min: range[0], max: range[1] };
  }

  #quantifier(): readonly [number, number] | undefined {
    if (this.#take("*")) return [0, Infinity];
    if (this.#take("+")) return [1, Infinity];
    if (this.#take("?")) return [0, 1];
    if (!this.#take("{")) return undefined;
    const min = this.#number();
    const max = this.#take(",") ? (this.#peek() === "}" ? Infinity : this.#number()) : min;
    this.#take("}");
    return [min, max];
  }

  #number(): number {
    let digits = "";
    while (/^[0-9]$/.test(this.#peek())) digits += this.#next();
    return Number(digits);
  }

  /** After a backslash, outside a class. */
  #escape(): PatternPart {
    const letter = this.#peek();
    if (letter === "b" || letter === "B") {
      this.#next();
      return { kind: "empty" };
    }
    if (letter === "k" || /^[1-9]$/.test(letter)) {
      if (this.#next() === "k") while (this.#next() !== ">");
      else this.#number();
      return { kind: "backreference" };
    }
    return { kind: "set", set: this.#escapedSet() };
  }

  /** After a backslash, wherever it stands. */
  #escapedSet(): CharacterSet {
    const letter = this.#next();
    const known = classSet(letter);
    if (known !== undefined) return known;
    switch (letter) {
      case "p":
      case "P":
        while (this.#next() !== "}");
        // Which characters have a property is beyond this; any may.
        return anyCharacter;
      case "u":
        return this.#take("{") ? this.#hexUntilBrace() : this.#hexDigits(4);
      case "x":
        return this.#hexDigits(2);
      case "c":
        return [[(this.#next().codePointAt(0) ?? 0) % 32, 31]];
      default:
        return single(controlLetters.get(letter) ?? letter);
    }
  }

  #hexUntilBrace(): CharacterSet {
    let digits = "";
    while (this.#peek() !== "}") digits += this.#next();
    this.#next();
    return point(Number.parseInt(digits, 16));
  }

  #hexDigits(count: number): CharacterSet {
    return point(Number.parseInt(Array.from({ length: count }, () => this.#next()).join(""), 16));
  }

  /** After `[`. */
  #characterClass(): CharacterSet {
    const isNegated = this.#take("^");
    const ranges: (readonly [number, number])[] = [];
    while (!this.#take("]")) {
      const from = this.#classMember();
      const [start] = from;
      const isRange = this.#peek() === "-" && this.#text[this.#at + 1] !== "]" && from.length === 1;
      if (!isRange || start === undefined) {
        ranges.push(...from);
        continue;
      }
      this.#next();
      const [end] = this.#classMember();
      ranges.push([start[0], end?.[1] ?? start[1]]);
    }
    return isNegated ? complement(ranges) : ranges;
  }

  #classMember(): CharacterSet {
    const character = this.#next();
    if (character !== "\\") return single(character);
    if (!this.#take("b")) return this.#escapedSet();
    return point(0x08);
  }

  #peek(): string {
    return this.#text[this.#at] ?? "";
  }

  #next(): string {
    const character = this.#text[this.#at];
    // The engine took the pattern, so its end is a fault of this reader: stop rather than read on for ever.
    if (character === undefined) throw new Error("a regular expression ended where its grammar does not");
    this.#at += 1;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}

const controlLetters: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["f", "\f"],
  ["0", "\0"],
]);

function single(character: string): CharacterSet {
  return point(character.codePointAt(0) ?? 0);
}

function point(code: number): CharacterSet {
  return [[code, code]];
}

/** Whether every match begins, and whether every match ends, where the text does. */
export function anchorsOf(part: PatternPart): { readonly start: boolean; readonly end: boolean } {
  return { start: holds(part, "start"), end: holds(part, "end") };
}

function holds(part: PatternPart, side: "start" | "end"): boolean {
  if (part.kind === side) return true;
  if (part.kind === "choice") return part.options.every((option) => holds(option, side));
  if (part.kind === "repeat") return part.min > 0 && holds(part.body, side);
  if (part.kind !== "sequence") return false;
  const outer = side === "start" ? part.parts[0] : part.parts.at(-1);
  return outer !== undefined && holds(outer, side);
}

/** Every part below a part, itself included. */
export function partsBelow(part: PatternPart): readonly PatternPart[] {
  if (part.kind === "sequence") return [part, ...part.parts.flatMap(partsBelow)];
  if (part.kind === "choice") return [part, ...part.options.flatMap(partsBelow)];
  return part.kind === "repeat" ? [part, ...partsBelow(part.body)] : [part];
}
