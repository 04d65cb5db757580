/** Checks of lists: their length, their items, and that no item comes twice. */

import { canonicalText } from "../core/canonical.ts";
import { childPointer } from "../core/json-pointer.ts";
import type { Json } from "../core/json.ts";
import type { PortableSchema } from "./portable-schema.ts";
import type { Check } from "./scalar-check.ts";

export function listCheck(schema: PortableSchema, toCheck: (schema: PortableSchema) => Check): Check | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems = false } = schema;
  const item = schema.items === undefined ? undefined : toCheck(schema.items);
  const isBounded = schema.minItems !== undefined || schema.maxItems !== undefined;
  if (!isBounded && !uniqueItems && item === undefined) return undefined;
  return (value, pointer, faults) => {
    if (!Array.isArray(value)) return;
    const list = value as readonly Json[];
    if (list.length < minItems) faults.wrong(pointer, `at least ${items(minItems)}`, list);
    if (list.length > maxItems) return faults.wrong(pointer, `at most ${items(maxItems)}`, list);
    const repeated = uniqueItems ? indexOfRepeated(list) : -1;
    if (repeated >= 0) faults.wrong(childPointer(pointer, repeated), "each item once", list[repeated] ?? null);
    if (item !== undefined) list.forEach((entry, index) => item(entry, childPointer(pointer, index), faults));
  };
}

function items(count: number): string {
  return count === 1 ? "1 item" : `${String(count)} items`;
}

function indexOfRepeated(list: readonly Json[]): number {
  const seen = new Set<string>();
  return list.findIndex((item) => {
    const text = canonicalText(item);
    if (seen.has(text)) return true;
    seen.add(text);
    return false;
  });
}
