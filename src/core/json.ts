/** JSON values as the toolkit passes them between rooms. Owns the shapes only: reading and writing text belongs to the rooms that do it. */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object; a missing key and `undefined` mean the same. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** A JSON Schema (2020-12) as plain data; the toolkit validates it where it is compiled. */
export type JsonSchema = JsonObject;

/** Whether a value is an object rather than null, a list or a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A deep copy of plain JSON. Cheaper than a structured clone, which also has to look for everything that JSON cannot be. */
export function copyJson<T extends Json>(value: T): T;
export function copyJson(value: Json): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((member: Json) => copyJson(member));
  const copy: Record<string, Json> = {};
  const object = value as JsonObject;
  for (const key of Object.keys(object)) {
    const member = object[key];
    if (member !== undefined) setMember(copy, key, copyJson(member));
  }
  return copy;
}

/** Gives an object under construction a member. One named `__proto__` is like any other; plain assignment would set the prototype. */
export function setMember(object: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__") Object.defineProperty(object, key, { value, ...ownMember });
  else object[key] = value;
}

const ownMember = { configurable: true, enumerable: true, writable: true };
