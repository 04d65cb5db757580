/** Finds unions whose forms nothing tells apart. */
import type { MapNode, TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import { referencedSchema } from "../resolve/resolve-schema.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import { writtenParts } from "./schema-walk.ts";

/** `values`: the forms are no objects; `same`: two forms have one tag; `none`: no property is a constant in each. */
export type UnionData = { readonly problem: "values" | "same" | "none"; readonly tag: string };

export function findUntaggedUnions(context: RuleContext): readonly FindingDraft<UnionData>[] {
  return writtenParts(context).flatMap((part) => {
    const union = part.keywords.get("oneOf");
    if (union?.node.kind !== "list") return [];
    const forms = union.node.items.map((item) => followed(context, item));
    const data = faultOf(forms.filter((form) => form !== undefined));
    // A form that leads nowhere, or is none, has its own rule.
    if (data === undefined || forms.some((form) => form === undefined)) return [];
    return [{ at: { pointer: union.pointer, on: "key" as const }, data }];
  });
}

function followed({ nodeAt }: RuleContext, item: TreeNode): MapNode | undefined {
  const seen = new Set<TreeNode>();
  let node: TreeNode | undefined = item;
  while (node?.kind === "map" && node.entries.has("$ref") && !seen.has(node)) {
    seen.add(node);
    const reference = textAt(node, "$ref");
    const name = reference === undefined ? undefined : referencedSchema(reference);
    node = name === undefined ? undefined : nodeAt(childPointer("/schemas", name));
  }
  return node?.kind === "map" ? node : undefined;
}

function faultOf(forms: readonly MapNode[]): UnionData | undefined {
  if (forms.some((form) => textAt(form, "type") !== "object")) return { problem: "values", tag: "" };
  const candidates = constants(forms[0]).keys();
  let shared = "";
  for (const tag of candidates) {
    const values = forms.map((form) => constants(form).get(tag));
    if (values.some((value) => value === undefined)) continue;
    if (new Set(values).size === forms.length) return undefined;
    shared = tag;
  }
  return shared === "" ? { problem: "none", tag: "" } : { problem: "same", tag: shared };
}

/** The required properties with a constant text. */
function constants(form: MapNode | undefined): ReadonlyMap<string, string> {
  const properties = form?.entries.get("properties")?.value;
  const required = form?.entries.get("required")?.value;
  if (properties?.kind !== "map" || required?.kind !== "list") return new Map();
  const names = new Set(required.items.map((item) => (item.kind === "scalar" ? item.value : undefined)));
  return new Map(
    [...properties.entries.values()].flatMap(({ key, value }): readonly (readonly [string, string])[] => {
      const constant = textAt(value, "const");
      return names.has(key) && constant !== undefined ? [[key, constant]] : [];
    }),
  );
}

function textAt(node: TreeNode, key: string): string | undefined {
  const value = node.kind === "map" ? node.entries.get(key)?.value : undefined;
  return value?.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
}
