/** Finds references of schemas that leave the file or lead back to where they came from. */
import type { MapNode, TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import { referencedSchema } from "../resolve/resolve-schema.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";

interface FoundReference {
  /** Pointer to the `$ref`. */
  readonly pointer: string;
  readonly reference: string;
}

/** Every `$ref` below a node, each node once. */
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

export function findRemoteReferences({ root }: RuleContext): readonly FindingDraft<{ reference: string }>[] {
  return findReferences(root, "")
    .filter(({ reference }) => !reference.startsWith("#"))
    .map(({ pointer, reference }) => ({ at: { pointer }, data: { reference } }));
}

/** One finding for each circle, at the reference that closes it. */
export function findReferenceCycles({
  nodeAt,
  source,
}: RuleContext): readonly FindingDraft<{ path: readonly string[] }>[] {
  const drafts: FindingDraft<{ path: readonly string[] }>[] = [];
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
