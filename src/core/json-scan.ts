/** Walks JSON text unit by unit to say what is wrong with it and where. Slow beside JSON.parse: for texts that look faulty. */

import { childPointer } from "./json-pointer.ts";
import type { InputFault } from "./tool.ts";

/** Ends the walk at the first fault; never leaves this module. */
class ScanFault extends Error {
  readonly fault: InputFault;

  constructor(fault: InputFault) {
    super(fault.expected);
    this.fault = fault;
  }
}

/** The first fault of a text, or `undefined` when it is JSON without repeated keys and inexact numbers. */
export function scanJson(text: string): InputFault | undefined {
  const scan = new JsonScan(text);
  try {
    scan.whole();
    return undefined;
  } catch (error) {
    if (error instanceof ScanFault) return error.fault;
    throw error;
  }
}

const blank = /[ \t\n\r]*/y;
// Runs of plain units are taken at once: one step a unit would need a step of backtracking for each, 1 MiB of them.
const stringToken = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const wordToken = /true|false|null/y;

class JsonScan {
  readonly #text: string;
  #index = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): void {
    this.#blank();
    if (this.#index === this.#text.length) this.#fail("", "a JSON value, `{}` when there is nothing to say");
    this.#value("");
    if (this.#index < this.#text.length) this.#fail("", "the end of the text");
  }

  #value(pointer: string): void {
    const unit = this.#text[this.#index];
    if (unit === "{") this.#object(pointer);
    else if (unit === "[") this.#list(pointer);
    else if (unit === '"') this.#string(pointer);
    else if (this.#take(wordToken) === undefined) this.#number(pointer);
    this.#blank();
  }

  #object(pointer: string): void {
    const keys = new Set<string>();
    this.#open();
    if (this.#isTaken("}")) return;
    do {
      this.#blank();
      if (this.#text[this.#index] !== '"') this.#fail(pointer, "a key in double quotes");
      const key = this.#string(pointer);
      const member = childPointer(pointer, key);
      if (keys.has(key))
        throw new ScanFault({ pointer: member, expected: "each key once", given: `${clip(key)} twice` });
      keys.add(key);
      this.#blank();
      if (!this.#isTaken(":")) this.#fail(member, "a colon after the key");
      this.#blank();
      this.#value(member);
    } while (this.#isTaken(","));
    if (!this.#isTaken("}")) this.#fail(pointer, "a comma or the closing brace");
  }

  #list(pointer: string): void {
    this.#open();
    if (this.#isTaken("]")) return;
    let index = 0;
    do {
      this.#blank();
      this.#value(childPointer(pointer, index));
      index += 1;
    } while (this.#isTaken(","));
    if (!this.#isTaken("]")) this.#fail(pointer, "a comma or the closing bracket");
  }

  #string(pointer: string): string {
    const token = this.#take(stringToken);
    if (token === undefined) this.#fail(pointer, "a string with its closing quote, control characters escaped");
    return JSON.parse(token) as string;
  }

  #number(pointer: string): void {
    const token = this.#take(numberToken);
    if (token === undefined) this.#fail(pointer, "a JSON value");
    if (isExact(token)) return;
    const expected = "a number that can be held exactly; as a string, where the schema allows one, its digits are kept";
    throw new ScanFault({ pointer, expected, given: clip(token) });
  }

  #open(): void {
    this.#index += 1;
    this.#blank();
  }

  #blank(): void {
    this.#take(blank);
  }

  #isTaken(unit: string): boolean {
    if (this.#text[this.#index] !== unit) return false;
    this.#index += 1;
    return true;
  }

  #take(token: RegExp): string | undefined {
    token.lastIndex = this.#index;
    const found = token.exec(this.#text)?.[0];
    this.#index += found?.length ?? 0;
    return found;
  }

  #fail(pointer: string, expected: string): never {
    const rest = this.#text.slice(this.#index, this.#index + 40);
    const given = rest === "" ? "the end of the text" : rest;
    throw new ScanFault({ pointer, expected: `${expected} at character ${String(this.#index)}`, given });
  }
}

/** Whole numbers must keep each digit when they are written again; fractions are read to the nearest number, as everywhere. */
function isExact(token: string): boolean {
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  if (Number.isSafeInteger(value) || !/^-?[0-9]+$/.test(token)) return true;
  return String(value) === token || BigInt(token) === BigInt(value);
}

function clip(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}
