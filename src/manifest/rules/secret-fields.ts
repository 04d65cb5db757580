/** Finds credentials among the arguments and results of operations. */
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import type { PlacedSchema, SchemaRoot } from "./placed-schema.ts";
import { schemaRoots, textOf, typesOf, usedParts } from "./schema-walk.ts";
import { isSecretName } from "./secret-names.ts";

/** `reason`: what gives it away. */
export type SecretFieldData = { readonly property: string; readonly reason: "name" | "format" | "declared" };

type Draft = FindingDraft<SecretFieldData>;

/** Every property of the inputs, or of the outputs, that carries a credential. */
export function findSecretFields(context: RuleContext, role: SchemaRoot["role"]): readonly Draft[] {
  const methods = Object.values(context.source.auth?.methods ?? {});
  const declared = new Set(methods.flatMap(({ secrets }) => Object.keys(secrets ?? {})));
  return schemaRoots(context)
    .filter((root) => root.role === role)
    .flatMap(({ pointer }) => usedParts(context, pointer).flatMap((part) => faultOf(part, declared)));
}

function faultOf(part: PlacedSchema, declared: ReadonlySet<string>): readonly Draft[] {
  const reason = reasonOf(part, declared);
  if (reason === undefined) return [];
  const at = part.use === undefined ? ({ pointer: part.pointer, on: "key" } as const) : { pointer: part.use };
  const related =
    part.use === undefined ? [] : [{ at: { pointer: part.pointer, on: "key" as const }, label: "written here" }];
  return [{ at, related, data: { property: part.path, reason } }];
}

function reasonOf(part: PlacedSchema, declared: ReadonlySet<string>): SecretFieldData["reason"] | undefined {
  const format = textOf(part, "format");
  if (format === "password") return "format";
  if (part.name === undefined || !canBeText(part)) return undefined;
  if (declared.has(part.name)) return "declared";
  return isSecretName(part.name) ? "name" : undefined;
}

/** A flag or a number about a password is not the password; a tag with one fixed value is none either. */
function canBeText(part: PlacedSchema): boolean {
  const types = typesOf(part);
  if (part.keywords.has("const") || part.keywords.has("enum")) return false;
  return types.length === 0 || types.includes("string") || types.includes("object") || types.includes("array");
}
