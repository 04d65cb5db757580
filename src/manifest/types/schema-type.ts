/** A schema of the portable subset → the TypeScript type of the values that it accepts, as text. */
import type { Json } from "../../core/json.ts";
import type { ManifestSchema, SchemaType } from "../../core/manifest-schema.ts";

const scalars: Readonly<Record<Exclude<SchemaType, "object" | "array">, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** The type, its lines after the first indented by `indent`. What a type cannot say, lengths and patterns, is left out. */
export function schemaType(schema: ManifestSchema, indent = ""): string {
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map(literal));
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return union(choices.map((choice) => schemaType(choice, indent)));
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? "unknown" : union(types.map((type) => typeOf(type, schema, indent)));
}

function typeOf(type: SchemaType, schema: ManifestSchema, indent: string): string {
  if (type === "object") return objectType(schema, indent);
  if (type !== "array") return scalars[type];
  const item = schema.items === undefined ? "unknown" : schemaType(schema.items, indent);
  return /^(?:\w+|\{[^}]*\})$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`;
}

function objectType(schema: ManifestSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, property]) => [
    ...documentation(property, inner),
    `${inner}readonly ${propertyName(name)}${required.includes(name) ? "" : "?"}: ${schemaType(property, inner)};`,
  ]);
  const rest = additionalType(additionalProperties, inner);
  // The type of an index has to hold for the named properties too.
  if (rest !== undefined) lines.push(`${inner}readonly [name: string]: ${lines.length === 0 ? rest : "unknown"};`);
  return lines.length === 0 ? "Readonly<Record<string, never>>" : `{\n${lines.join("\n")}\n${indent}}`;
}

function additionalType(additional: ManifestSchema["additionalProperties"], indent: string): string | undefined {
  if (additional === false) return undefined;
  return typeof additional === "object" ? schemaType(additional, indent) : "unknown";
}

/** A comment with the description; empty without one. */
export function documentation(
  { description }: { readonly description?: string | undefined },
  indent: string,
): readonly string[] {
  if (description === undefined) return [];
  return [`${indent}/** ${description.replaceAll(/\s+/g, " ").replaceAll("*/", "*\\/")} */`];
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : JSON.stringify(name);
}

function literal(value: Json): string {
  return typeof value === "object" && value !== null ? "unknown" : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}
