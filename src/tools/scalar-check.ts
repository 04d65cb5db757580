/** Checks of single values: kind, choice, text and number. Knows nothing of objects and lists. */

import { canonicalText } from "../core/canonical.ts";
import { closestName } from "../core/closest-name.ts";
import type { Json } from "../core/json.ts";
import { choices, type Faults } from "./faults.ts";
import { textFormat } from "./formats.ts";
import type { PortableSchema } from "./portable-schema.ts";

/** Reports what is wrong with a value at a place. */
export type Check = (value: Json, pointer: string, faults: Faults) => void;

/** The name JSON Schema has for a value's kind; whole numbers are `integer`. */
function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** Whether a value is of one of the kinds; an `integer` is a `number` too. */
export function isOfKind(value: Json, kinds: readonly string[]): boolean {
  const kind = kindOf(value);
  return kinds.includes(kind) || (kind === "integer" && kinds.includes("number"));
}

/** `a string`, `an object or null`, … */
export function kindsInWords(kinds: readonly string[]): string {
  return kinds.map(kindInWords).join(" or ");
}

function kindInWords(kind: string): string {
  if (kind === "null") return kind;
  if (kind === "array") return "a list";
  return `${/^[aio]/.test(kind) ? "an" : "a"} ${kind}`;
}

/** The check of `enum` or `const`. */
export function choiceCheck(values: readonly Json[]): Check {
  const texts = new Set(values.filter((value) => typeof value === "string"));
  const others = new Set(values.filter((value) => typeof value !== "string").map(canonicalText));
  const expected = values.length === 1 ? `the value ${choices(values)}` : `one of ${choices(values)}`;
  return (value, pointer, faults) => {
    if (typeof value === "string") {
      if (!texts.has(value)) faults.wrong(pointer, expected, value, closestName(value, texts));
    } else if (others.size === 0 || !isWritable(value) || !others.has(canonicalText(value))) {
      faults.wrong(pointer, expected, value);
    }
  };
}

/** A number that is not finite has no canonical text, and equals no choice. */
function isWritable(value: Json): boolean {
  return typeof value !== "number" || Number.isFinite(value);
}

/** The checks of a text: length in characters, pattern, format. */
export function textCheck(schema: PortableSchema): Check | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  const matcher = pattern === undefined ? undefined : new RegExp(pattern, "u");
  const known = format === undefined ? undefined : textFormat(format);
  if (schema.minLength === undefined && schema.maxLength === undefined && !matcher && !known) return undefined;
  const meaning = meaningOf(schema);
  return (value, pointer, faults) => {
    if (typeof value !== "string") return;
    const length = lengthOf(value);
    if (length < minLength) faults.wrong(pointer, `at least ${characters(minLength)}`, value);
    // An over-long text is not searched: that bounds the time a pattern takes.
    if (length > maxLength) return faults.wrong(pointer, `at most ${characters(maxLength)}${meaning}`, value);
    if (matcher !== undefined && !matcher.test(value))
      faults.wrong(pointer, `text that matches ${String(pattern)}${meaning}`, value);
    if (known !== undefined && !known.isValid(value)) faults.wrong(pointer, known.expected, value);
  };
}

/** The field's own description: a pattern says what is wrong, the description what to do about it. */
function meaningOf({ description }: PortableSchema): string {
  return typeof description === "string" ? `: ${description.slice(0, 300)}` : "";
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${String(count)} characters`;
}

/** Characters, not UTF-16 units: a pair of surrogates is one. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (isPair) {
      length -= 1;
      index += 1;
    }
  }
  return length;
}

interface Bound {
  readonly limit: number | undefined;
  readonly isKept: (value: number, limit: number) => boolean;
  readonly words: string;
}

/** The checks of a number: bounds and step. */
export function numberCheck(schema: PortableSchema): Check | undefined {
  const all: readonly Bound[] = [
    { limit: schema.minimum, isKept: (value, limit) => value >= limit, words: "at least" },
    { limit: schema.maximum, isKept: (value, limit) => value <= limit, words: "at most" },
    { limit: schema.exclusiveMinimum, isKept: (value, limit) => value > limit, words: "more than" },
    { limit: schema.exclusiveMaximum, isKept: (value, limit) => value < limit, words: "less than" },
    { limit: schema.multipleOf, isKept: isMultiple, words: "a multiple of" },
  ];
  const bounds = all.filter((bound) => bound.limit !== undefined);
  if (bounds.length === 0) return undefined;
  return (value, pointer, faults) => {
    if (typeof value !== "number") return;
    for (const { limit, isKept, words } of bounds) {
      if (limit !== undefined && !isKept(value, limit)) faults.wrong(pointer, `${words} ${String(limit)}`, value);
    }
  };
}

/** 0.3 is three times 0.1, although binary fractions do not quite say so. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) <= Math.abs(times) * Number.EPSILON * 2;
}
