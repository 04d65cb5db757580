/**
 * The value language of a manifest: what a request sends and what an answer gives, as data.
 * It has no clock, no randomness and no secret, so that a repeated request is byte-identical.
 */
import type { Json } from "./json.ts";

/** How `$key` writes the identity of a call: a version 5 UUID, or lower-case hexadecimal digits. */
export type KeyFormat = "uuid" | "hex";

/** How `$encode` writes its operand as text. */
export type Encoding = "base64" | "base64url" | "json" | "uri";

/** A value that does not depend on the call, of any shape. */
export interface LiteralValue {
  readonly kind: "literal";
  readonly value: Json;
}

/** A list whose items are values; an absent item is left out. */
export interface ListValue {
  readonly kind: "list";
  readonly items: readonly ManifestValue[];
}

/** One named value of a map, a query, a form or the headers. */
export interface NamedValue {
  readonly name: string;
  readonly value: ManifestValue;
}

/** A JSON object whose members are values, in the order of the manifest; an absent member is left out. */
export interface MapValue {
  readonly kind: "map";
  readonly entries: readonly NamedValue[];
}

/** A part of the call's arguments, by JSON Pointer (`""` is all of them). Absent when the arguments have no such part. */
export interface InputValue {
  readonly kind: "input";
  readonly pointer: string;
}

/** A non-secret setting of the connection. Absent when it is not set and has no default. */
export interface ConfigValue {
  readonly kind: "config";
  readonly name: string;
}

/** Text derived from the identity of the call, equal in every attempt. `hex` is cut to `maxLength` digits. */
export interface KeyValue {
  readonly kind: "key";
  readonly format: KeyFormat;
  readonly maxLength: number;
}

/** The parts written one after another as text; absent when one part is. */
export interface ConcatValue {
  readonly kind: "concat";
  readonly parts: readonly ManifestValue[];
}

/** One value written as text in another alphabet; absent when its operand is. */
export interface EncodeValue {
  readonly kind: "encode";
  readonly as: Encoding;
  readonly of: ManifestValue;
}

/** A part of the answer's body, by JSON Pointer. Legal only where an answer is at hand. */
export interface BodyValue {
  readonly kind: "body";
  readonly pointer: string;
}

/** A header of the answer, its name in lower case. Legal only where an answer is at hand. */
export interface HeaderValue {
  readonly kind: "header";
  readonly name: string;
}

/** The status code of the answer. Legal only where an answer is at hand. */
export interface StatusValue {
  readonly kind: "status";
}

/** A value of the manifest's language; `kind` says which. */
export type ManifestValue =
  | LiteralValue
  | ListValue
  | MapValue
  | InputValue
  | ConfigValue
  | KeyValue
  | ConcatValue
  | EncodeValue
  | BodyValue
  | HeaderValue
  | StatusValue;
