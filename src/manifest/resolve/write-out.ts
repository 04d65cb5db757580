/**
 * A manifest as written → the same manifest with every default written out, still in the manifest's own language.
 * Each value that was not written has an origin: the language's default, or the manifest's `defaults`.
 */
import type { Json, JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { manifestShape } from "../language/manifest-shape.ts";
import { operation as operationShape } from "../language/operation-shapes.ts";
import type { ObjectShape, Shape } from "../language/shape.ts";
import { childPointer } from "../read/tree.ts";

/** Where a value came from that its author did not write there. */
export type Origin = "default" | "from defaults";

export interface WrittenOut {
  readonly manifest: JsonObject;
  /** By JSON Pointer into `manifest`. */
  readonly origins: ReadonlyMap<string, Origin>;
}

/** Writes out a manifest that passed the checks. The result means the same, and `defaults` is not needed any more. */
export function writeOut(source: JsonObject): WrittenOut {
  const origins = new Map<string, Origin>();
  const { defaults, ...rest } = source;
  const operations = isJsonObject(rest["operations"]) ? rest["operations"] : {};
  const filled = Object.entries(operations).map(([name, operation]) => {
    const pointer = childPointer("/operations", name);
    const merged = isJsonObject(operation)
      ? mergeDefaults(operation, isJsonObject(defaults) ? defaults : {}, pointer, origins)
      : {};
    return [name, fillObject(operationShape, merged, pointer, origins)] as const;
  });
  const { operations: _, ...fields } = manifestShape.fields;
  const upper = fillObject({ ...manifestShape, fields }, rest, "", origins);
  return { manifest: { ...upper, operations: Object.fromEntries(filled) }, origins };
}

/** What `defaults` gives to one operation. Execution merges key by key, maps entry by entry, lists one after another. */
function mergeDefaults(
  operation: JsonObject,
  defaults: JsonObject,
  pointer: string,
  origins: Map<string, Origin>,
): JsonObject {
  const merged: Record<string, Json> = { ...(operation as Record<string, Json>) };
  if (defaults["execution"] !== undefined) {
    merged["execution"] = mergeMaps(operation["execution"], defaults["execution"], `${pointer}/execution`, origins);
  }
  if (defaults["rateLimit"] !== undefined && operation["rateLimit"] === undefined) {
    merged["rateLimit"] = defaults["rateLimit"];
    origins.set(`${pointer}/rateLimit`, "from defaults");
  }
  if (defaults["branches"] !== undefined) {
    const branches = branchesFor(operation, defaults["branches"]);
    merged["branches"] = mergeMaps(operation["branches"], branches, `${pointer}/branches`, origins);
  }
  const { request } = operation;
  if (defaults["headers"] !== undefined && isJsonObject(request)) {
    const headers = mergeHeaders(request["headers"], defaults["headers"], `${pointer}/request/headers`, origins);
    merged["request"] = { ...request, headers };
  }
  if (Array.isArray(defaults["classify"]))
    merged["classify"] = mergeRules(operation["classify"], defaults["classify"], pointer, origins);
  return merged;
}

function mergeMaps(own: Json | undefined, defaults: Json, pointer: string, origins: Map<string, Origin>): Json {
  if (!isJsonObject(defaults)) return own ?? defaults;
  const merged: Record<string, Json> = { ...(isJsonObject(own) ? (own as Record<string, Json>) : {}) };
  for (const [key, value] of Object.entries(defaults)) {
    if (value === undefined) continue;
    const below = childPointer(pointer, key);
    const mine = merged[key];
    if (mine === undefined) {
      merged[key] = value;
      origins.set(below, "from defaults");
    } else if (key === "retry") merged[key] = mergeMaps(mine, value, below, origins);
  }
  return merged;
}

/** A query has no branch of unknown outcome. */
function branchesFor(operation: JsonObject, branches: Json): Json {
  if (operation["kind"] === "mutation" || !isJsonObject(branches)) return branches;
  const known = Object.entries(branches).filter(
    ([, branch]) => isJsonObject(branch) && branch["record"] !== "outcome_unknown",
  );
  return Object.fromEntries(known);
}

/** The names of headers do not distinguish case. */
function mergeHeaders(own: Json | undefined, defaults: Json, pointer: string, origins: Map<string, Origin>): Json {
  const mine = isJsonObject(own) ? own : {};
  const names = new Set(Object.keys(mine).map((name) => name.toLowerCase()));
  const others = Object.entries(isJsonObject(defaults) ? defaults : {}).filter(
    ([name]) => !names.has(name.toLowerCase()),
  );
  return mergeMaps(mine, Object.fromEntries(others), pointer, origins);
}

/** The operation's rules, then the shared ones; of two `otherwise` the operation's stays, at the end. */
function mergeRules(
  own: Json | undefined,
  defaults: readonly Json[],
  pointer: string,
  origins: Map<string, Origin>,
): Json {
  const mine = Array.isArray(own) ? (own as readonly Json[]) : [];
  const isLast = (item: Json): boolean => isJsonObject(item) && item["otherwise"] !== undefined;
  const shared = defaults.filter((item) => !isLast(item));
  const last = mine.find(isLast) ?? defaults.find(isLast);
  const rules = mine.filter((item) => !isLast(item));
  for (const index of shared.keys()) origins.set(`${pointer}/classify/${rules.length + index}`, "from defaults");
  return [...rules, ...shared, ...(last === undefined ? [] : [last])];
}

/** Adds the language's defaults, in the order of the language's keys after those that were written. */
function fillObject(shape: ObjectShape, source: JsonObject, pointer: string, origins: Map<string, Origin>): JsonObject {
  const filled: Record<string, Json> = {};
  for (const [key, value] of Object.entries(source)) {
    const field = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
    const below = childPointer(pointer, key);
    if (value !== undefined) filled[key] = field === undefined ? value : fill(field.shape, value, below, origins);
  }
  for (const [key, field] of Object.entries(shape.fields)) {
    if (filled[key] !== undefined) continue;
    const value = field.default ?? emptyOf(field.shape);
    if (value === undefined) continue;
    const below = childPointer(pointer, key);
    origins.set(below, "default");
    filled[key] = fill(field.shape, value, below, origins);
  }
  return filled;
}

/** An object that is all defaults is written out, too: the budget of an operation is never empty. */
function emptyOf(shape: Shape): Json | undefined {
  if (shape.kind !== "object" || shape.exactlyOne !== undefined || shape.atLeastOne !== undefined) return undefined;
  const fields = Object.values(shape.fields);
  const isAllOptional = fields.every((field) => field.required !== true);
  const hasDefault = fields.every((field) => field.default !== undefined || emptyOf(field.shape) !== undefined);
  return fields.length > 0 && isAllOptional && hasDefault ? {} : undefined;
}

function fill(shape: Shape, value: Json, pointer: string, origins: Map<string, Origin>): Json {
  if (Array.isArray(value)) {
    const { item } = shape.kind === "list" ? shape : {};
    return item === undefined
      ? value
      : value.map((entry: Json, index) => fill(item, entry, childPointer(pointer, index), origins));
  }
  if (!isJsonObject(value)) return value;
  const chosen = chooseShape(shape, value);
  if (chosen?.kind === "object") return fillObject(chosen, value, pointer, origins);
  if (chosen?.kind !== "map") return value;
  const entries = Object.entries(value).map(
    ([key, entry]) => [key, fill(chosen.value, entry ?? null, childPointer(pointer, key), origins)] as const,
  );
  return Object.fromEntries(entries);
}

/** The shape that a choice has for this value. */
function chooseShape(shape: Shape, value: JsonObject): Shape | undefined {
  switch (shape.kind) {
    case "byType":
      return shape.map === undefined ? undefined : chooseShape(shape.map, value);
    case "byKey": {
      const key = Object.keys(shape.variants).find((name) => value[name] !== undefined);
      return key === undefined ? shape.otherwise : shape.variants[key];
    }
    case "byTag": {
      const tag = value[shape.tag];
      const variant = typeof tag === "string" ? shape.variants[tag] : undefined;
      return variant;
    }
    default:
      return shape;
  }
}
