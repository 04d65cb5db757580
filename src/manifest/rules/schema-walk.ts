/**
 * Walks schemas as they are written, each part with its place. With references followed, a part knows the `$ref`
 * through which it is reached, because that is where its user looks first.
 */
import type { MapNode, TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import { schemaKeywords, schemaTypes } from "../language/schema-keywords.ts";
import type { SchemaType } from "../../core/manifest-schema.ts";
import { referencedSchema } from "../resolve/resolve-schema.ts";
import type { DraftRelated, Place } from "./finding-draft.ts";
import type { PlacedKeyword, PlacedSchema, SchemaRoot } from "./placed-schema.ts";
import type { RuleContext } from "./rule-context.ts";

/** Where a fault is, and what else belongs to it. */
export interface SchemaFaultPlace {
  readonly at: Place;
  readonly related: readonly DraftRelated[];
}

type Position = Pick<PlacedSchema, "pointer" | "use" | "name" | "path" | "depth"> & {
  readonly node: TreeNode | undefined;
};

/** A schema and all parts below it, references followed. Each definition is visited once for each `$ref` to it. */
export function usedParts(context: RuleContext, pointer: string): readonly PlacedSchema[] {
  return remembered(context, pointer, () => new SchemaWalk(context, true).below(outermost(context, pointer)));
}

/** Every part of every schema of the manifest where it is written, references not followed. */
export function writtenParts(context: RuleContext): readonly PlacedSchema[] {
  return remembered(context, "written", () => {
    // Without references both walks find the same.
    if (!context.facts().hasReferences) return writtenRoots(context).flatMap((pointer) => usedParts(context, pointer));
    const walk = new SchemaWalk(context, false);
    return writtenRoots(context).flatMap((pointer) => walk.below(outermost(context, pointer)));
  });
}

/** Many rules ask for the same parts of one file. */
function remembered(
  { knownSchemas: { parts } }: RuleContext,
  key: string,
  walk: () => readonly PlacedSchema[],
): readonly PlacedSchema[] {
  const known = parts.get(key);
  if (known !== undefined) return known;
  const found = walk();
  parts.set(key, found);
  return found;
}

function outermost({ nodeAt }: RuleContext, pointer: string): Position {
  return { node: nodeAt(pointer), pointer, use: undefined, name: undefined, path: "", depth: 0 };
}

/** The inputs and outputs of all operations, and those of their branches. */
export function schemaRoots(context: RuleContext): readonly SchemaRoot[] {
  return (context.knownSchemas.roots ??= findRoots(context));
}

function findRoots({ source, operations }: RuleContext): readonly SchemaRoot[] {
  const isAnyExposed = operations.some(({ operation }) => operation.agent.exposed);
  const shared = Object.keys(source.defaults?.branches ?? {}).map((id): SchemaRoot => {
    return { pointer: `/defaults/branches/${id}/output`, role: "output", isExposed: isAnyExposed };
  });
  const own = operations.flatMap(({ pointer, source: operation, operation: { agent } }): readonly SchemaRoot[] => {
    const outputs = Object.keys(operation.branches ?? {}).map((id) => `${pointer}/branches/${id}/output`);
    return [
      { pointer: `${pointer}/input`, role: "input", isExposed: agent.exposed },
      ...[`${pointer}/output`, ...outputs].map((at): SchemaRoot => {
        return { pointer: at, role: "output", isExposed: agent.exposed };
      }),
    ];
  });
  return [...shared, ...own];
}

function writtenRoots(context: RuleContext): readonly string[] {
  const named = Object.keys(context.source.schemas ?? {}).map((name) => childPointer("/schemas", name));
  return [...named, ...schemaRoots(context).map(({ pointer }) => pointer)];
}

class SchemaWalk {
  readonly #context: RuleContext;
  readonly #follows: boolean;
  readonly #seen = new Set<string>();

  constructor(context: RuleContext, follows: boolean) {
    this.#context = context;
    this.#follows = follows;
  }

  below(position: Position): readonly PlacedSchema[] {
    const parts: PlacedSchema[] = [];
    this.#collect(position, parts);
    return parts;
  }

  #collect({ node, ...position }: Position, parts: PlacedSchema[]): void {
    if (node?.kind !== "map") return;
    if (position.use !== undefined) {
      const key = `${position.use} ${position.pointer}`;
      // Within one use a definition says the same wherever it is reached, and there may be very many ways to it.
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
    }
    const isLost = this.#follows && node.entries.has("$ref") && this.#definition(node) === undefined;
    const part = { ...position, isLost, keywords: this.#keywords(node, position, []) };
    parts.push(part);
    for (const child of this.#children(part)) this.#collect(child, parts);
  }

  #keywords(
    node: MapNode,
    { pointer, use }: Pick<Position, "pointer" | "use">,
    open: readonly string[],
  ): Map<string, PlacedKeyword> {
    const all = new Map<string, PlacedKeyword>();
    const definition = this.#follows ? this.#definition(node) : undefined;
    if (definition !== undefined && !open.includes(definition.pointer)) {
      const inside = { pointer: definition.pointer, use: use ?? `${pointer}/$ref` };
      for (const [key, keyword] of this.#keywords(definition.node, inside, [...open, definition.pointer]))
        all.set(key, keyword);
    }
    for (const [key, entry] of node.entries)
      all.set(key, { node: entry.value, pointer: childPointer(pointer, key), use });
    return all;
  }

  /** The schema that a part refers to, if it is there. */
  #definition(node: MapNode): { readonly pointer: string; readonly node: MapNode } | undefined {
    const reference = node.entries.get("$ref")?.value;
    const isText = reference?.kind === "scalar" && typeof reference.value === "string";
    const name = isText ? referencedSchema(reference.value) : undefined;
    const pointer = name === undefined ? "" : childPointer("/schemas", name);
    const target = name === undefined ? undefined : this.#context.nodeAt(pointer);
    return target?.kind === "map" ? { pointer, node: target } : undefined;
  }

  #children({ keywords, path, depth }: PlacedSchema): readonly Position[] {
    return [...keywords].flatMap(([keyword, { node, pointer, use }]): readonly Position[] => {
      const child = { use, path, name: undefined, depth: depth + 1 };
      switch (schemaKeywords.get(keyword)?.form) {
        case "schema":
        case "schemaOrFlag":
          return node.kind === "map" ? [{ ...child, node, pointer }] : [];
        case "schemaList":
          if (node.kind !== "list") return [];
          return node.items.map((item, index) => ({ ...child, node: item, pointer: childPointer(pointer, index) }));
        case "schemaMap":
          if (node.kind !== "map") return [];
          return [...node.entries.values()].map(({ key: name, value }) => {
            return {
              ...child,
              node: value,
              pointer: childPointer(pointer, name),
              name,
              path: path === "" ? name : `${path}.${name}`,
            };
          });
        default:
          return [];
      }
    });
  }
}

