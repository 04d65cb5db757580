/**
 * The part of JSON Schema that the toolkit checks by itself: what a manifest may use and a few neighbors that tools of
 * applications and other servers use often. Everything else is left to a general validator.
 */

import { isJsonObject, type Json, type JsonSchema } from "../core/json.ts";

/** A schema whose every keyword is known here. */
export interface PortableSchema {
  readonly type?: string | readonly string[];
  /** Not checked: a tool of another server may have anything here. */
  readonly description?: Json;
  readonly default?: Json;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly properties?: Readonly<Record<string, PortableSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | PortableSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly propertyNames?: PortableSchema;
  readonly items?: PortableSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly allOf?: readonly PortableSchema[];
  readonly oneOf?: readonly PortableSchema[];
  readonly anyOf?: readonly PortableSchema[];
}

const isCount = (value: Json): boolean => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: Json): boolean => typeof value === "number" && Number.isFinite(value);
const isText = (value: Json): boolean => typeof value === "string";
const isTexts = (value: Json): boolean => Array.isArray(value) && value.every(isText);
const isSchemas = (value: Json): boolean => Array.isArray(value) && value.length > 0 && value.every(isPortable);
const isAnything = (): boolean => true;

const kinds = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const isKind = (value: Json): boolean => typeof value === "string" && kinds.has(value);

/** Each keyword with the form it must have; two drafts that differ in a form (`exclusiveMinimum: true`) thus fall out. */
const keywords: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ["type", (value: Json) => isKind(value) || (Array.isArray(value) && value.length > 0 && value.every(isKind))],
  ["enum", (value: Json) => Array.isArray(value) && value.length > 0],
  ["const", isAnything],
  ["default", isAnything],
  [
    "properties",
    (value: Json) => isJsonObject(value) && Object.values(value).every((part) => isPortable(part as Json)),
  ],
  ["required", isTexts],
  ["additionalProperties", (value: Json) => typeof value === "boolean" || isPortable(value)],
  ["propertyNames", isPortable],
  ["items", isPortable],
  ["uniqueItems", (value: Json) => typeof value === "boolean"],
  ["pattern", isText],
  ["format", isText],
  ["allOf", isSchemas],
  ["oneOf", isSchemas],
  ["anyOf", isSchemas],
  ...["minProperties", "maxProperties", "minItems", "maxItems", "minLength", "maxLength"].map(
    (name) => [name, isCount] as const,
  ),
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].map((name) => [name, isNumber] as const),
  ["multipleOf", (value: Json) => isNumber(value) && (value as number) > 0],
  // Words for people and editors.
  ...["$schema", "$id", "$comment", "title", "description", "examples", "deprecated", "readOnly", "writeOnly"].map(
    (name) => [name, isAnything] as const,
  ),
]);

/** Whether a schema uses nothing but the portable part. */
export function isPortableSchema(schema: JsonSchema): schema is JsonSchema & PortableSchema {
  return isPortable(schema);
}

function isPortable(schema: Json): boolean {
  if (!isJsonObject(schema)) return false;
  return Object.entries(schema).every(([name, value]) => value === undefined || keywords.get(name)?.(value) === true);
}
