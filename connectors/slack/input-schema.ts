/**
 * An operation's input schema as a Standard Schema, derived from the manifest: it accepts and refuses the same values,
 * and its messages carry the manifest's description of the field, which names the way out.
 */
import type { Json, JsonObject, Manifest, ManifestSchema, StandardSchemaV1 } from "../../src/connector.ts";
import { isObject } from "./slack-body.ts";

interface Issue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

type Path = Issue["path"];

/** The Standard Schema of one operation's arguments. `Input` is its generated type. */
export function inputSchemaOf<Input extends object>(manifest: Manifest, operation: string): StandardSchemaV1<Input> {
  const schema = manifest.operations[operation]?.input;
  if (schema === undefined) throw new TypeError(`the manifest has no operation ${operation}`);
  return {
    "~standard": {
      version: 1,
      vendor: "dex-connectors",
      validate: (value) => {
        const issues = issuesOf(schema, value, []);
        // Checked just now: the type is generated from the same schema.
        return issues.length === 0 ? { value: value as Input } : { issues };
      },
    },
  };
}

function issuesOf(schema: ManifestSchema, value: unknown, path: Path): readonly Issue[] {
  if (schema.oneOf !== undefined) return unionIssues(schema.oneOf, value, path);
  if (schema.const !== undefined) {
    return value === schema.const ? [] : refuse(schema, `must be ${JSON.stringify(schema.const)}`, path);
  }
  if (schema.enum !== undefined && !schema.enum.includes(value as Json))
    return refuse(schema, `must be one of ${schema.enum.map((item) => JSON.stringify(item)).join(", ")}`, path);
  switch (schema.type) {
    case "object":
      return isObject(value) ? objectIssues(schema, value, path) : refuse(schema, "must be an object", path);
    case "array":
      return Array.isArray(value) ? arrayIssues(schema, value, path) : refuse(schema, "must be a list", path);
    case "string":
      return typeof value === "string" ? textIssues(schema, value, path) : refuse(schema, "must be text", path);
    case "integer":
      return Number.isInteger(value)
        ? rangeIssues(schema, value as number, path)
        : refuse(schema, "must be a whole number", path);
    case "boolean":
      return typeof value === "boolean" ? [] : refuse(schema, "must be true or false", path);
    default:
      throw new TypeError(`the type ${String(schema.type)} is not used by this connector`);
  }
}

/** A union is told apart by the property that is constant in each variant. */
function unionIssues(variants: readonly ManifestSchema[], value: unknown, path: Path): readonly Issue[] {
  if (!isObject(value)) return [{ message: "must be an object", path }];
  const chosen = variants.find((variant) => tagsOf(variant).every(([key, tag]) => value[key] === tag));
  if (chosen !== undefined) return issuesOf(chosen, value, path);
  const known = variants.map((variant) =>
    tagsOf(variant)
      .map(([key, tag]) => `${key} ${JSON.stringify(tag)}`)
      .join(" and "),
  );
  return [{ message: `must have ${known.join(" or ")}`, path }];
}

function tagsOf(variant: ManifestSchema): readonly (readonly [key: string, tag: Json])[] {
  return Object.entries(variant.properties ?? {}).flatMap(([key, { const: tag }]) =>
    tag === undefined ? [] : [[key, tag] as const],
  );
}

function objectIssues(schema: ManifestSchema, value: JsonObject, path: Path): readonly Issue[] {
  const properties = schema.properties ?? {};
  const missing = (schema.required ?? []).filter((key) => !Object.hasOwn(value, key) || value[key] === undefined);
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(properties, key));
  return [
    ...missing.flatMap((key) => refuse(properties[key] ?? {}, "is missing", [...path, key])),
    ...unknown.map((key) => ({
      message: `is unknown; known are ${Object.keys(properties).join(", ")}`,
      path: [...path, key],
    })),
    ...Object.entries(properties).flatMap(([key, property]) =>
      Object.hasOwn(value, key) && value[key] !== undefined ? issuesOf(property, value[key], [...path, key]) : [],
    ),
  ];
}

function arrayIssues(schema: ManifestSchema, value: readonly unknown[], path: Path): readonly Issue[] {
  const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems = false } = schema;
  const isRepeated = uniqueItems && new Set(value).size < value.length;
  return [
    ...(value.length < minItems ? refuse(schema, `needs at least ${String(minItems)} items`, path) : []),
    ...(value.length > maxItems ? refuse(schema, `takes at most ${String(maxItems)} items`, path) : []),
    ...(isRepeated ? refuse(schema, "must not repeat an item", path) : []),
    ...(items === undefined ? [] : value.flatMap((item, index) => issuesOf(items, item, [...path, index]))),
  ];
}

function textIssues(schema: ManifestSchema, value: string, path: Path): readonly Issue[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
  // As JSON Schema counts: characters, not UTF-16 units.
  const { length } = Array.from(value);
  if (length < minLength) return refuse(schema, `needs at least ${String(minLength)} characters`, path);
  if (length > maxLength)
    return refuse(schema, `has ${String(length)} characters, at most ${String(maxLength)} fit`, path);
  if (pattern !== undefined && !new RegExp(pattern, "u").test(value))
    return refuse(schema, `must match ${pattern}`, path);
  if (format !== undefined) throw new TypeError(`the format ${format} is not used by this connector`);
  return [];
}

function rangeIssues(schema: ManifestSchema, value: number, path: Path): readonly Issue[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (value >= minimum && value <= maximum) return [];
  return refuse(schema, `must be from ${String(minimum)} to ${String(maximum)}`, path);
}

function refuse(schema: ManifestSchema, what: string, path: Path): readonly Issue[] {
  return [{ message: schema.description === undefined ? what : `${what}: ${schema.description}`, path }];
}
