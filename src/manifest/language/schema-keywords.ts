/** The keywords of schemas: which ones the language knows, and what form their values have. */
import type { Json } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";

/** What a keyword's value must be. */
export type KeywordForm =
  | "text"
  | "type"
  | "json"
  | "jsonList"
  | "names"
  | "count"
  | "number"
  | "step"
  | "flag"
  | "schema"
  | "schemaOrFlag"
  | "schemaMap"
  | "schemaList";

/** The kind of value that a keyword speaks of; absent where it speaks of any. */
export type KeywordSubject = "string" | "number" | "object" | "array";

export interface SchemaKeyword {
  readonly form: KeywordForm;
  readonly subject?: KeywordSubject;
}

/** Every keyword of the language. */
export const schemaKeywords: ReadonlyMap<string, SchemaKeyword> = new Map([
  ["$ref", { form: "text" }],
  ["type", { form: "type" }],
  ["title", { form: "text" }],
  ["description", { form: "text" }],
  ["default", { form: "json" }],
  ["examples", { form: "jsonList" }],
  ["enum", { form: "jsonList" }],
  ["const", { form: "json" }],
  ["properties", { form: "schemaMap", subject: "object" }],
  ["required", { form: "names", subject: "object" }],
  ["additionalProperties", { form: "schemaOrFlag", subject: "object" }],
  ["maxProperties", { form: "count", subject: "object" }],
  ["propertyNames", { form: "schema", subject: "object" }],
  ["items", { form: "schema", subject: "array" }],
  ["minItems", { form: "count", subject: "array" }],
  ["maxItems", { form: "count", subject: "array" }],
  ["uniqueItems", { form: "flag", subject: "array" }],
  ["minLength", { form: "count", subject: "string" }],
  ["maxLength", { form: "count", subject: "string" }],
  ["pattern", { form: "text", subject: "string" }],
  ["format", { form: "text", subject: "string" }],
  ["minimum", { form: "number", subject: "number" }],
  ["maximum", { form: "number", subject: "number" }],
  ["multipleOf", { form: "step", subject: "number" }],
  ["oneOf", { form: "schemaList" }],
  ["anyOf", { form: "schemaList" }],
]);

/** Keywords of JSON Schema and of OpenAPI that the language leaves out, with what to do instead. */
export const outsideKeywords: ReadonlyMap<string, string> = new Map([
  ["allOf", "write the properties into one object"],
  ["not", "say what is allowed, or let a handler check it"],
  ["if", "use `oneOf` with a `const` property, or let a handler check it"],
  ["then", "use `oneOf` with a `const` property, or let a handler check it"],
  ["else", "use `oneOf` with a `const` property, or let a handler check it"],
  ["dependentRequired", "use `oneOf` with a `const` property, or let a handler check it"],
  ["dependentSchemas", "use `oneOf` with a `const` property, or let a handler check it"],
  ["dependencies", "use `oneOf` with a `const` property, or let a handler check it"],
  ["patternProperties", "use `additionalProperties` with `propertyNames` and `maxProperties`"],
  ["minProperties", "name the properties under `required`"],
  ["unevaluatedProperties", "use `additionalProperties: false`"],
  ["unevaluatedItems", "use `items`"],
  ["prefixItems", "use an object with named properties"],
  ["additionalItems", "use `items`"],
  ["contains", "use `items`"],
  ["minContains", "use `minItems`"],
  ["maxContains", "use `maxItems`"],
  ["exclusiveMinimum", "use `minimum`"],
  ["exclusiveMaximum", "use `maximum`"],
  ["nullable", 'use `type: [string, "null"]`'],
  ["discriminator", "use `oneOf` with a `const` property"],
  ["$defs", "move the schemas to the manifest's `schemas`"],
  ["definitions", "move the schemas to the manifest's `schemas`"],
  ["$id", "remove it"],
  ["$schema", "remove it: schemas of a manifest are of the draft 2020-12"],
  ["$anchor", "refer to `#/schemas/Name`"],
  ["$dynamicRef", "refer to `#/schemas/Name`"],
  ["$dynamicAnchor", "refer to `#/schemas/Name`"],
  ["$recursiveRef", "refer to `#/schemas/Name`"],
  ["$comment", "use a comment of YAML, or `description`"],
  ["$vocabulary", "remove it"],
  ["contentEncoding", "say it in `description`"],
  ["contentMediaType", "say it in `description`"],
  ["contentSchema", "say it in `description`"],
  ["deprecated", "say it in `description`"],
  ["readOnly", "remove it: inputs are written and outputs are read"],
  ["writeOnly", "remove it: inputs are written and outputs are read"],
  ["example", "use `examples` with a list"],
]);

/** The types a schema may name. */
export const schemaTypes = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;

/** Whether a keyword's value has its form. What is inside the schemas in it is not looked at. */
export function hasKeywordForm(form: KeywordForm, value: Json): boolean {
  switch (form) {
    case "text":
      return typeof value === "string";
    case "type":
      return isType(value) || (isFilled(value) && value.every(isType) && new Set(value).size === value.length);
    case "json":
      return true;
    case "jsonList":
      return isFilled(value);
    case "names":
      return isList(value) && value.every((name) => typeof name === "string") && new Set(value).size === value.length;
    case "count":
      return typeof value === "number" && Number.isInteger(value) && value >= 0;
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "step":
      return typeof value === "number" && Number.isFinite(value) && value > 0;
    case "flag":
      return typeof value === "boolean";
    default:
      return hasSchemaForm(form, value);
  }
}

function hasSchemaForm(form: "schema" | "schemaOrFlag" | "schemaMap" | "schemaList", value: Json): boolean {
  if (form === "schemaList") return isFilled(value) && value.every(isJsonObject);
  if (form === "schemaMap") return isJsonObject(value) && Object.values(value).every(isJsonObject);
  return isJsonObject(value) || (form === "schemaOrFlag" && typeof value === "boolean");
}

/** The form in words. */
export function keywordFormWords(form: KeywordForm): string {
  return formWords[form];
}

const formWords: Readonly<Record<KeywordForm, string>> = {
  text: "text",
  type: `one of ${schemaTypes.join(", ")}, or a list of them`,
  json: "any value",
  jsonList: "a list with at least one value",
  names: "a list of different names",
  count: "a whole number of at least 0",
  number: "a number",
  step: "a number above 0",
  flag: "true or false",
  schema: "a schema",
  schemaOrFlag: "a schema, true or false",
  schemaMap: "a map of names to schemas",
  schemaList: "a list of schemas",
};

function isType(value: Json): boolean {
  return (schemaTypes as readonly Json[]).includes(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isFilled(value: Json): value is readonly Json[] {
  return isList(value) && value.length > 0;
}
