/** Makes plain JSON of what a tool returned: a copy nobody else can change, and a word for each thing that JSON cannot hold. */

import type { Json } from "../core/json.ts";
import { setMember } from "../core/json.ts";

export interface PlainJson {
  readonly value: Json;
  /** What was left out or changed, in a word each; empty when nothing was. */
  readonly losses: readonly string[];
}

const maxDepth = 64;
const none: readonly string[] = [];

/** Each word once. */
class Losses {
  #words: Set<string> | undefined;

  add(word: string): void {
    (this.#words ??= new Set()).add(word);
  }

  toList(): readonly string[] {
    return this.#words === undefined ? none : [...this.#words];
  }
}

/** Copies `value` as `JSON.stringify` would see it, with cycles, over-deep parts and strange values named instead of thrown. */
export function toPlainJson(value: unknown): PlainJson {
  if (typeof value === "string") return { value, losses: none };
  const losses = new Losses();
  const copied = copy(value, 0, losses);
  return { value: copied ?? null, losses: losses.toList() };
}

function copy(value: unknown, depth: number, losses: Losses): Json | undefined {
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

function copyObject(value: object, depth: number, losses: Losses): Json | undefined {
  if (depth >= maxDepth) {
    losses.add(`what is nested over ${String(maxDepth)} levels deep, or in a circle`);
    return null;
  }
  // `Array.from` also visits the holes of a sparse list, which JSON has none of.
  if (Array.isArray(value)) return Array.from(value, (member) => copy(member, depth + 1, losses) ?? null);
  if (hasToJson(value)) return copy(value.toJSON(), depth + 1, losses);
  const members: Record<string, Json> = {};
  for (const [key, member] of Object.entries(value)) {
    const copied = copy(member, depth + 1, losses);
    if (copied !== undefined) setMember(members, key, copied);
  }
  return members;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}
