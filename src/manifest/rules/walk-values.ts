/** Finds the operators of the value language in a part of the tree. */
import type { TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";

/** One operator, with its operand. */
export interface FoundOperator {
  /** Such as `$input`. */
  readonly operator: string;
  readonly operand: TreeNode;
  /** Pointer to the operand. */
  readonly pointer: string;
}

/** Every operator below a node, but none inside `$const`, which holds plain data. */
export function findOperators(node: TreeNode | undefined, pointer: string): readonly FoundOperator[] {
  if (node === undefined || node.kind === "scalar") return [];
  if (node.kind === "list") {
    return node.items.flatMap((item, index) => findOperators(item, childPointer(pointer, index)));
  }
  return [...node.entries.values()].flatMap((entry) => {
    const below = childPointer(pointer, entry.key);
    if (entry.key === "$const") return [];
    const inner = findOperators(entry.value, below);
    return entry.key.startsWith("$")
      ? [{ operator: entry.key, operand: entry.value, pointer: below }, ...inner]
      : inner;
  });
}
