/** Examples for the reference: pieces of one manifest that validates and whose exchanges are replayed by a test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import type { Json, JsonObject } from "../../src/core/json.ts";
import { isJsonObject } from "../../src/core/json.ts";
import { manifestShape } from "../../src/manifest/language/manifest-shape.ts";
import { schemaKeywords } from "../../src/manifest/language/schema-keywords.ts";
import type { Field, ObjectShape, Shape } from "../../src/manifest/language/shape.ts";
import { secondReading } from "../../src/manifest/read/scalar-readings.ts";

/** The manifest that has every key. */
export function readExampleManifest(): string {
  return readFileSync(join(import.meta.dirname, "../../docs/examples/every-key.connector.yaml"), "utf8");
}

/** The values of a manifest by what they are examples of. */
export interface FoundExamples {
  readonly fields: ReadonlyMap<Field, readonly Json[]>;
  readonly operators: ReadonlyMap<string, readonly Json[]>;
  readonly keywords: ReadonlyMap<string, readonly Json[]>;
}

export function findExamples(manifest: string): FoundExamples {
  const finder = new ExampleFinder();
  finder.shape(manifestShape, parse(manifest) as Json);
  return finder;
}

class ExampleFinder implements FoundExamples {
  readonly fields = new Map<Field, Json[]>();
  readonly operators = new Map<string, Json[]>();
  readonly keywords = new Map<string, Json[]>();

  shape(shape: Shape, value: Json): void {
    if (shape.kind === "list" && Array.isArray(value)) for (const item of value) this.shape(shape.item, item as Json);
    if (shape.kind === "schema") this.#schema(value);
    if (shape.kind === "requestValue" || shape.kind === "responseValue") this.#value(value);
    if (shape.kind === "byType") this.#byType([shape.text, shape.number, shape.map, shape.list], value);
    if (!isJsonObject(value)) return;
    if (shape.kind === "map") for (const each of Object.values(value)) this.shape(shape.value, each ?? null);
    if (shape.kind === "object") this.#object(shape, value);
    if (shape.kind === "byTag") {
      const tag = value[shape.tag];
      this.#object(typeof tag === "string" ? shape.variants[tag] : undefined, value);
    }
    if (shape.kind === "byKey") {
      const chosen = Object.keys(shape.variants).find((key) => Object.hasOwn(value, key));
      this.#object(chosen === undefined ? shape.otherwise : shape.variants[chosen], value);
    }
  }

  #object(shape: ObjectShape | undefined, value: JsonObject): void {
    for (const [key, field] of Object.entries(shape?.fields ?? {})) {
      const given = value[key];
      if (given === undefined) continue;
      add(this.fields, field, given);
      this.shape(field.shape, given);
    }
  }

  #byType(variants: readonly (Shape | undefined)[], value: Json): void {
    for (const variant of variants) if (variant !== undefined) this.shape(variant, value);
  }

  #value(value: Json): void {
    if (Array.isArray(value)) for (const item of value) this.#value(item as Json);
    if (!isJsonObject(value)) return;
    for (const [key, inner = null] of Object.entries(value)) {
      if (key.startsWith("$")) add(this.operators, key, inner);
      if (key !== "$const") this.#value(inner);
    }
  }

  #schema(schema: Json): void {
    if (!isJsonObject(schema)) return;
    for (const [keyword, value = null] of Object.entries(schema)) {
      add(this.keywords, keyword, value);
      const form = schemaKeywords.get(keyword)?.form;
      if (form === "schema" || form === "schemaOrFlag") this.#schema(value);
      if (form === "schemaList" && Array.isArray(value)) for (const member of value) this.#schema(member as Json);
      if (form === "schemaMap" && isJsonObject(value))
        for (const member of Object.values(value)) this.#schema(member ?? null);
    }
  }
}

function add<Key>(examples: Map<Key, Json[]>, key: Key, value: Json): void {
  examples.set(key, [...(examples.get(key) ?? []), value]);
}

const longest = 64;

/** `key: value` as it is written: the first example that fits a table, whole or cut; `undefined` when none says anything. */
export function exampleText(key: string, values: readonly Json[]): string | undefined {
  const texts = [Infinity, 3, 2, 1].flatMap((depth) => values.map((value) => flowText(value, depth)));
  const fitting = texts.find((text) => text.length <= longest);
  return fitting === undefined ? undefined : `${key}: ${fitting}`;
}

/** A value on one line; what lies deeper is an ellipsis. */
function flowText(value: Json, depth: number): string {
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    if (depth === 0 && items.length > 0) return "[…]";
    return `[${items.map((item) => flowText(item, depth - 1)).join(", ")}]`;
  }
  if (!isJsonObject(value)) return scalarText(value);
  const entries = Object.entries(value);
  if (depth === 0 && entries.length > 0) return "{…}";
  return `{${entries.map(([name, inner]) => `${name}: ${flowText(inner ?? null, depth - 1)}`).join(", ")}}`;
}

function scalarText(value: Json): string {
  const text = stringify(value, { lineWidth: 0, collectionStyle: "flow" }).trimEnd();
  return typeof value === "string" && secondReading(value) !== undefined ? JSON.stringify(value) : text;
}
