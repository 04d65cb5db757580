/** Measures values against limits that most of them are far below. */

import type { Json } from "../core/json.ts";

/** The bytes of a value's JSON text in UTF-8; 0 for one of few short parts, which is not serialized to be measured. */
export function sizeOfJson(value: Json): number {
  if (isSmall(value, 64) > 0) return 0;
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** What is left of a budget of parts, each of which is at most 256 characters long; 0 or less when it was not enough. */
function isSmall(value: Json, budget: number): number {
  if (typeof value === "string") return value.length <= 256 ? budget - 1 : 0;
  if (value === null || typeof value !== "object") return budget - 1;
  let left = budget - 1;
  for (const [key, member] of Object.entries(value)) {
    if (left <= 0 || key.length > 256) return 0;
    if (member !== undefined) left = isSmall(member, left);
  }
  return left;
}