/** The place of a keyword, or of the part itself where the keyword is missing. */
export function faultPlace(part: PlacedSchema, keyword?: string): SchemaFaultPlace {
  const found = keyword === undefined ? undefined : part.keywords.get(keyword);
  const own = found === undefined ? ownPlace(part) : { pointer: found.pointer, use: found.use };
  const written: Place = found === undefined ? { pointer: own.pointer, on: "key" } : { pointer: own.pointer };
  if (own.use === undefined) return { at: written, related: [] };
  return { at: { pointer: own.use }, related: [{ at: written, label: "written here" }] };
}

/** A part that is nothing but a reference is written where the reference leads. */
function ownPlace({ pointer, use, keywords }: PlacedSchema): Pick<PlacedKeyword, "pointer" | "use"> {
  const reference = keywords.get("$ref")?.node;
  const name =
    reference?.kind === "scalar" && typeof reference.value === "string" ? referencedSchema(reference.value) : undefined;
  if (name === undefined) return { pointer, use };
  return { pointer: childPointer("/schemas", name), use: use ?? `${pointer}/$ref` };
}

/** The value of a keyword when it is text. */
export function textOf(part: PlacedSchema, keyword: string): string | undefined {
  const node = part.keywords.get(keyword)?.node;
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
}

/** The value of a keyword when it is a number. */
export function numberOf(part: PlacedSchema, keyword: string): number | undefined {
  const node = part.keywords.get(keyword)?.node;
  return node?.kind === "scalar" && typeof node.value === "number" ? node.value : undefined;
}

/** The types that a part names; a word that is no type has its own rule. */
export function typesOf({ keywords }: PlacedSchema): readonly SchemaType[] {
  const node = keywords.get("type")?.node;
  if (node?.kind !== "list") return node === undefined ? [] : typeIn(node);
  return node.items.flatMap(typeIn);
}

function typeIn(node: TreeNode): readonly SchemaType[] {
  const type = node.kind === "scalar" ? schemaTypes.find((known) => known === node.value) : undefined;
  return type === undefined ? [] : [type];
}
