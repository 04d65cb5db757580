/** A schema as written → the same schema with every local `$ref` replaced by what it names. */
import type { Json, JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import type { KeywordForm } from "../language/schema-keywords.ts";
import { hasKeywordForm, schemaKeywords } from "../language/schema-keywords.ts";
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

/**
 * Replaces references. One that is remote, dangling or circular becomes `{}`; a keyword that the language does not
 * know or whose value has the wrong form is left out. All are noted as unresolved, so a resolved schema can be relied on.
 */
export function resolveSchema(schema: JsonObject, scope: SchemaScope): ManifestSchema {
  return inline(schema, { ...scope, left: mostParts }, []);
}

/** Schemas that refer to two others each double with every level; the rule on sizes reports it long before. */
const mostParts = 20_000;

interface Inlining extends SchemaScope {
  /** Parts that may still be written out. */
  left: number;
}

function inline(schema: JsonObject, scope: Inlining, open: readonly string[]): JsonObject {
  scope.left -= 1;
  if (scope.left < 0) {
    scope.unresolved.add("a schema is too large with its references written out");
    return {};
  }
  const copy = Object.create(null) as Record<string, Json>;
  const reference = schema["$ref"];
  if (typeof reference === "string") Object.assign(copy, target(reference, scope, open));
  // What stands beside a reference adds to it.
  for (const [key, value = null] of Object.entries(schema)) {
    const form = schemaKeywords.get(key)?.form;
    const sound = form === undefined ? undefined : soundValue(form, value);
    if (sound !== value) {
      scope.unresolved.add(`the schema keyword ${key} is unknown or has a value of the wrong form`);
    }
    if (form !== undefined && sound !== undefined && key !== "$ref") {
      copy[key] = inlineValue(form, sound, (part) => inline(part, scope, open));
    }
  }
  return copy;
}

/** The value itself, or what is left of a map or list of schemas without the members that are none. */
function soundValue(form: KeywordForm, value: Json): Json | undefined {
  if (hasKeywordForm(form, value)) return value;
  if (form === "schemaMap" && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).filter(([, member]) => isJsonObject(member)));
  }
  return form === "schemaList" && Array.isArray(value) ? value.filter(isJsonObject) : undefined;
}

/** A keyword's value with the schemas in it inlined; the rest is data, which may look like a schema. */
function inlineValue(form: KeywordForm, value: Json, inlined: (schema: JsonObject) => JsonObject): Json {
  switch (form) {
    case "schema":
    case "schemaOrFlag":
      return isJsonObject(value) ? inlined(value) : value;
    case "schemaList":
      return (value as readonly JsonObject[]).map(inlined);
    case "schemaMap": {
      const members = Object.create(null) as Record<string, Json>;
      for (const [name, member] of Object.entries(value as Readonly<Record<string, JsonObject>>)) {
        members[name] = inlined(member);
      }
      return members;
    }
    default:
      return value;
  }
}

function target(reference: string, scope: Inlining, open: readonly string[]): JsonObject {
  const name = referencedSchema(reference);
  const schema = name === undefined ? undefined : scope.schemas[name];
  if (name === undefined || schema === undefined || open.includes(name)) {
    scope.unresolved.add(`the schema reference ${reference} leads nowhere or in a circle`);
    return {};
  }
  return inline(schema, scope, [...open, name]);
}
