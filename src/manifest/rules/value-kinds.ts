/** What kind of JSON a value of the language can be, as far as the manifest says it. */
import type { TreeNode } from "../read/tree.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import { schemaAt } from "./schema-pointer.ts";

export type ValueKind = "text" | "number" | "boolean" | "null" | "list" | "map";

/** Where a value stands: the operation whose arguments it reads, when that is one. */
export interface ValuePlace {
  readonly context: RuleContext;
  readonly operation: OperationContext | undefined;
}

/** The kinds that a value can be; `undefined` when only a call shows it. */
export function kindsOf(node: TreeNode, place: ValuePlace): readonly ValueKind[] | undefined {
  if (node.kind !== "map") return [plainKind(node)];
  const [only] = node.entries.values();
  if (only?.key.startsWith("$") !== true) return ["map"];
  const operand = only.value;
  switch (only.key) {
    case "$const":
      return [plainKind(operand)];
    case "$input":
      return operand.kind === "scalar" ? inputKinds(String(operand.value), place) : undefined;
    case "$config":
      return operand.kind === "scalar" ? configKinds(String(operand.value), place) : undefined;
    case "$status":
      return ["number"];
    case "$key":
    case "$concat":
    case "$encode":
    case "$header":
      return ["text"];
    default:
      return undefined;
  }
}

function plainKind(node: TreeNode): ValueKind {
  if (node.kind !== "scalar") return node.kind;
  if (node.value === null) return "null";
  const type = typeof node.value;
  return type === "number" || type === "boolean" ? type : "text";
}

function inputKinds(pointer: string, { operation }: ValuePlace): readonly ValueKind[] | undefined {
  if (operation === undefined) return undefined;
  const pointed = schemaAt(operation.operation.input, pointer);
  if (pointed.kind !== "schema" || pointed.schema.type === undefined) return undefined;
  const { type } = pointed.schema;
  return (typeof type === "string" ? [type] : type).map((each) => kindsByType[each]);
}

const kindsByType = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
  array: "list",
  object: "map",
} as const;

function configKinds(name: string, { context }: ValuePlace): readonly ValueKind[] | undefined {
  switch (context.source.config?.[name]?.type) {
    case undefined:
      return undefined;
    case "stringList":
      return ["list"];
    case "integer":
      return ["number"];
    case "boolean":
      return ["boolean"];
    default:
      return ["text"];
  }
}
