/** Walks the parts of a resolved schema. It takes schemas as they come: whether they are valid is another rule's business. */
import { isJsonObject } from "../../core/json.ts";
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import { childPointer } from "../read/tree.ts";

/** A schema inside a schema, with the pointer from the outer one. */
export interface SchemaPart {
  readonly schema: ManifestSchema;
  readonly pointer: string;
}

/** The schema itself and everything below it, the outer before the inner; `stop` leaves out what is below a part. */
export function schemaParts(
  schema: ManifestSchema,
  stop: (part: ManifestSchema) => boolean = () => false,
  pointer = "",
): readonly SchemaPart[] {
  const own = { schema, pointer };
  if (stop(schema)) return [own];
  return [own, ...children(own).flatMap((part) => schemaParts(part.schema, stop, part.pointer))];
}

function children({ schema, pointer }: SchemaPart): readonly SchemaPart[] {
  return [
    ...members(schema.properties, `${pointer}/properties`),
    ...single(schema.items, `${pointer}/items`),
    ...single(schema.additionalProperties, `${pointer}/additionalProperties`),
    ...members(schema.oneOf, `${pointer}/oneOf`),
    ...members(schema.anyOf, `${pointer}/anyOf`),
  ];
}

function members(
  parts: Readonly<Record<string, ManifestSchema>> | readonly ManifestSchema[] | undefined,
  pointer: string,
): readonly SchemaPart[] {
  if (typeof parts !== "object") return [];
  return Object.entries(parts).flatMap(([key, part]: [string, ManifestSchema]) =>
    single(part, childPointer(pointer, key)),
  );
}

function single(part: ManifestSchema | boolean | undefined, pointer: string): readonly SchemaPart[] {
  return isJsonObject(part) ? [{ schema: part, pointer }] : [];
}

/** Whether values of this schema can be lists. */
export function takesLists({ type, items }: ManifestSchema): boolean {
  if (type === undefined) return items !== undefined;
  return type === "array" || (Array.isArray(type) && type.includes("array"));
}

/** Whether values of this schema can be objects. */
export function takesObjects({ type, properties, additionalProperties, oneOf, anyOf }: ManifestSchema): boolean {
  if (type !== undefined) return type === "object" || (Array.isArray(type) && type.includes("object"));
  if (properties !== undefined || additionalProperties !== undefined) return true;
  return [oneOf, anyOf].some((union) => Array.isArray(union) && union.some(takesObjects));
}
