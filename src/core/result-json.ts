/** Makes JSON of what a function returned. After a call nothing here may fail: what cannot be written becomes a warning. */

import type { Json } from "./json.ts";

export interface ResultJson {
  readonly output: Json;
  readonly warnings?: readonly string[];
}

/** The returned value as JSON; nothing returned is `null`. */
export function resultJson(value: unknown): ResultJson {
  if (value === undefined) return { output: null };
  if (isPlainJson(value, 0)) return { output: value };
  try {
    const text = JSON.stringify(value);
    if (text !== undefined) return { output: JSON.parse(text) as Json };
    return lost(`a ${typeof value} is no JSON`);
  } catch (error) {
    return lost(error instanceof Error ? error.message : String(error));
  }
}

function lost(reason: string): ResultJson {
  return { output: null, warnings: [`the tool's result could not be written as JSON and is lost: ${reason}`] };
}

/** Deeper values, cycles among them, go the slow way, which knows what to do with them. */
const maxPlainDepth = 64;

function isPlainJson(value: unknown, depth: number): value is Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || depth > maxPlainDepth) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((member) => isPlainJson(member, depth + 1));
}
