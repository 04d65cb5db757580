/**
 * A tool's schema as one host can take it. What a model is shown changes, what is validated does not: the runner holds
 * every call against the tool's own schema.
 */

import type { Json, JsonObject, JsonSchema } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { inlineReferences } from "./references.ts";
import type { Renames } from "./renames.ts";
import { renameKeys, toOriginalKeys } from "./renames.ts";
import { withBoundsInWords } from "./bounds.ts";

/** `common` is what every host takes. MCP clients need none: they are shown schemas as they are. */
export type HostProfile = "common" | "openai" | "anthropic" | "gemini";

/** What one host cannot take. */
interface HostLimits {
  readonly hasConst: boolean;
  readonly hasOneOf: boolean;
  /** Which property names are taken as they are. */
  readonly keys: RegExp;
  /** Bounds of texts, lists and numbers may be dropped on the way to the model, so they are said in words too. */
  readonly needsBoundsInWords: boolean;
  /** In characters. */
  readonly maxDescription: number;
}

const openKeys = /^/;
const plainKeys = /^[a-zA-Z0-9_]{1,64}$/;

const limits: Readonly<Record<HostProfile, HostLimits>> = {
  common: {
    hasConst: false,
    hasOneOf: false,
    keys: plainKeys,
    needsBoundsInWords: true,
    maxDescription: 1_024,
  },
  openai: {
    hasConst: true,
    hasOneOf: false,
    keys: openKeys,
    needsBoundsInWords: false,
    maxDescription: 1_024,
  },
  anthropic: {
    hasConst: true,
    hasOneOf: true,
    keys: /^[a-zA-Z0-9_.-]{1,64}$/,
    needsBoundsInWords: false,
    maxDescription: 10_000,
  },
  gemini: {
    hasConst: false,
    hasOneOf: false,
    keys: plainKeys,
    needsBoundsInWords: true,
    maxDescription: 1_024,
  },
};

/** A schema for a host, and the way back from what a model gives to what the tool takes. */
export interface HostSchema {
  readonly schema: JsonSchema;
  /** Puts the tool's own property names back; anything that is no object stays as it is. */
  readonly toArguments: (given: Json) => Json;
}

/** Pure; the schema that comes in is not changed. Throws a `ToolkitError` for a reference that leads nowhere or to itself. */
export function toHostSchema(schema: JsonSchema, profile: HostProfile): HostSchema {
  const host = limits[profile];
  const inlined = inlineReferences(schema);
  const { schema: renamed, renames } = renameKeys(withoutRootUnions(inlined), host.keys);
  const fitted = fit(renamed, host);
  return { schema: { ...fitted, type: "object" }, toArguments: (given) => backTo(given, renames) };
}

function backTo(given: Json, renames: Renames | undefined): Json {
  return renames === undefined ? given : toOriginalKeys(given, renames);
}

/** A description a host takes, cut at a word where it is too long. */
export function toHostDescription(description: string, profile: HostProfile): string {
  const { maxDescription } = limits[profile];
  if (description.length <= maxDescription) return description;
  const cut = description.slice(0, maxDescription - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), maxDescription - 100)).trimEnd()}…`;
}

const combinators = ["oneOf", "anyOf", "allOf"] as const;

/**
 * A root union shown as one object: all properties of all forms, required where every form requires them. It allows
 * more than the union does; the runner still refuses what the union refuses, and says which form was meant.
 */
function withoutRootUnions(schema: JsonSchema): JsonSchema {
  const forms = combinators.flatMap((name) => {
    const list = schema[name];
    return Array.isArray(list) ? [{ name, list: (list as readonly Json[]).filter(isJsonObject) }] : [];
  });
  const { oneOf: _one, anyOf: _any, allOf: _all, not: _not, enum: _enum, const: _const, ...rest } = schema;
  if (forms.length === 0) return rest;
  const properties: Record<string, Json | undefined> = { ...objectAt(rest, "properties") };
  const required = new Set(textsAt(rest, "required"));
  for (const { name, list } of forms) {
    for (const [key, shapes] of shapesOf(list)) {
      properties[key] ??= shapes.length === 1 || name === "allOf" ? shapes[0] : { anyOf: shapes };
    }
    for (const key of commonlyRequired(list, name === "allOf")) required.add(key);
  }
  return { ...rest, properties, required: [...required] };
}

/** Each property with the different shapes it has among the forms. */
function shapesOf(list: readonly JsonObject[]): ReadonlyMap<string, readonly Json[]> {
  const shapes = new Map<string, Json[]>();
  for (const form of list) {
    for (const [key, shape] of Object.entries(objectAt(form, "properties"))) {
      const known = shapes.get(key) ?? [];
      if (shape !== undefined && !known.some((other) => JSON.stringify(other) === JSON.stringify(shape)))
        known.push(shape);
      shapes.set(key, known);
    }
  }
  return shapes;
}

function commonlyRequired(list: readonly JsonObject[], isAny: boolean): readonly string[] {
  const all = list.map((form) => textsAt(form, "required"));
  if (isAny) return all.flat();
  return (all[0] ?? []).filter((key) => all.every((keys) => keys.includes(key)));
}

/** Fits every level of a schema to a host. */
function fit(schema: JsonSchema, host: HostLimits): JsonSchema {
  const shown: Record<string, Json | undefined> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (value === undefined || name.startsWith("$")) continue;
    if (name === "const" && !host.hasConst) shown["enum"] = [value];
    else if (name === "oneOf" && !host.hasOneOf) shown["anyOf"] = fitEach(value, host);
    else shown[name] = fitMember(name, value, host);
  }
  return host.needsBoundsInWords ? withBoundsInWords(shown) : shown;
}

function fitMember(name: string, value: Json, host: HostLimits): Json {
  switch (name) {
    case "properties":
      return isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([key, part]) => [key, isJsonObject(part) ? fit(part, host) : part]),
          )
        : value;
    case "items":
    case "additionalProperties":
      return isJsonObject(value) ? fit(value, host) : value;
    case "oneOf":
    case "anyOf":
    case "allOf":
      return fitEach(value, host);
    default:
      return value;
  }
}

function fitEach(value: Json, host: HostLimits): Json {
  return Array.isArray(value)
    ? (value as readonly Json[]).map((part) => (isJsonObject(part) ? fit(part, host) : part))
    : value;
}

function objectAt(schema: JsonObject, key: string): JsonObject {
  const value = schema[key];
  return isJsonObject(value) ? value : {};
}

function textsAt(schema: JsonObject, key: string): readonly string[] {
  const value = schema[key];
  return Array.isArray(value) ? (value as readonly Json[]).filter((item) => typeof item === "string") : [];
}
