/** A value as written → a value of the language, constant parts folded together. */
import type { Json, JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Encoding, KeyFormat, ManifestValue, NamedValue } from "../../core/manifest-value.ts";
import type { Unresolved } from "./unresolved.ts";

/** What values need to know of their operation. */
export interface ValueScope {
  /** Digits of a key in each format: those of the operation's own key mechanism, where it has one. */
  readonly keyLengths: Readonly<Record<KeyFormat, number>>;
  readonly unresolved: Unresolved;
}

/** The lengths that hold when no mechanism says otherwise. */
export const fullKeyLengths: Readonly<Record<KeyFormat, number>> = { uuid: 36, hex: 64 };

export function resolveValue(source: Json, scope: ValueScope): ManifestValue {
  if (Array.isArray(source)) return foldList(source.map((item: Json) => resolveValue(item, scope)));
  if (!isJsonObject(source)) return { kind: "literal", value: source };
  const [first] = Object.keys(source);
  if (first?.startsWith("$") === true) return resolveOperator(first, source[first] ?? null, scope);
  return foldMap(resolveNamed(source, scope));
}

/** The members of a map as named values, in their order. */
export function resolveNamed(source: JsonObject | undefined, scope: ValueScope): readonly NamedValue[] {
  return Object.entries(source ?? {}).map(([name, value]) => ({ name, value: resolveValue(value ?? null, scope) }));
}

function resolveOperator(operator: string, operand: Json, scope: ValueScope): ManifestValue {
  switch (operator) {
    case "$input":
      return { kind: "input", pointer: textOf(operand) };
    case "$config":
      return { kind: "config", name: textOf(operand) };
    case "$key":
      return keyValue(operand, scope);
    case "$const":
      return { kind: "literal", value: operand };
    case "$concat":
      return { kind: "concat", parts: (operand as readonly Json[]).map((part) => resolveValue(part, scope)) };
    case "$encode":
      return encodeValue(operand as JsonObject, scope);
    case "$body":
      return { kind: "body", pointer: textOf(operand) };
    case "$header":
      return { kind: "header", name: textOf(operand).toLowerCase() };
    case "$status":
      return { kind: "status" };
    default:
      scope.unresolved.add(`the value language has no operator ${operator}`);
      return { kind: "literal", value: null };
  }
}

/** The structure check made sure of it. */
function textOf(operand: Json): string {
  return typeof operand === "string" ? operand : "";
}

function keyValue(operand: Json, scope: ValueScope): ManifestValue {
  if (!isJsonObject(operand)) {
    const format = operand as KeyFormat;
    return { kind: "key", format, maxLength: scope.keyLengths[format] };
  }
  const format = operand["format"] as KeyFormat;
  const maxLength = operand["maxLength"] as number | undefined;
  return { kind: "key", format, maxLength: keyDigits(format, maxLength) };
}

/** A UUID cannot be cut; hexadecimal digits are cut to what their place takes. */
export function keyDigits(format: KeyFormat, maxLength: number | undefined): number {
  const full = fullKeyLengths[format];
  return format === "uuid" ? full : Math.min(full, maxLength ?? full);
}

function encodeValue(operand: JsonObject, scope: ValueScope): ManifestValue {
  return { kind: "encode", as: operand["as"] as Encoding, of: resolveValue(operand["of"] ?? null, scope) };
}

function foldList(items: readonly ManifestValue[]): ManifestValue {
  const constants = items.flatMap((item) => (item.kind === "literal" ? [item.value] : []));
  return constants.length === items.length ? { kind: "literal", value: constants } : { kind: "list", items };
}

function foldMap(entries: readonly NamedValue[]): ManifestValue {
  const constant = Object.create(null) as Record<string, Json>;
  for (const { name, value } of entries) {
    if (value.kind !== "literal") return { kind: "map", entries };
    constant[name] = value.value;
  }
  return { kind: "literal", value: constant };
}
