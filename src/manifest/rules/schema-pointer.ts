/** Finds the schema of a part of a value, so that pointers into inputs and outputs can be checked. */
import type { ManifestSchema } from "../../core/manifest-schema.ts";
import { pointerSteps } from "../read/tree.ts";

/** What a schema says of the value at a pointer: its schema, `open` where anything may stand, or `absent`. */
export type PointedSchema =
  | { readonly kind: "schema"; readonly schema: ManifestSchema; readonly required: boolean }
  | { readonly kind: "open" }
  | { readonly kind: "absent"; readonly step: string; readonly known: readonly string[] };

/** Follows a pointer through properties, items and the branches of unions. */
export function schemaAt(root: ManifestSchema, pointer: string): PointedSchema {
  let current: PointedSchema = { kind: "schema", schema: root, required: true };
  for (const step of pointerSteps(pointer)) {
    if (current.kind !== "schema") return current;
    const below = stepInto(current.schema, step);
    current = below.kind === "schema" ? { ...below, required: below.required && current.required } : below;
  }
  return current;
}

function stepInto(schema: ManifestSchema, step: string): PointedSchema {
  const property = schema.properties?.[step];
  if (property !== undefined) {
    return { kind: "schema", schema: property, required: schema.required?.includes(step) === true };
  }
  if (schema.items !== undefined && /^(?:0|[1-9][0-9]*)$/.test(step)) {
    return { kind: "schema", schema: schema.items, required: false };
  }
  const members = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].map((member) => stepInto(member, step));
  const found = members.find((member) => member.kind !== "absent");
  if (found !== undefined) return found.kind === "schema" ? { ...found, required: false } : found;
  if (isOpen(schema)) return { kind: "open" };
  if (typeof schema.additionalProperties === "object") {
    return { kind: "schema", schema: schema.additionalProperties, required: false };
  }
  return { kind: "absent", step, known: Object.keys(schema.properties ?? {}) };
}

/** Nothing is known of the parts of such a value. Whether it may be open is the business of other rules. */
function isOpen(schema: ManifestSchema): boolean {
  if (schema.oneOf !== undefined || schema.anyOf !== undefined) return false;
  const isObject = schema.type === undefined || schema.type === "object";
  return isObject && (schema.additionalProperties === undefined || schema.additionalProperties === true);
}
