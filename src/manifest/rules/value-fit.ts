/**
 * Whether a value fits a schema, for values that stand in the manifest itself: defaults, choices and examples. It knows
 * no formats: those need the tables of the run, and an example is run anyway.
 */
import { canonicalText } from "../../core/canonical.ts";
import type { Json } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import { childPointer } from "../read/tree.ts";
import { patternProblem } from "./pattern-cost.ts";

/** One place that does not fit. */
export interface Misfit {
  readonly pointer: string;
  readonly expected: string;
}

/** Every place where a value does not fit. */
export function misfits(schema: ManifestSchema, value: Json, pointer = ""): readonly Misfit[] {
  const wrong = (expected: string): readonly Misfit[] => [{ pointer, expected }];
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  if (types !== undefined && !types.some((type) => isOfType(value, type))) return wrong(types.join(" or "));
  if (schema.const !== undefined && !isEqual(schema.const, value)) return wrong(JSON.stringify(schema.const));
  if (schema.enum !== undefined && !schema.enum.some((choice) => isEqual(choice, value))) {
    return wrong(`one of ${schema.enum.map((choice) => JSON.stringify(choice)).join(", ")}`);
  }
  return [
    ...(typeof value === "string" ? textMisfits(schema, value, pointer) : []),
    ...(typeof value === "number" ? numberMisfits(schema, value, pointer) : []),
    ...(isList(value) ? listMisfits(schema, value, pointer) : []),
    ...(isJsonObject(value) ? objectMisfits(schema, value, pointer) : []),
    ...unionMisfits(schema, value, pointer),
  ];
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return isList(value);
    case "object":
      return isJsonObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function isEqual(one: Json, other: Json): boolean {
  return one === other || canonicalText(one) === canonicalText(other);
}

function bounded(isKept: boolean, expected: string, pointer: string): readonly Misfit[] {
  return isKept ? [] : [{ pointer, expected }];
}

function textMisfits(schema: ManifestSchema, value: string, pointer: string): readonly Misfit[] {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  const length = Array.from(value).length;
  return [
    ...bounded(length >= minLength, `at least ${String(minLength)} characters`, pointer),
    ...bounded(length <= maxLength, `at most ${String(maxLength)} characters`, pointer),
    ...bounded(
      pattern === undefined || length > maxLength || fitsPattern(pattern, value),
      `text like ${String(pattern)}`,
      pointer,
    ),
  ];
}

/** Values in a manifest are short. */
const longestValue = 1000;
/** Steps for one pattern: enough for ordinary ones; the others are not run here. */
const mostJudging = 20_000;

const patterns = new Map<string, RegExp | undefined>();

/** A pattern that is none, or runs for ever, has its own rule and judges nothing here. */
function fitsPattern(source: string, value: string): boolean {
  if (!patterns.has(source)) {
    const isSafe = patternProblem(source, longestValue, { left: mostJudging }) === undefined;
    patterns.set(source, isSafe ? new RegExp(source, "u") : undefined);
  }
  return value.length > longestValue || patterns.get(source)?.test(value) !== false;
}

function numberMisfits(schema: ManifestSchema, value: number, pointer: string): readonly Misfit[] {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = schema;
  const times = multipleOf === undefined ? 0 : value / multipleOf;
  const isMultiple = Math.abs(times - Math.round(times)) <= Math.abs(times) * Number.EPSILON * 2;
  return [
    ...bounded(value >= minimum, `at least ${String(minimum)}`, pointer),
    ...bounded(value <= maximum, `at most ${String(maximum)}`, pointer),
    ...bounded(isMultiple, `a multiple of ${String(multipleOf)}`, pointer),
  ];
}

function listMisfits(schema: ManifestSchema, value: readonly Json[], pointer: string): readonly Misfit[] {
  const { items, minItems = 0, maxItems = Infinity, uniqueItems = false } = schema;
  const inside =
    items === undefined ? [] : value.flatMap((item, index) => misfits(items, item, childPointer(pointer, index)));
  const isUnique = !uniqueItems || new Set(value.map(canonicalText)).size === value.length;
  return [
    ...bounded(value.length >= minItems, `at least ${String(minItems)} items`, pointer),
    ...bounded(value.length <= maxItems, `at most ${String(maxItems)} items`, pointer),
    ...bounded(isUnique, "items that differ", pointer),
    ...inside,
  ];
}

function objectMisfits(
  schema: ManifestSchema,
  value: Readonly<Record<string, Json | undefined>>,
  pointer: string,
): readonly Misfit[] {
  const {
    properties = {},
    required = [],
    additionalProperties = true,
    maxProperties = Infinity,
    propertyNames,
  } = schema;
  const names = Object.keys(value);
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const inside = names.flatMap((name): readonly Misfit[] => {
    const at = childPointer(pointer, name);
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const named =
      propertyNames === undefined || misfits(propertyNames, name).length === 0
        ? []
        : [{ pointer: at, expected: "another name" }];
    if (own === false) return [{ pointer: at, expected: "left out: there is no such key" }];
    return own === true || own === undefined ? named : [...named, ...misfits(own, value[name] ?? null, at)];
  });
  return [
    ...missing.map((name) => ({ pointer: childPointer(pointer, name), expected: "there: it is required" })),
    ...bounded(names.length <= maxProperties, `at most ${String(maxProperties)} keys`, pointer),
    ...inside,
  ];
}

/** The faults of the form that was most likely meant: the one with the deepest or the fewest. */
function unionMisfits({ oneOf, anyOf }: ManifestSchema, value: Json, pointer: string): readonly Misfit[] {
  return [oneOf, anyOf].flatMap((forms) => {
    const results = (forms ?? []).map((form) => misfits(form, value, pointer));
    if (results.length === 0 || results.some((result) => result.length === 0)) return [];
    const ranked = results.toSorted(
      (one, other) => Number(isTagFault(one)) - Number(isTagFault(other)) || one.length - other.length,
    );
    return ranked[0] ?? [];
  });
}

/** A constant that differs says that another form was meant. */
function isTagFault(faults: readonly Misfit[]): boolean {
  return faults.some(({ expected }) => expected.startsWith('"'));
}
