/** JSON of an answer without loss: a number that JavaScript cannot hold keeps its text until a schema says what it is. */

import { setMember, type Json, type JsonObject } from "../core/json.ts";
import type { ManifestSchema } from "../core/manifest-schema.ts";

/** A number whose text says more than its value: an integer over 2^53, `1.10`, `1e400`. */
export class LosslessNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON as it came: numbers may still be text. */
export type WireJson =
  | null
  | boolean
  | number
  | string
  | LosslessNumber
  | readonly WireJson[]
  | { readonly [key: string]: WireJson | undefined };

/** Both readings of one text: plain for tests on it, exact for values taken out of it. */
export interface ParsedBody {
  readonly plain: Json;
  readonly exact: WireJson;
}

/** Deeper nesting is refused: it would overflow the stack of whoever walks it next. */
const MAX_DEPTH = 128;

/**
 * Numbers whose text may say more than their value: sixteen digits, a fraction, an exponent. A number follows the start,
 * a bracket, a colon, a comma or a space; the same inside a text costs a second look and changes nothing.
 */
const DOUBTFUL = /(?:^|[[:,\s])(-?(?:[0-9]{16,}|[0-9]+[.eE])[0-9.eE+-]*)/g;

/** Parses JSON text; `undefined` for anything else, and for nesting deeper than 128. */
export function parseWireJson(text: string): ParsedBody | undefined {
  try {
    const plain = JSON.parse(text) as Json;
    // A short text has no room for deep nesting.
    if (text.length > 2 * MAX_DEPTH && !isShallow(plain, MAX_DEPTH)) return undefined;
    return { plain, exact: losesDigits(text) ? exactly(text) : plain };
  } catch {
    // What the parser refuses is an unreadable answer; its message would quote the answer.
    return undefined;
  }
}

function losesDigits(text: string): boolean {
  for (const [, number] of text.matchAll(DOUBTFUL)) if (String(Number(number)) !== number) return true;
  return false;
}

/**
 * The value as its schema sees it: numbers as text where text is wanted, and without the members that a closed object
 * does not name, since providers add members at any time.
 */
export function fitToSchema(value: WireJson, schema: ManifestSchema | undefined): Json {
  if (value instanceof LosslessNumber) return wantsText(schema) ? value.text : Number(value.text);
  if (typeof value === "number") return wantsText(schema) ? String(value) : value;
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map((item) => fitToSchema(item, schema?.items));
  const members: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (member !== undefined && isNamed(schema, name))
      setMember(members, name, fitToSchema(member, schemaOfMember(schema, name)));
  }
  return members;
}

/** Whether a value is a list; tells it from an object for the compiler too. */
export function isList(value: WireJson): value is readonly WireJson[] {
  return Array.isArray(value);
}

/** Whether a value is an object with named members. */
export function isMap(value: WireJson | undefined): value is { readonly [key: string]: WireJson | undefined } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** What a reviver is told beside name and value; newer than the compiler's own library. */
type SourceReviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

function exactly(text: string): WireJson {
  const revive: SourceReviver = (_name, value, context) => {
    if (typeof value !== "number" || context.source === undefined) return value;
    return String(value) === context.source ? value : new LosslessNumber(context.source);
  };
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]) as WireJson;
}

function isShallow(value: Json, left: number): boolean {
  if (value === null || typeof value !== "object") return true;
  if (left === 0) return false;
  for (const member of Object.values(value as JsonObject)) {
    if (member !== undefined && !isShallow(member, left - 1)) return false;
  }
  return true;
}

/** A closed object names its members; everything else takes any. */
function isNamed(schema: ManifestSchema | undefined, name: string): boolean {
  if (schema?.additionalProperties !== false || schema.properties === undefined) return true;
  return Object.hasOwn(schema.properties, name);
}

function wantsText(schema: ManifestSchema | undefined): boolean {
  const types = schema?.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0) return types.includes("string") && !types.includes("number") && !types.includes("integer");
  return schema?.anyOf?.some(wantsText) ?? false;
}

function schemaOfMember(schema: ManifestSchema | undefined, name: string): ManifestSchema | undefined {
  if (schema === undefined) return undefined;
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  if (typeof schema.additionalProperties === "object") return schema.additionalProperties;
  const variants = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return variants.map((variant) => schemaOfMember(variant, name)).find((found) => found !== undefined);
}
