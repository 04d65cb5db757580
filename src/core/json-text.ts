/**
 * Reads JSON text that came from outside: strictly, bounded, and losing nothing.
 * What plain `JSON.parse` would swallow (repeated keys, numbers that change) is a fault with its place.
 */

import { scanJson } from "./json-scan.ts";
import type { Json } from "./json.ts";
import type { InputFault } from "./tool.ts";

/** The longest text that is read, in bytes of UTF-8. */
export const maxJsonBytes = 1_048_576;

/** The deepest nesting of objects and lists that is read. */
export const maxJsonDepth = 64;

export type JsonReading =
  | { readonly isValid: true; readonly value: Json }
  | { readonly isValid: false; readonly fault: InputFault };

/**
 * Reads one JSON text.
 *
 * Faults: not JSON (also empty text), a key given twice in one object, a whole number that would lose
 * digits or a number that is not finite, more than 1 MiB, more than 64 levels. `__proto__` is a key like any other.
 */
export function parseJsonText(text: string): JsonReading {
  return (text.length < shallowLength ? parseCompact(text) : undefined) ?? parseAny(text);
}

/** A text of fewer characters cannot nest beyond the limit: each level needs two. */
const shallowLength = 2 * (maxJsonDepth + 1);

/** The fastest way, for most calls of most models: what is written again as it came has lost nothing. */
function parseCompact(text: string): JsonReading | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return JSON.stringify(value) === text ? { isValid: true, value } : undefined;
  } catch {
    // The exact way below says what is wrong.
    return undefined;
  }
}

function parseAny(text: string): JsonReading {
  const size = byteLength(text);
  if (size > maxJsonBytes) return refuse(`JSON of at most ${String(maxJsonBytes)} bytes`, `${String(size)} bytes`);
  const shape = measure(text);
  if (shape.depth > maxJsonDepth) return refuse(`at most ${String(maxJsonDepth)} levels of nesting`);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return faultOf(text);
  }
  const count: Count = { members: 0, hasDoubtfulNumber: false };
  countMembers(value, count);
  if (count.members === shape.members && !count.hasDoubtfulNumber) return { isValid: true, value };
  return faultOf(text, value);
}

function refuse(expected: string, given?: string): JsonReading {
  return { isValid: false, fault: { pointer: "", expected, ...(given === undefined ? {} : { given }) } };
}

/** The slow and exact way, taken only when the fast one saw a reason. */
function faultOf(text: string, value?: Json): JsonReading {
  const fault = scanJson(text);
  if (fault !== undefined) return { isValid: false, fault };
  return value === undefined ? refuse("valid JSON") : { isValid: true, value };
}

function byteLength(text: string): number {
  // A UTF-16 unit is at most three bytes; only long texts are worth counting.
  return text.length * 3 <= maxJsonBytes ? text.length : new TextEncoder().encode(text).length;
}

/** Counts `key:` pairs and levels by their punctuation outside of strings. Meaningful only for valid JSON. */
function measure(text: string): { readonly members: number; readonly depth: number } {
  let members = 0;
  let depth = 0;
  let level = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x22) index = endOfString(text, index);
    else if (unit === 0x3a) members += 1;
    else if (unit === 0x7b || unit === 0x5b) depth = Math.max(depth, (level += 1));
    else if (unit === 0x7d || unit === 0x5d) level -= 1;
  }
  return { members, depth };
}

/** The index of the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(index - 1 - backslashes) === 0x5c) backslashes += 1;
  return backslashes % 2 === 1;
}

interface Count {
  members: number;
  hasDoubtfulNumber: boolean;
}

function countMembers(value: Json, count: Count): void {
  if (typeof value === "number") {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      count.hasDoubtfulNumber = true;
  } else if (Array.isArray(value)) {
    for (const item of value) countMembers(item, count);
  } else if (typeof value === "object" && value !== null) {
    for (const member of Object.values(value)) {
      count.members += 1;
      countMembers(member as Json, count);
    }
  }
}
