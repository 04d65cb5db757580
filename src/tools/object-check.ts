/** Checks of objects: required and unknown keys, the values of known ones. Looks at own keys only. */

import { closestName } from "../core/closest-name.ts";
import { childPointer } from "../core/json-pointer.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import { choices, Faults } from "./faults.ts";
import type { PortableSchema } from "./portable-schema.ts";
import { type Check, kindsInWords } from "./scalar-check.ts";

const objectKeywords = [
  "properties",
  "required",
  "additionalProperties",
  "minProperties",
  "maxProperties",
  "propertyNames",
] as const;

export function objectCheck(schema: PortableSchema, toCheck: (schema: PortableSchema) => Check): Check | undefined {
  if (objectKeywords.every((keyword) => schema[keyword] === undefined)) return undefined;
  const members = new Map(Object.entries(schema.properties ?? {}).map(([key, part]) => [key, toCheck(part)]));
  const unknown = unknownKeyCheck(schema, toCheck);
  const name = schema.propertyNames === undefined ? undefined : keyCheck(toCheck(schema.propertyNames));
  const required = (schema.required ?? []).map((key) => ({ key, expected: requiredWords(schema.properties, key) }));
  const size = sizeCheck(schema);
  return (value, pointer, faults) => {
    if (!isJsonObject(value)) return;
    for (const { key, expected } of required) {
      if (memberOf(value, key) === undefined) faults.add({ pointer: childPointer(pointer, key), expected });
    }
    for (const key of Object.keys(value)) {
      const member = value[key];
      if (member === undefined) continue;
      name?.(key, pointer, faults);
      const check = members.get(key);
      if (check !== undefined) check(member, childPointer(pointer, key), faults);
      else unknown?.(key, member, pointer, faults);
    }
    size?.(value, pointer, faults);
  };
}

/** An own member; what an object inherits is nobody's argument. */
function memberOf(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function requiredWords(properties: PortableSchema["properties"], key: string): string {
  const type = properties !== undefined && Object.hasOwn(properties, key) ? properties[key]?.type : undefined;
  const kinds = typeof type === "string" ? [type] : (type ?? []);
  return kinds.length === 0 ? "a value, which is required" : `${kindsInWords(kinds)}, which is required`;
}

type UnknownKeyCheck = (key: string, member: Json, pointer: string, faults: Faults) => void;

function unknownKeyCheck(
  schema: PortableSchema,
  toCheck: (schema: PortableSchema) => Check,
): UnknownKeyCheck | undefined {
  const rule = schema.additionalProperties ?? true;
  if (rule === true) return undefined;
  if (rule !== false) {
    const check = toCheck(rule);
    return (key, member, pointer, faults) => check(member, childPointer(pointer, key), faults);
  }
  const names = Object.keys(schema.properties ?? {});
  const expected = names.length === 0 ? "no keys" : `one of the keys ${choices(names)}`;
  return (key, _member, pointer, faults) =>
    faults.wrong(childPointer(pointer, key), expected, key, closestName(key, names));
}

/** Holds a key's name against a schema; its faults speak of the key. */
function keyCheck(check: Check): (key: string, pointer: string, faults: Faults) => void {
  return (key, pointer, faults) => {
    const found = new Faults();
    check(key, childPointer(pointer, key), found);
    for (const fault of found.toList()) faults.add({ ...fault, expected: `a key that is ${fault.expected}` });
  };
}

function sizeCheck(schema: PortableSchema): ((value: JsonObject, pointer: string, faults: Faults) => void) | undefined {
  const { minProperties = 0, maxProperties = Number.POSITIVE_INFINITY } = schema;
  if (schema.minProperties === undefined && schema.maxProperties === undefined) return undefined;
  return (value, pointer, faults) => {
    const count = Object.values(value).filter((member) => member !== undefined).length;
    if (count < minProperties) faults.add({ pointer, expected: `at least ${keys(minProperties)}`, given: keys(count) });
    if (count > maxProperties) faults.add({ pointer, expected: `at most ${keys(maxProperties)}`, given: keys(count) });
  };
}

function keys(count: number): string {
  return count === 1 ? "1 key" : `${String(count)} keys`;
}
