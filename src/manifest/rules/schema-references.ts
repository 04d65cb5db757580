/** Finds references of schemas that leave the file or lead back to where they came from. */
import type { MapNode, TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import { referencedSchema } from "../resolve/resolve-schema.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import type { FoundReference } from "./tree-facts.ts";

export function findRemoteReferences({ facts }: RuleContext): readonly FindingDraft<{ reference: string }>[] {
  return facts()
    .references.filter(({ reference }) => !reference.startsWith("#"))
    .map(({ pointer, reference }) => ({ at: { pointer }, data: { reference } }));
}

/** One finding for each circle, at the reference that closes it. */
export function findReferenceCycles({
  facts,
  nodeAt,
  source,
}: RuleContext): readonly FindingDraft<{ path: readonly string[] }>[] {
  const drafts: FindingDraft<{ path: readonly string[] }>[] = [];
  if (facts().references.length === 0) return drafts;
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    for (const { pointer, reference } of findReferences(
      nodeAt(childPointer("/schemas", name)),
      childPointer("/schemas", name),
    )) {
      const next = referencedSchema(reference);
      if (next === undefined) continue;
      const start = path.indexOf(next);
      if (start >= 0) drafts.push({ at: { pointer }, data: { path: [...path.slice(start), next] } });
      else if (!done.has(next)) visit(next, [...path, next]);
    }
    done.add(name);
  };
  for (const name of Object.keys(source.schemas ?? {})) if (!done.has(name)) visit(name, [name]);
  return drafts;
}

/** Every `$ref` of one schema: of a node that an alias shares with another schema, too. */
function findReferences(
  node: TreeNode | undefined,
  pointer: string,
  seen: Set<TreeNode> = new Set(),
): readonly FoundReference[] {
  if (node === undefined || node.kind === "scalar" || seen.has(node)) return [];
  seen.add(node);
  if (node.kind === "list")
    return node.items.flatMap((item, index) => findReferences(item, childPointer(pointer, index), seen));
  const below = [...node.entries.values()].flatMap((entry) =>
    findReferences(entry.value, childPointer(pointer, entry.key), seen),
  );
  return [...ownReference(node, pointer), ...below];
}

function ownReference(node: MapNode, pointer: string): readonly FoundReference[] {
  const value = node.entries.get("$ref")?.value;
  if (value?.kind !== "scalar" || typeof value.value !== "string") return [];
  return [{ pointer: `${pointer}/$ref`, reference: value.value }];
}
