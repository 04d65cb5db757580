/** What one walk over the tree of a file finds for many rules: operators of the value language, references and texts. */
import { childPointer } from "../read/tree.ts";
import type { MapNode, ScalarNode, TreeNode } from "../read/tree.ts";

/** One operator, with its operand. */
export interface FoundOperator {
  /** Such as `$input`. */
  readonly operator: string;
  readonly operand: TreeNode;
  /** Pointer to the operand. */
  readonly pointer: string;
}

/** One `$ref` that is text. */
export interface FoundReference {
  /** Pointer to the `$ref`. */
  readonly pointer: string;
  readonly reference: string;
}

export interface TreeFacts {
  /** Every operator, in the order of the text, but none inside `$const`, which holds plain data. */
  readonly operators: readonly FoundOperator[];
  /** Every reference, each node once. */
  readonly references: readonly FoundReference[];
  /** Whether there is any `$ref`, text or not. */
  readonly hasReferences: boolean;
  /** Every text that is long enough for a credential, each node once. */
  readonly texts: readonly ScalarNode[];
  /** The operators below a place, in the same order; with `keys`, only those below one of these keys of it. */
  readonly operatorsBelow: (pointer: string, keys?: ReadonlySet<string>) => readonly FoundOperator[];
}

/** No credential is shorter. */
const shortestSecret = 16;

export function readTreeFacts(root: MapNode): TreeFacts {
  const walk = new FactWalk();
  walk.visit(root, false, false);
  const { operators, references, hasReferences, texts } = walk;
  let bySection: ReadonlyMap<string, readonly FoundOperator[]> | undefined;
  return {
    operators,
    references,
    hasReferences,
    texts,
    operatorsBelow: (pointer, keys) => {
      bySection ??= Map.groupBy(operators, (found) => sectionOf(found.pointer));
      const inSection = bySection.get(sectionOf(pointer)) ?? [];
      const below = `${pointer}/`;
      return inSection.filter(
        (found) => found.pointer.startsWith(below) && keys?.has(stepAt(found.pointer, below.length)) !== false,
      );
    },
  };
}

/** The step of a pointer that begins here. */
function stepAt(pointer: string, start: number): string {
  const end = pointer.indexOf("/", start);
  return pointer.slice(start, end < 0 ? pointer.length : end);
}

/** The operation that a pointer leads into, else the top-level key: the places that rules ask about lie inside one. */
function sectionOf(pointer: string): string {
  const first = pointer.indexOf("/", 1);
  if (first < 0 || !pointer.startsWith("/operations/")) return first < 0 ? pointer : pointer.slice(0, first);
  const second = pointer.indexOf("/", first + 1);
  return second < 0 ? pointer : pointer.slice(0, second);
}

class FactWalk {
  readonly operators: FoundOperator[] = [];
  readonly references: FoundReference[] = [];
  hasReferences = false;
  readonly texts: ScalarNode[] = [];
  readonly #seen = new Set<TreeNode>();
  /** The way to the node that is visited; most nodes have nothing to tell and need no pointer. */
  readonly #steps: (string | number)[] = [];

  /** `isData`: inside `$const`; `isKnown`: inside a node that was visited before, because an alias names it. */
  visit(node: TreeNode, isData: boolean, isKnown: boolean): void {
    if (node.kind === "scalar") {
      if (!isKnown) this.#text(node);
      return;
    }
    const isAgain = isKnown || this.#seen.has(node);
    if (isAgain && isData) return;
    this.#seen.add(node);
    if (node.kind === "list") this.#items(node.items, isData, isAgain);
    else this.#entries(node, isData, isAgain);
  }

  #items(items: readonly TreeNode[], isData: boolean, isKnown: boolean): void {
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index];
      if (item === undefined) continue;
      this.#steps.push(index);
      this.visit(item, isData, isKnown);
      this.#steps.pop();
    }
  }

  #entries({ entries }: MapNode, isData: boolean, isKnown: boolean): void {
    if (!isKnown && entries.has("$ref")) this.#reference(entries.get("$ref")?.value);
    for (const { key, value } of entries.values()) {
      this.#steps.push(key);
      // An operation of this name is told about, and still an operation.
      const isConstant = key === "$const" && !this.#isAmongOperations();
      if (!isData && !isConstant && key.startsWith("$")) {
        this.operators.push({ operator: key, operand: value, pointer: this.#pointer() });
      }
      this.visit(value, isData || isConstant, isKnown);
      this.#steps.pop();
    }
  }

  #isAmongOperations(): boolean {
    return this.#steps.length === 2 && this.#steps[0] === "operations";
  }

  #reference(value: TreeNode | undefined): void {
    this.hasReferences = true;
    if (value?.kind !== "scalar" || typeof value.value !== "string") return;
    this.references.push({ pointer: `${this.#pointer()}/$ref`, reference: value.value });
  }

  #text(node: ScalarNode): void {
    if (typeof node.value !== "string" || node.value.length < shortestSecret || this.#seen.has(node)) return;
    this.#seen.add(node);
    this.texts.push(node);
  }

  #pointer(): string {
    let pointer = "";
    for (const step of this.#steps) pointer = childPointer(pointer, step);
    return pointer;
  }
}
