/** What a rule may look at: the tree, the plain source and the resolved manifest of one file. */
import type { Json } from "../../core/json.ts";
import type { Manifest, Operation } from "../../core/manifest.ts";
import type { SourceManifest, SourceOperation } from "../language/source-manifest.ts";
import type { MapNode, Span, TreeNode } from "../read/tree.ts";
import type { Place } from "./finding-draft.ts";
import type { KnownSchemas } from "./placed-schema.ts";
import type { TreeFacts } from "./tree-facts.ts";

/** The resolved manifest before the rules have agreed to it: not yet branded. */
export type ResolvedManifest = Omit<Manifest, symbol>;

/** One operation, as written and as resolved. */
export interface OperationContext {
  readonly name: string;
  /** Pointer to the operation. */
  readonly pointer: string;
  /** As written, without defaults. */
  readonly source: SourceOperation;
  readonly operation: Operation;
  /** Where each rule of `operation.classification.rules` is written, in the same order (some under `/defaults`). */
  readonly classifyPointers: readonly string[];
}

/** The view of one manifest that all rules share. Only operations whose structure is sound are in it. */
export interface RuleContext {
  readonly file: string;
  readonly root: MapNode;
  readonly source: SourceManifest;
  readonly manifest: ResolvedManifest;
  readonly operations: readonly OperationContext[];
  /** False when an operation was left out, or a section has structural faults: then "nobody uses it" is not known. */
  readonly isComplete: boolean;
  /** What one walk over the tree found; made when a rule asks first. */
  readonly facts: () => TreeFacts;
  /** For `schema-walk`. */
  readonly knownSchemas: KnownSchemas;
  /** A node as plain JSON, made once: what one rule gets another must not change. */
  readonly plain: (node: TreeNode) => Json;
  readonly nodeAt: (pointer: string) => TreeNode | undefined;
  /** The stretch of text of a place; of the nearest node above when the place does not exist. */
  readonly spanOf: (place: Place) => Span;
  /** The text of a stretch. */
  readonly textOf: (span: Span) => string;
  /** The first of these pointers that exists, else the nearest existing one above the first. */
  readonly locate: (...pointers: readonly string[]) => string;
}
