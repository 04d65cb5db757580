/** Makes plain JSON of what a tool returned: a copy nobody else can change, and a word for each thing that JSON cannot hold. */

import type { Json, JsonObject } from "../core/json.ts";

export interface PlainJson {
  readonly value: Json;
  /** What was left out or changed, in a word each; empty when nothing was. */
  readonly losses: readonly string[];
}

const maxDepth = 64;

/** Copies `value` as `JSON.stringify` would see it, with cycles, over-deep parts and strange values named instead of thrown. */
export function toPlainJson(value: unknown): PlainJson {
  const losses = new Set<string>();
  const copied = copy(value, 0, losses);
  return { value: copied ?? null, losses: [...losses] };
}

function copy(value: unknown, depth: number, losses: Set<string>): Json | undefined {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      losses.add("a number that is not finite");
      return null;
    case "undefined":
      return undefined;
    case "object":
      return value === null ? null : copyObject(value, depth, losses);
    default:
      losses.add(`a ${typeof value}`);
      return undefined;
  }
}

function copyObject(value: object, depth: number, losses: Set<string>): Json | undefined {
  if (depth >= maxDepth) {
    losses.add(`what is nested over ${String(maxDepth)} levels deep, or in a circle`);
    return null;
  }
  // `Array.from` also visits the holes of a sparse list, which JSON has none of.
  if (Array.isArray(value)) return Array.from(value, (member) => copy(member, depth + 1, losses) ?? null);
  if (hasToJson(value)) return copy(value.toJSON(), depth + 1, losses);
  const members: [string, Json][] = [];
  for (const [key, member] of Object.entries(value)) {
    const copied = copy(member, depth + 1, losses);
    if (copied !== undefined) members.push([key, copied]);
  }
  return Object.fromEntries(members) as JsonObject;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}
