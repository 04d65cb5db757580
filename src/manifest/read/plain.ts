/** A positioned tree as plain JSON without positions. Objects have no prototype, so no name is found by accident. */
import type { Json } from "../../core/json.ts";
import type { TreeNode } from "./tree.ts";

/** The plain value of a tree. An aliased node becomes one shared object. */
export function toPlain(node: TreeNode): Json {
  return convert(node, new Map());
}

/** The same for many nodes of one tree, each made once. */
export function createPlainReader(): (node: TreeNode) => Json {
  const known = new Map<TreeNode, Json>();
  return (node) => convert(node, known);
}

function convert(node: TreeNode, known: Map<TreeNode, Json>): Json {
  if (node.kind === "scalar") return node.value;
  const earlier = known.get(node);
  if (earlier !== undefined) return earlier;
  const plain = node.kind === "list" ? node.items.map((item) => convert(item, known)) : convertMap(node, known);
  known.set(node, plain);
  return plain;
}

function convertMap(node: Extract<TreeNode, { kind: "map" }>, known: Map<TreeNode, Json>): Json {
  const plain: Record<string, Json> = Object.create(null) as Record<string, Json>;
  for (const entry of node.entries.values()) plain[entry.key] = convert(entry.value, known);
  return plain;
}
