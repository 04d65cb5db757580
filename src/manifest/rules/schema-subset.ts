/** Finds what JSON Schema has and the language leaves out, and schemas that are too large for the hosts of agents. */
import { suggest } from "../language/suggest.ts";
import { outsideKeywords, schemaKeywords } from "../language/schema-keywords.ts";
import { childPointer } from "../read/tree.ts";
import type { TreeNode } from "../read/tree.ts";
import type { FindingDraft, Place } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import type { PlacedSchema } from "./placed-schema.ts";
import { schemaRoots, textOf, typesOf, usedParts, writtenParts } from "./schema-walk.ts";

/** `what` names the keyword, the format or the limit. */
export type SubsetData = {
  readonly problem: "keyword" | "format" | "flag" | "types" | "anyOf" | "unique" | "depth" | "properties" | "size";
  readonly what: string;
  readonly advice: string;
};

type Draft = FindingDraft<SubsetData>;

const knownFormats = ["date-time", "date", "time", "uuid", "email", "uri", "hostname", "ipv4", "ipv6"] as const;
const mostLevels = 10;
const mostProperties = 100;
const mostBytes = 32_768;

export function findOutsideSubset(context: RuleContext): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const part of writtenParts(context)) {
    for (const faultsOf of partFaults) drafts.push(...faultsOf(part));
  }
  return [...drafts, ...largeSchemas(context)];
}

function draft(at: Place, problem: SubsetData["problem"], what: string, advice = ""): Draft {
  return { at, data: { problem, what, advice } };
}

function outsideWords({ keywords }: PlacedSchema): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const [keyword, { pointer }] of keywords) {
    const advice = outsideKeywords.get(keyword);
    if (advice !== undefined) drafts.push(draft({ pointer, on: "key" }, "keyword", keyword, advice));
  }
  return drafts;
}

function wrongFormat(part: PlacedSchema): readonly Draft[] {
  const format = textOf(part, "format");
  const known: readonly string[] = knownFormats;
  // A password has rules of its own.
  if (format === undefined || known.includes(format) || format === "password") return [];
  const near = suggest(format, known, { datetime: "date-time", url: "uri", ip: "ipv4", guid: "uuid" });
  const advice = near === undefined ? `use one of ${known.join(", ")}, or a pattern` : `did you mean \`${near}\`?`;
  return [draft({ pointer: `${part.pointer}/format` }, "format", format, advice)];
}

/** `true` takes anything and `false` nothing; only `additionalProperties` may say so. */
function flagSchemas({ keywords }: PlacedSchema): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const [keyword, { node, pointer }] of keywords) {
    const form = schemaKeywords.get(keyword)?.form;
    if (form === "schema" && isFlag(node)) drafts.push(draft({ pointer }, "flag", keyword));
    if (form === "schemaList" && node.kind === "list") {
      for (const [index, item] of node.items.entries()) {
        if (isFlag(item)) drafts.push(draft({ pointer: childPointer(pointer, index) }, "flag", keyword));
      }
    }
    if (form === "schemaMap" && node.kind === "map") {
      for (const { key, value } of node.entries.values()) {
        if (isFlag(value)) drafts.push(draft({ pointer: childPointer(pointer, key) }, "flag", key));
      }
    }
  }
  return drafts;
}

function isFlag(node: TreeNode): boolean {
  return node.kind === "scalar" && typeof node.value === "boolean";
}

function mixedTypes(part: PlacedSchema): readonly Draft[] {
  const types = typesOf(part);
  const others = types.filter((type) => type !== "null");
  if (others.length < 2 || !others.some((type) => type === "object" || type === "array")) return [];
  return [draft({ pointer: `${part.pointer}/type` }, "types", types.join(", "))];
}

/** `anyOf` says "or null" and nothing else. */
function wideUnions({ keywords }: PlacedSchema): readonly Draft[] {
  const union = keywords.get("anyOf");
  if (union?.node.kind !== "list") return [];
  const nulls = union.node.items.filter((item) => {
    const type = item.kind === "map" ? item.entries.get("type")?.value : undefined;
    return type?.kind === "scalar" && type.value === "null";
  });
  if (union.node.items.length === 2 && nulls.length === 1) return [];
  return [draft({ pointer: union.pointer, on: "key" }, "anyOf", "anyOf")];
}

function comparedItems(part: PlacedSchema): readonly Draft[] {
  const unique = part.keywords.get("uniqueItems")?.node;
  const items = part.keywords.get("items")?.node;
  if (unique?.kind !== "scalar" || unique.value !== true || items?.kind !== "map") return [];
  const type = items.entries.get("type")?.value;
  const isCompound = type?.kind === "scalar" && (type.value === "object" || type.value === "array");
  return isCompound ? [draft({ pointer: `${part.pointer}/uniqueItems` }, "unique", "uniqueItems")] : [];
}

function manyProperties(part: PlacedSchema): readonly Draft[] {
  const node = part.keywords.get("properties")?.node;
  if (node?.kind !== "map" || node.entries.size <= mostProperties) return [];
  return [draft({ pointer: `${part.pointer}/properties`, on: "key" }, "properties", String(node.entries.size))];
}

const partFaults = [
  outsideWords,
  wrongFormat,
  flagSchemas,
  mixedTypes,
  wideUnions,
  comparedItems,
  manyProperties,
] as const;

/** What a schema becomes once its references are written out counts, not how it is written. */
function largeSchemas(context: RuleContext): readonly Draft[] {
  const written = new WrittenOut(context);
  return schemaRoots(context).flatMap(({ pointer }): readonly Draft[] => {
    const at = { pointer, on: "key" as const };
    const size = written.sizeOf(pointer);
    if (size > mostBytes) return [draft(at, "size", sizeWords(size))];
    const deepest = Math.max(0, ...usedParts(context, pointer).map(({ depth }) => depth + 1));
    return deepest > mostLevels ? [draft(at, "depth", String(deepest))] : [];
  });
}

function sizeWords(bytes: number): string {
  return bytes > 1_073_741_824 ? "more than a gigabyte" : `${String(Math.ceil(bytes / 1024))} KiB`;
}

const referenceStart = '"$ref":';
const reference = /"\$ref":"#\/schemas\/([A-Za-z0-9]+)"/g;

/** Sums sizes by name: schemas that refer to two others each grow beyond all memory when they are written out. */
class WrittenOut {
  readonly #context: RuleContext;
  readonly #known = new Map<string, number>();

  constructor(context: RuleContext) {
    this.#context = context;
  }

  sizeOf(pointer: string): number {
    const known = this.#known.get(pointer);
    if (known !== undefined) return known;
    // A circle has its own rule; here it ends.
    this.#known.set(pointer, 0);
    const node = this.#context.nodeAt(pointer);
    const text = node === undefined ? "" : JSON.stringify(this.#context.plain(node));
    let size = Buffer.byteLength(text);
    if (text.includes(referenceStart)) {
      for (const [, name = ""] of text.matchAll(reference)) size += this.sizeOf(childPointer("/schemas", name));
    }
    this.#known.set(pointer, size);
    return size;
  }
}
