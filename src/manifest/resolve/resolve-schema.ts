/** A schema as written → the same schema with every local `$ref` replaced by what it names. */
import type { Json, JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import type { Unresolved } from "./unresolved.ts";

const prefix = "#/schemas/";

export interface SchemaScope {
  readonly schemas: Readonly<Record<string, JsonObject>>;
  readonly unresolved: Unresolved;
}

/** The name in a reference such as `#/schemas/Ticket`; `undefined` for any other reference. */
export function referencedSchema(reference: string): string | undefined {
  const name = reference.startsWith(prefix) ? reference.slice(prefix.length) : "";
  return /^[A-Za-z0-9]+$/.test(name) ? name : undefined;
}

/** Replaces references. One that is remote, dangling or circular becomes `{}` and is noted as unresolved. */
export function resolveSchema(schema: JsonObject, scope: SchemaScope): ManifestSchema {
  return inline(schema, scope, []) as ManifestSchema;
}

function inline(value: Json, scope: SchemaScope, open: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item: Json) => inline(item, scope, open));
  if (!isJsonObject(value)) return value;
  const reference = value["$ref"];
  const copy = Object.create(null) as Record<string, Json>;
  if (typeof reference === "string") Object.assign(copy, target(reference, scope, open));
  for (const [key, member] of Object.entries(value)) {
    // Data may look like a schema; what stands beside a reference adds to it.
    const isData = key === "const" || key === "enum" || key === "default" || key === "examples";
    if (key !== "$ref") copy[key] = isData ? (member ?? null) : inline(member ?? null, scope, open);
  }
  return copy;
}

function target(reference: string, scope: SchemaScope, open: readonly string[]): JsonObject {
  const name = referencedSchema(reference);
  const schema = name === undefined ? undefined : scope.schemas[name];
  if (name === undefined || schema === undefined || open.includes(name)) {
    scope.unresolved.add(`the schema reference ${reference} leads nowhere or in a circle`);
    return {};
  }
  return inline(schema, scope, [...open, name]) as JsonObject;
}
