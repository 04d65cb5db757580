/** JSON of an answer without loss: a number that JavaScript cannot hold keeps its text until a schema says what it is. */

import { canonicalText } from "../core/canonical.ts";
import { setMember, type Json, type JsonObject } from "../core/json.ts";
import type { ManifestSchema } from "../core/manifest-schema.ts";

/** A number whose text says more than its value: an integer over 2^53, `1.10`, `1e400`. */
export class LosslessNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** As it came; only the platform's own raw JSON is written without quotes. */
  toJSON(): unknown {
    return (JSON as unknown as RawJson).rawJSON(this.text);
  }
}

/** Newer than the compiler's own library. */
interface RawJson {
  rawJSON(text: string): unknown;
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

/** Both readings of one text: plain for tests on it, exact for values taken out of it. What no number can hold (`1e400`) is text in both. */
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
const DOUBTFUL = /(?:^|[[:,\s])(-?(?:[0-9]{16,}|[0-9]+[.eE])[0-9.eE+-]*)/;
const ALL_DOUBTFUL = new RegExp(DOUBTFUL, "g");

/** Parses JSON text; `undefined` for anything else, and for nesting deeper than 128. */
export function parseWireJson(text: string): ParsedBody | undefined {
  try {
    const plain = JSON.parse(text) as Json;
    // A short text has no room for deep nesting.
    if (text.length > 2 * MAX_DEPTH && !isShallow(plain, MAX_DEPTH)) return undefined;
    switch (lossOf(text)) {
      case "none":
        return { plain, exact: plain };
      case "digits":
        return { plain, exact: exactly(text) };
      default:
        return { plain: finitely(text), exact: exactly(text) };
    }
  } catch {
    // What the parser refuses is an unreadable answer; its message would quote the answer.
    return undefined;
  }
}

/** What JavaScript's numbers would lose of a text: nothing, digits of one, or a whole number. */
function lossOf(text: string): "none" | "digits" | "number" {
  if (!DOUBTFUL.test(text)) return "none";
  let loss: "none" | "digits" = "none";
  for (const [, digits] of text.matchAll(ALL_DOUBTFUL)) {
    const value = Number(digits);
    if (!Number.isFinite(value)) return "number";
    if (String(value) !== digits) loss = "digits";
  }
  return loss;
}

/**
 * The value as its schema sees it: numbers as text where text is wanted, and without the members that a closed object
 * does not name, since providers add members at any time.
 */
export function fitToSchema(value: WireJson, schema: ManifestSchema | undefined): Json {
  if (value instanceof LosslessNumber) return wantsText(schema) ? value.text : numberOrText(value.text);
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

/** JSON has no infinity: what is too large for a number stays text, which its schema then finds wrong. */
function numberOrText(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** Whether a value is a list; tells it from an object for the compiler too. */
export function isList(value: WireJson): value is readonly WireJson[] {
  return Array.isArray(value);
}

/** Whether a value is an object with named members. */
export function isMap(value: WireJson | undefined): value is { readonly [key: string]: WireJson | undefined } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** Whether a value of an answer is the wanted one: numbers by value, and by all their digits where one of both is text. */
export function isEqualTo(value: WireJson | undefined, wanted: Json): boolean {
  if (value === undefined) return false;
  if (!(value instanceof LosslessNumber)) return canonicalText(plainly(value)) === canonicalText(wanted);
  if (typeof wanted !== "number") return value.text === wanted;
  return Number(value.text) === wanted && Math.abs(wanted) <= Number.MAX_SAFE_INTEGER;
}

/** As the schema of nothing in particular sees it. */
function plainly(value: WireJson): Json {
  return fitToSchema(value, undefined);
}

/** What a reviver is told beside name and value; newer than the compiler's own library. */
type SourceReviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

function exactly(text: string): WireJson {
  return parseWith(text, (value, source) =>
    String(value) === source ? value : new LosslessNumber(source),
  ) as WireJson;
}

function finitely(text: string): Json {
  return parseWith(text, (value, source) => (Number.isFinite(value) ? value : source)) as Json;
}

function parseWith(text: string, readNumber: (value: number, source: string) => unknown): unknown {
  const revive: SourceReviver = (_name, value, { source }) =>
    typeof value === "number" && source !== undefined ? readNumber(value, source) : value;
  return JSON.parse(text, revive as Parameters<typeof JSON.parse>[1]);
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
