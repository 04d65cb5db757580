/**
 * The positioned tree of a manifest: what the text says, with the place of every key and value.
 * Made from JSON or YAML; it knows neither format and no rule.
 */

/** A stretch of the text in UTF-16 units; `end` is the first unit after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How a scalar was written: only a plain one is read differently by different readers. */
export type ScalarStyle = "plain" | "quoted" | "block";

/** Text, a number, a boolean or null. */
export interface ScalarNode {
  readonly kind: "scalar";
  readonly span: Span;
  readonly value: string | number | boolean | null;
  /** The scalar as it was written, quotes included. */
  readonly source: string;
  readonly style: ScalarStyle;
}

/** A list. */
export interface ListNode {
  readonly kind: "list";
  readonly span: Span;
  readonly items: readonly TreeNode[];
}

/** One member of a map. */
export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: TreeNode;
}

/** A map in the order of the text; never an object, because objects reorder keys and have inherited names. */
export interface MapNode {
  readonly kind: "map";
  readonly span: Span;
  readonly entries: ReadonlyMap<string, MapEntry>;
}

/** A node of the tree. A YAML alias is the same node in two places, so the tree may be a graph, but it has no cycle. */
export type TreeNode = ScalarNode | ListNode | MapNode;

/** The steps of a JSON Pointer. A pointer that does not begin with `/` has no steps. */
export function pointerSteps(pointer: string): readonly string[] {
  if (pointer === "") return [];
  const steps = pointer.slice(1).split("/");
  return pointer.includes("~") ? steps.map(unescaped) : steps;
}

function unescaped(step: string): string {
  return step.includes("~") ? step.replaceAll("~1", "/").replaceAll("~0", "~") : step;
}

/** The pointer one step below. */
export function childPointer(pointer: string, step: string | number): string {
  if (typeof step === "number") return `${pointer}/${step}`;
  const needsEscape = step.includes("/") || step.includes("~");
  return `${pointer}/${needsEscape ? step.replaceAll("~", "~0").replaceAll("/", "~1") : step}`;
}

/** The pointer one step above; of the whole document, itself. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf("/")));
}

/** The node one step below, if there is one. */
function childNode(node: TreeNode, step: string): TreeNode | undefined {
  if (node.kind === "map") return node.entries.get(step)?.value;
  if (node.kind === "list") return /^(?:0|[1-9][0-9]*)$/.test(step) ? node.items[Number(step)] : undefined;
  return undefined;
}

/** The node at a pointer, if there is one. */
export function nodeAt(root: TreeNode, pointer: string): TreeNode | undefined {
  let node: TreeNode | undefined = root;
  // Most places that rules ask for do not exist: the steps are cut as far as the tree goes.
  for (let end = 0; node !== undefined && end < pointer.length;) {
    const start = end + 1;
    const next = pointer.indexOf("/", start);
    end = next < 0 ? pointer.length : next;
    node = childNode(node, unescaped(pointer.slice(start, end)));
  }
  return node;
}

/** The member that a pointer names, when its parent is a map. */
export function entryAt(root: TreeNode, pointer: string): MapEntry | undefined {
  const parent = pointer === "" ? undefined : nodeAt(root, parentPointer(pointer));
  const step = pointerSteps(pointer).at(-1);
  return parent?.kind === "map" && step !== undefined ? parent.entries.get(step) : undefined;
}
