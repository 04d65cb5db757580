/** Canonical text of a JSON value: equal values give equal text. Object keys are sorted by UTF-16 units, numbers are written by value, strings as they are. */

import type { Json, JsonObject } from "./json.ts";

/** Writes `value` so that two values are equal exactly when their texts are; keys whose value is `undefined` are left out. */
export function canonicalText(value: Json): string {
  if (value === null || typeof value !== "object") return scalarText(value);
  return Array.isArray(value) ? listText(value) : objectText(value as JsonObject);
}

function scalarText(value: null | boolean | number | string): string {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TypeError(`a JSON number must be finite, got ${String(value)}`);
  }
  return Object.is(value, -0) ? "0" : JSON.stringify(value);
}

function listText(list: readonly Json[]): string {
  return `[${list.map(canonicalText).join(",")}]`;
}

function objectText(object: JsonObject): string {
  const members: string[] = [];
  for (const key of Object.keys(object).toSorted()) {
    const member = object[key];
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalText(member)}`);
  }
  return `{${members.join(",")}}`;
}
