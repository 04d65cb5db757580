/** Makes JSON of what a function returned. After a call nothing here may fail: what cannot be written becomes a warning. */

import { type Json, setMember } from "./json.ts";

export interface ResultJson {
  readonly output: Json;
  readonly warnings?: readonly string[];
}

/** The returned value as JSON; nothing returned is `null`. What is given is a copy: no getter or proxy is asked again. */
export function resultJson(value: unknown): ResultJson {
  if (value === undefined) return { output: null };
  try {
    // Looking runs the value's own getters and traps, which may throw like its toJSON.
    const copy = plainCopy(value, 0);
    if (copy !== undefined) return { output: copy };
    const text = JSON.stringify(value);
    if (text !== undefined) return { output: JSON.parse(text) as Json };
    return lost(`a ${typeof value} is no JSON`);
  } catch (error) {
    return lost(reasonOf(error));
  }
}

function lost(reason: string): ResultJson {
  return { output: null, warnings: [`the tool's result could not be written as JSON and is lost: ${reason}`] };
}

/** What was thrown may throw as well when it is read. */
function reasonOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "reading it throws";
  }
}

/** Deeper values, cycles among them, go the slow way, which knows what to do with them. */
const maxPlainDepth = 64;

/** A copy of what is plain JSON, each member read once; `undefined` when it is not. */
function plainCopy(value: unknown, depth: number): Json | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || depth > maxPlainDepth) return undefined;
  return Array.isArray(value) ? copyOfList(value, depth + 1) : copyOfObject(value, depth + 1);
}

function copyOfList(list: readonly unknown[], depth: number): Json | undefined {
  const copy: Json[] = [];
  for (const item of list) {
    const member = plainCopy(item, depth);
    if (member === undefined) return undefined;
    copy.push(member);
  }
  return copy;
}

function copyOfObject(value: object, depth: number): Json | undefined {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  const copy: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    const member = plainCopy(item, depth);
    if (member === undefined) return undefined;
    setMember(copy, key, member);
  }
  return copy;
}
