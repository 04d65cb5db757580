/** JSON Pointer (RFC 6901): names a place inside a JSON value. */

import type { Json } from "./json.ts";

/** The pointer to a member or item of the value at `parent`. */
export function childPointer(parent: string, key: string | number): string {
  const part = String(key);
  return `${parent}/${part.includes("~") || part.includes("/") ? part.replaceAll("~", "~0").replaceAll("/", "~1") : part}`;
}

/** The keys a pointer is made of; none for the whole value. */
export function pointerParts(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a pointer, own members only; `undefined` when there is none. */
export function atPointer(value: Json, pointer: string): Json | undefined {
  let current: Json | undefined = value;
  for (const part of pointerParts(pointer)) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, part)) return undefined;
    // A list's own `length` is no item of it.
    if (Array.isArray(current) && !/^(0|[1-9][0-9]*)$/.test(part)) return undefined;
    current = (current as Readonly<Record<string, Json | undefined>>)[part];
  }
  return current;
}
