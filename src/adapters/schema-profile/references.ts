/** Replaces references inside a schema by what they name, for hosts that follow none. */

import { ToolkitError } from "../../core/error.ts";
import type { Json, JsonSchema } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { atPointer } from "../../core/json-pointer.ts";

/** Throws `invalid_definition` for a reference that leaves the schema, names nothing, or comes back to itself. */
export function inlineReferences(schema: JsonSchema): JsonSchema {
  const inlined = inline(schema, schema, []);
  if (!isJsonObject(inlined)) return {};
  const { $defs: _defs, definitions: _definitions, ...rest } = inlined;
  return rest;
}

function inline(value: Json, root: JsonSchema, path: readonly string[]): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => inline(item, root, path));
  if (!isJsonObject(value)) return value;
  const reference = value["$ref"];
  if (typeof reference === "string") {
    if (path.includes(reference)) refuse(reference, "comes back to itself; a tool's schema must end");
    const { $ref: _, ...beside } = value;
    const target = inline(lookUp(reference, root), root, [...path, reference]);
    return isJsonObject(target) ? { ...target, ...beside } : target;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, part === undefined ? part : inline(part, root, path)]),
  );
}

function lookUp(reference: string, root: JsonSchema): Json {
  if (!/^#(\/|$)/.test(reference)) refuse(reference, "leaves the schema; only references inside it are followed");
  return atPointer(root, decodeURIComponent(reference.slice(1))) ?? refuse(reference, "names nothing");
}

function refuse(reference: string, reason: string): never {
  throw new ToolkitError(
    "invalid_definition",
    `the reference ${JSON.stringify(reference)} of a tool's schema ${reason}`,
  );
}
