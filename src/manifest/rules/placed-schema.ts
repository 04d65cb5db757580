/** Schemas with the places where they are written, as walks find them and rules look at them. */
import type { TreeNode } from "../read/tree.ts";

/** One keyword of a part. */
export interface PlacedKeyword {
  readonly node: TreeNode;
  readonly pointer: string;
  /** The outermost `$ref` on the way here. */
  readonly use: string | undefined;
}

/** One schema inside a schema. */
export interface PlacedSchema {
  readonly pointer: string;
  readonly use: string | undefined;
  /** Its own keywords, and those of the schema it refers to. */
  readonly keywords: ReadonlyMap<string, PlacedKeyword>;
  /** True when it refers to a schema that is not there, which another rule reports: nothing is known of it. */
  readonly isLost: boolean;
  /** The property it describes; absent for items, members of unions and the like. */
  readonly name: string | undefined;
  /** The names of properties that lead to it, such as `filter.states`. */
  readonly path: string;
  /** How many schemas are around it. */
  readonly depth: number;
}

/** A place that takes a schema. */
export interface SchemaRoot {
  readonly pointer: string;
  readonly role: "input" | "output";
  /** Whether agents are shown it. */
  readonly isExposed: boolean;
}

/** What was found in the schemas of one file, kept for the rules that ask next. */
export interface KnownSchemas {
  /** By where the walk began. */
  readonly parts: Map<string, readonly PlacedSchema[]>;
  roots: readonly SchemaRoot[] | undefined;
}
