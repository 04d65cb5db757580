/** Builds the view of one file that the rules share. */
import type { MapNode, Span, TreeNode } from "../read/tree.ts";
import { childPointer, entryAt, nodeAt, parentPointer } from "../read/tree.ts";
import type { SourceManifest, SourceOperation } from "../language/source-manifest.ts";
import type { OperationContext, ResolvedManifest, RuleContext } from "./rule-context.ts";
import type { Place } from "./finding-draft.ts";
import { readTreeFacts } from "./tree-facts.ts";
import type { TreeFacts } from "./tree-facts.ts";

/** What a context is made of. */
export interface ContextParts {
  readonly file: string;
  readonly text: string;
  readonly root: MapNode;
  readonly source: SourceManifest;
  readonly plain: RuleContext["plain"];
  readonly manifest: ResolvedManifest;
  readonly isComplete: boolean;
}

export function createRuleContext({
  file,
  text,
  root,
  source,
  plain,
  manifest,
  isComplete,
}: ContextParts): RuleContext {
  const find = rememberingNodeAt(root);
  let facts: TreeFacts | undefined;
  return {
    file,
    root,
    source,
    plain,
    manifest,
    isComplete,
    // Not a getter: each would give its object a class of its own, which keeps the file until the next full collection.
    facts: () => (facts ??= readTreeFacts(root)),
    knownSchemas: { parts: new Map(), roots: undefined },
    operations: Object.keys(manifest.operations).flatMap((name) => operationContext(name, source, manifest)),
    nodeAt: find,
    spanOf: (place) => placeSpan(root, place),
    textOf: (span) => text.slice(span.start, span.end),
    locate: (...pointers) =>
      pointers.find((pointer) => find(pointer) !== undefined) ?? nearest(root, pointers[0] ?? ""),
  };
}

/** Rules ask for the same few places again and again. */
function rememberingNodeAt(root: MapNode): RuleContext["nodeAt"] {
  const known = new Map<string, TreeNode | undefined>([["", root]]);
  return (pointer) => {
    if (known.has(pointer)) return known.get(pointer);
    const found = nodeAt(root, pointer);
    known.set(pointer, found);
    return found;
  };
}

function operationContext(
  name: string,
  source: SourceManifest,
  manifest: ResolvedManifest,
): readonly OperationContext[] {
  const written = source.operations[name];
  const operation = manifest.operations[name];
  if (written === undefined || operation === undefined) return [];
  const pointer = childPointer("/operations", name);
  return [{ name, pointer, source: written, operation, classifyPointers: classifyPointers(pointer, written, source) }];
}

/** The places of the rules that `resolveClassification` keeps, in its order. */
function classifyPointers(pointer: string, operation: SourceOperation, source: SourceManifest): readonly string[] {
  const lists = [
    { at: `${pointer}/classify`, items: operation.classify ?? [] },
    { at: "/defaults/classify", items: source.defaults?.classify ?? [] },
  ];
  return lists.flatMap(({ at, items }) =>
    items.flatMap((item, index) =>
      item.when === undefined || item.then === undefined ? [] : [childPointer(at, index)],
    ),
  );
}

/** The nearest pointer at or above this one that exists. */
function nearest(root: MapNode, pointer: string): string {
  let current = pointer;
  while (current !== "" && nodeAt(root, current) === undefined) current = parentPointer(current);
  return current;
}

/** The stretch of text of a place, or of the nearest node above it. */
export function placeSpan(root: MapNode, place: Place): Span {
  if ("span" in place) return place.span;
  const pointer = nearest(root, place.pointer);
  const entry = entryAt(root, pointer);
  // Where the place itself is missing, the key of what should hold it is the better mark than its whole value.
  if (entry !== undefined && (place.on === "key" || pointer !== place.pointer)) return entry.keySpan;
  if (pointer === "") return firstKeySpan(root);
  return nodeAt(root, pointer)?.span ?? root.span;
}

function firstKeySpan(root: MapNode): Span {
  const [first] = root.entries.values();
  return first?.keySpan ?? { start: root.span.start, end: root.span.start };
}
