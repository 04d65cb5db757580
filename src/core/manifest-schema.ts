/**
 * The JSON Schema subset that a manifest may use for inputs and outputs (2020-12 semantics).
 * It knows nothing of how a schema is checked or compiled.
 */
import type { Json, JsonSchema } from "./json.ts";

/** A type name of JSON Schema. */
export type SchemaType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

/**
 * A schema of the portable subset, with every `$ref` already replaced by what it names.
 *
 * A resolved manifest holds these only: whoever reads one never has to follow a reference.
 */
export interface ManifestSchema {
  readonly type?: SchemaType | readonly SchemaType[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: Json;
  readonly examples?: readonly Json[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly properties?: Readonly<Record<string, ManifestSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ManifestSchema;
  readonly maxProperties?: number;
  readonly propertyNames?: ManifestSchema;
  readonly items?: ManifestSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly oneOf?: readonly ManifestSchema[];
  readonly anyOf?: readonly ManifestSchema[];
}

/** The same schema as plain JSON, for a framework or a validator that takes any JSON Schema. */
export function toPlainSchema(schema: ManifestSchema): JsonSchema {
  // Every member is JSON; only the index signature is missing, which an interface cannot have by itself.
  return schema as JsonSchema;
}
