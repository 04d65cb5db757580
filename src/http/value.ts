/** Evaluates the value language of manifests. Pure apart from the scope it is given: no clock, no chance, no secret. */

import { assertNever } from "../core/assert-never.ts";
import { atPointer } from "../core/json-pointer.ts";
import { isJsonObject, setMember, type Json, type JsonObject } from "../core/json.ts";
import type { EncodeValue, KeyFormat, ManifestValue, NamedValue } from "../core/manifest-value.ts";
import { BuildFault } from "./build-fault.ts";
import { isList, isMap, LosslessNumber, type WireJson } from "./wire-json.ts";

/** An answer, for values that read it. */
export interface AnswerScope {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: WireJson | undefined;
}

/** What values may read. */
export interface ValueScope {
  readonly input: JsonObject;
  readonly config: Readonly<Record<string, Json>>;
  readonly key: (format: KeyFormat, maxLength: number) => string;
  readonly answer?: AnswerScope | undefined;
}

/** The value, or `undefined` when it is absent. Throws `BuildFault` for text made of what is no text. */
export function evaluate(value: ManifestValue, scope: ValueScope): WireJson | undefined {
  switch (value.kind) {
    case "literal":
      return value.value;
    case "list":
      return value.items.map((item) => evaluate(item, scope)).filter((item) => item !== undefined);
    case "map":
      return mapOf(value.entries, scope);
    case "input":
      return memberAt(scope.input, value.pointer);
    case "config":
      return own(scope.config, value.name) as WireJson | undefined;
    case "key":
      return scope.key(value.format, value.maxLength);
    case "concat":
      return concat(value.parts, scope);
    case "encode":
      return encode(value, scope);
    case "body":
      return wireAt(scope.answer?.body, value.pointer);
    case "header":
      return own(scope.answer?.headers, value.name);
    case "status":
      return scope.answer?.status;
    default:
      return assertNever(value);
  }
}

/** A scalar as it is written into a path, a query, a header or other text. */
export function scalarText(value: WireJson, place: string): string {
  if (typeof value === "string") return value;
  if (value instanceof LosslessNumber) return value.text;
  if (value === null || typeof value === "object") {
    throw new BuildFault(`${place} needs a text, number or boolean and got ${value === null ? "null" : "a structure"}`);
  }
  return String(value);
}

/** The value at a pointer of an answer's body. */
export function wireAt(body: WireJson | undefined, pointer: string): WireJson | undefined {
  if (body === undefined || body instanceof LosslessNumber) return pointer === "" ? body : undefined;
  // The walk looks at structure only, which both kinds of JSON share; numbers that are still text pass through it.
  return memberAt(body as Json, pointer);
}

/** The member's name in each pointer that names one member; a process has few pointers and follows them in every call. */
const memberNames = new Map<string, string | null>();
const MAX_POINTERS = 10_000;

/** As `atPointer`; most pointers of manifests name one member, which needs no walk. */
function memberAt(value: Json, pointer: string): Json | undefined {
  const known = memberNames.get(pointer);
  const name = known === undefined ? memberName(pointer) : known;
  if (name === null || !isJsonObject(value)) return atPointer(value, pointer);
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function memberName(pointer: string): string | null {
  const name = pointer.lastIndexOf("/") === 0 && !pointer.includes("~") ? pointer.slice(1) : null;
  if (memberNames.size >= MAX_POINTERS) memberNames.clear();
  memberNames.set(pointer, name);
  return name;
}

function mapOf(entries: readonly NamedValue[], scope: ValueScope): WireJson {
  const map: Record<string, Json> = {};
  for (const { name, value } of entries) {
    const member = evaluate(value, scope);
    // Numbers that are still text are members like any other here.
    if (member !== undefined) setMember(map, name, member as Json);
  }
  return map;
}

function concat(parts: readonly ManifestValue[], scope: ValueScope): string | undefined {
  let text = "";
  for (const part of parts) {
    const value = evaluate(part, scope);
    if (value === undefined) return undefined;
    text += scalarText(value, "$concat");
  }
  return text;
}

function encode(value: EncodeValue, scope: ValueScope): string | undefined {
  const operand = evaluate(value.of, scope);
  if (operand === undefined) return undefined;
  switch (value.as) {
    case "json":
      return JSON.stringify(operand);
    case "base64":
    case "base64url":
      return Buffer.from(scalarText(operand, "$encode"), "utf8").toString(value.as);
    case "uri":
      return encodeText(scalarText(operand, "$encode"));
    default:
      return assertNever(value.as);
  }
}

const KEPT = /^[\w\-.~!*()]*$/;

/** Percent-encodes everything but letters, digits and `-_.~!*()`. Half a character pair is refused: it has no bytes. */
export function encodeText(text: string): string {
  if (KEPT.test(text)) return text;
  if (!text.isWellFormed()) throw new BuildFault("a value holds half a character (a lone surrogate)");
  return encodeURIComponent(text).replaceAll("'", "%27");
}

/** The pointers of the arguments that a value reads. */
export function argumentsOf(value: ManifestValue): readonly string[] {
  switch (value.kind) {
    case "input":
      return [value.pointer];
    case "concat":
      return value.parts.flatMap(argumentsOf);
    case "encode":
      return argumentsOf(value.of);
    default:
      return [];
  }
}

/** Whether a value depends on the identity of the call, so that equality with it is proof. */
export function readsKey(value: ManifestValue): boolean {
  switch (value.kind) {
    case "key":
      return true;
    case "concat":
      return value.parts.some(readsKey);
    case "encode":
      return readsKey(value.of);
    default:
      return false;
  }
}

/** Whether a value says anything: not absent, null, nor an empty text, list or map. */
export function isPresent(value: WireJson | undefined): value is WireJson {
  return (
    value !== undefined &&
    value !== null &&
    value !== "" &&
    !(isList(value) && value.length === 0) &&
    !(isMap(value) && Object.keys(value).length === 0)
  );
}

/** The member of that name, which must be the map's own. */
export function own<T>(map: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined;
}
