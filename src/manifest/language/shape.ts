/**
 * The words in which the manifest language is described. One description drives the structure check, the published
 * JSON Schemas and the reference, so they cannot drift.
 */
import type { Json } from "../../core/json.ts";

/** Text, with an optional form. */
export interface TextShape {
  readonly kind: "text";
  readonly min?: number;
  readonly max?: number;
  /** A regular expression that the whole text matches. */
  readonly pattern?: string;
  /** What was expected, for messages: "a duration such as 30s". */
  readonly what: string;
  /** The rule that a text of another form breaks; `DC2003` unless given. */
  readonly rule?: string;
}

/** A number, whole unless `integer` is false. */
export interface NumberShape {
  readonly kind: "number";
  readonly integer: boolean;
  readonly min?: number;
  readonly max?: number;
}

export interface BooleanShape {
  readonly kind: "boolean";
}

/** The language's own version; a higher one asks for a newer tool. */
export interface VersionShape {
  readonly kind: "version";
  readonly version: number;
}

/** One of a closed set of words. `aliases` are words of other languages, for suggestions. */
export interface WordShape {
  readonly kind: "word";
  readonly words: readonly string[];
  readonly aliases?: Readonly<Record<string, string>>;
}

export interface ListShape {
  readonly kind: "list";
  readonly item: Shape;
  readonly min?: number;
  readonly max?: number;
  readonly unique?: boolean;
}

/** Names that the author chooses, to entries of one shape. */
export interface MapShape {
  readonly kind: "map";
  /** The form of the names; any text when absent. */
  readonly names?: TextShape;
  readonly value: Shape;
  readonly min?: number;
}

/** One key of an object. */
export interface Field {
  readonly shape: Shape;
  readonly doc: string;
  readonly required?: boolean;
  /** The rule that its absence breaks; `DC2002` unless given. */
  readonly missingRule?: string;
  /** What holds when it is absent, for the published schema. */
  readonly default?: Json;
}

/** A fixed set of keys. */
export interface ObjectShape {
  readonly kind: "object";
  readonly fields: Readonly<Record<string, Field>>;
  /** Of these keys exactly one must be there. */
  readonly exactlyOne?: readonly string[];
  /** Of these keys at least one must be there. */
  readonly atLeastOne?: readonly string[];
  /** Keys that begin with `x-` are kept and never interpreted. */
  readonly hasExtensions?: boolean;
  /** What to write instead of a key that is right elsewhere only. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** A choice that the type of the node makes. */
export interface ByTypeShape {
  readonly kind: "byType";
  readonly what: string;
  readonly text?: Shape;
  readonly number?: Shape;
  readonly map?: Shape;
  readonly list?: Shape;
}

/** A choice that the value of one key makes. */
export interface ByTagShape {
  readonly kind: "byTag";
  readonly tag: string;
  readonly doc: string;
  readonly missingRule?: string;
  readonly variants: Readonly<Record<string, ObjectShape>>;
}

/** A choice that the presence of one key makes. Without `otherwise` one of the keys must be there. */
export interface ByKeyShape {
  readonly kind: "byKey";
  readonly what: string;
  readonly variants: Readonly<Record<string, ObjectShape>>;
  readonly otherwise?: ObjectShape;
}

/** Any JSON, a JSON Schema (judged by the rules on schemas), or a value of the value language. */
export interface AnyShape {
  readonly kind: "json" | "schema" | "requestValue" | "responseValue";
}

export type Shape =
  | TextShape
  | NumberShape
  | BooleanShape
  | VersionShape
  | WordShape
  | ListShape
  | MapShape
  | ObjectShape
  | ByTypeShape
  | ByTagShape
  | ByKeyShape
  | AnyShape;
