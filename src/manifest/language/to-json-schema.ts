/** The language's shapes → a JSON Schema for editors and other tools. It says what structure can say, not the rules. */
import { assertNever } from "../../core/assert-never.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { host } from "./connector-shapes.ts";
import { languageVersion, manifestShape } from "./manifest-shape.ts";
import { branch, execution, rateLimit } from "./operation-shapes.ts";
import { classifyItem, condition, request } from "./request-shapes.ts";
import type { ByKeyShape, ByTagShape, ByTypeShape, MapShape, ObjectShape, Shape, TextShape } from "./shape.ts";
import { requestValueOperators, responseValueOperators } from "./value-operators.ts";

/** The dialect: today's, and the one that editors know. */
export type SchemaFlavor = "2020-12" | "draft-07";

const dialects: Readonly<Record<SchemaFlavor, string>> = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "draft-07": "http://json-schema.org/draft-07/schema#",
};

/** Shapes that are used in several places are written once. */
const shared: ReadonlyMap<Shape, string> = new Map<Shape, string>([
  [host, "host"],
  [request, "request"],
  [condition, "condition"],
  [classifyItem, "classifyItem"],
  [execution, "execution"],
  [rateLimit, "rateLimit"],
  [branch, "branch"],
]);

/** The schema of a whole manifest. Its id carries the language's version; a published copy only gains keys. */
export function languageSchema(flavor: SchemaFlavor): JsonObject {
  const definitions = flavor === "2020-12" ? "$defs" : "definitions";
  const writer = new SchemaWriter(`#/${definitions}/`);
  const root = writer.objectSchema(manifestShape);
  return {
    $schema: dialects[flavor],
    $id: `urn:dex-connectors:manifest:${languageVersion}${flavor === "2020-12" ? "" : ":draft-07"}`,
    title: "Connector manifest",
    ...root,
    [definitions]: writer.definitions(),
  };
}

class SchemaWriter {
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  definitions(): JsonObject {
    const shapes = [...shared].map(([shape, name]) => [name, this.#inlineSchema(shape)] as const);
    return {
      ...Object.fromEntries(shapes),
      requestValue: this.#valueSchema("requestValue", Object.entries(requestValueOperators)),
      responseValue: this.#valueSchema("responseValue", Object.entries(responseValueOperators)),
    };
  }

  objectSchema(shape: ObjectShape, tag?: { readonly name: string; readonly value: string }): JsonObject {
    const properties: Record<string, Json> = tag === undefined ? {} : { [tag.name]: { const: tag.value } };
    for (const [key, field] of Object.entries(shape.fields)) {
      const notes = { description: field.doc, ...(field.default === undefined ? {} : { default: field.default }) };
      properties[key] = this.#withNotes(this.#schema(field.shape), notes);
    }
    const required = Object.entries(shape.fields).flatMap(([key, field]) => (field.required === true ? [key] : []));
    const all = tag === undefined ? required : [tag.name, ...required];
    return {
      type: "object",
      properties,
      ...(all.length > 0 ? { required: all } : {}),
      ...(shape.hasExtensions === true ? { patternProperties: { "^x-": {} } } : {}),
      additionalProperties: false,
      ...(shape.exactlyOne === undefined ? {} : { oneOf: shape.exactlyOne.map((key) => ({ required: [key] })) }),
      ...(shape.atLeastOne === undefined ? {} : { anyOf: shape.atLeastOne.map((key) => ({ required: [key] })) }),
    };
  }

  /** Draft 7 ignores what stands beside `$ref`, so a reference is wrapped. */
  #withNotes(schema: JsonObject, notes: JsonObject): JsonObject {
    return schema["$ref"] === undefined ? { ...schema, ...notes } : { allOf: [schema], ...notes };
  }

  #schema(shape: Shape): JsonObject {
    const name = shared.get(shape);
    return name === undefined ? this.#inlineSchema(shape) : { $ref: `${this.#prefix}${name}` };
  }

  #inlineSchema(shape: Shape): JsonObject {
    switch (shape.kind) {
      case "text":
        return textSchema(shape);
      case "number":
        return { type: shape.integer ? "integer" : "number", ...bounds(shape.min, shape.max) };
      case "boolean":
        return { type: "boolean" };
      case "version":
        return { const: shape.version };
      case "word":
        return { enum: shape.words };
      case "list":
        return {
          type: "array",
          items: this.#schema(shape.item),
          ...(shape.min === undefined ? {} : { minItems: shape.min }),
          ...(shape.max === undefined ? {} : { maxItems: shape.max }),
          ...(shape.unique === true ? { uniqueItems: true } : {}),
        };
      case "map":
        return this.#mapSchema(shape);
      case "object":
        return this.objectSchema(shape);
      case "byType":
        return this.#byTypeSchema(shape);
      case "byTag":
        return this.#byTagSchema(shape);
      case "byKey":
        return this.#byKeySchema(shape);
      case "json":
        return {};
      case "schema":
        return { type: "object" };
      case "requestValue":
      case "responseValue":
        return { $ref: `${this.#prefix}${shape.kind}` };
      default:
        return assertNever(shape);
    }
  }

  #mapSchema(shape: MapShape): JsonObject {
    return {
      type: "object",
      ...(shape.names === undefined ? {} : { propertyNames: textSchema(shape.names) }),
      additionalProperties: this.#schema(shape.value),
      ...(shape.min === undefined ? {} : { minProperties: shape.min }),
    };
  }

  #byTypeSchema(shape: ByTypeShape): JsonObject {
    const variants = [shape.text, shape.number, shape.map, shape.list].filter((variant) => variant !== undefined);
    return { anyOf: variants.map((variant) => this.#schema(variant)) };
  }

  #byTagSchema(shape: ByTagShape): JsonObject {
    const variants = Object.entries(shape.variants);
    return { oneOf: variants.map(([value, variant]) => this.objectSchema(variant, { name: shape.tag, value })) };
  }

  #byKeySchema(shape: ByKeyShape): JsonObject {
    const variants = [...Object.values(shape.variants), ...(shape.otherwise === undefined ? [] : [shape.otherwise])];
    return { oneOf: variants.map((variant) => this.#schema(variant)) };
  }

  #valueSchema(name: string, operators: readonly (readonly [string, Shape])[]): JsonObject {
    const self = { $ref: `${this.#prefix}${name}` };
    return {
      anyOf: [
        { type: ["string", "number", "boolean", "null"] },
        { type: "array", items: self },
        { type: "object", propertyNames: { pattern: "^[^$]" }, additionalProperties: self },
        ...operators.map(([operator, operand]) => ({
          type: "object",
          properties: { [operator]: this.#schema(operand) },
          required: [operator],
          additionalProperties: false,
        })),
      ],
    };
  }
}

function textSchema(shape: TextShape): JsonObject {
  return {
    type: "string",
    ...(shape.pattern === undefined ? {} : { pattern: shape.pattern }),
    ...(shape.min === undefined ? {} : { minLength: shape.min }),
    ...(shape.max === undefined ? {} : { maxLength: shape.max }),
  };
}

function bounds(min: number | undefined, max: number | undefined): JsonObject {
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) };
}
