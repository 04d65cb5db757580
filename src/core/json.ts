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
