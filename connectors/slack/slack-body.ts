/** Reads parts of an answer of Slack without trusting its shape. What is missing or of another type reads as absent. */
import type { Json, JsonObject } from "../../src/connector.ts";

export function objectAt(value: Json | undefined, key: string): JsonObject | undefined {
  const part = memberOf(value, key);
  return isObject(part) ? part : undefined;
}

export function textAt(value: Json | undefined, key: string): string | undefined {
  const part = memberOf(value, key);
  return typeof part === "string" ? part : undefined;
}

/** Text with at least one character. Slack writes an empty text where it has none. */
export function wordAt(value: Json | undefined, key: string): string | undefined {
  const text = textAt(value, key);
  return text === "" ? undefined : text;
}

export function numberAt(value: Json | undefined, key: string): number | undefined {
  const part = memberOf(value, key);
  return typeof part === "number" ? part : undefined;
}

export function flagAt(value: Json | undefined, key: string): boolean {
  return memberOf(value, key) === true;
}

function listAt(value: Json | undefined, key: string): readonly Json[] | undefined {
  const part = memberOf(value, key);
  return Array.isArray(part) ? (part as readonly Json[]) : undefined;
}

/** The objects of a list; anything else in it is left out. `undefined` when there is no list. */
export function objectsAt(value: Json | undefined, key: string): readonly JsonObject[] | undefined {
  return listAt(value, key)?.filter((item) => isObject(item));
}

/** The texts of a list; anything else in it is left out. */
export function textsAt(value: Json | undefined, key: string): readonly string[] | undefined {
  return listAt(value, key)?.filter((item) => typeof item === "string");
}

/** The members that have a value, so that an output never holds `undefined`. */
export function present(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
