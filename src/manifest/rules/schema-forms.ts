/** Holds schemas against the language's form: keywords it does not know, values of the wrong form, too much of anything. */
import type { Json } from "../../core/json.ts";
import { suggest } from "../language/suggest.ts";
import type { SchemaKeyword } from "../language/schema-keywords.ts";
import {
  hasKeywordForm,
  keywordFormWords,
  outsideKeywords,
  schemaKeywords,
  schemaTypes,
} from "../language/schema-keywords.ts";
import { childPointer } from "../read/tree.ts";
import type { TreeNode } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import type { PlacedKeyword, PlacedSchema } from "./placed-schema.ts";
import { typesOf, writtenParts } from "./schema-walk.ts";

/** `unknown`: no keyword of JSON Schema; `form`: its value; `misplaced`: it speaks of another type. */
export type SchemaFormData = {
  readonly problem: "unknown" | "form" | "misplaced";
  readonly keyword: string;
  readonly given: string;
  readonly expected: string;
  readonly suggestion: string | undefined;
};

type FormDraft = FindingDraft<SchemaFormData>;

export function findInvalidSchemas(context: RuleContext): readonly FormDraft[] {
  const drafts: FormDraft[] = [];
  for (const part of writtenParts(context)) {
    const types = typesOf(part);
    for (const [keyword, placed] of part.keywords) {
      const value = context.plain(placed.node);
      if (isSound(keyword, value, types)) continue;
      drafts.push(...formFaults(part, keyword, placed, value));
    }
  }
  return drafts;
}

/** What nearly every keyword is. */
function isSound(keyword: string, value: Json, types: readonly string[]): boolean {
  const known = schemaKeywords.get(keyword);
  if (known === undefined || !hasKeywordForm(known.form, value)) return false;
  return known.subject === undefined || types.length === 0 || types.some((type) => subjectOf(type) === known.subject);
}

function formFaults(
  part: PlacedSchema,
  keyword: string,
  { node, pointer }: PlacedKeyword,
  value: Json,
): readonly FormDraft[] {
  const known = schemaKeywords.get(keyword);
  const data = { keyword, given: shown(value), expected: "", suggestion: undefined };
  if (known === undefined) {
    if (outsideKeywords.has(keyword)) return [];
    const suggestion = suggest(keyword, [...schemaKeywords.keys()], aliases);
    return [{ at: { pointer, on: "key" }, data: { ...data, problem: "unknown", suggestion } }];
  }
  if (!hasKeywordForm(known.form, value)) {
    const fault = innerFault(known, node, pointer);
    // A schema that is written as true or false is outside the language, which its own rule says.
    if (isOnlyFlags(known, node)) return [];
    const expected = keywordFormWords(known.form);
    return [
      {
        at: { pointer: fault },
        data: { ...data, problem: "form", expected, suggestion: typeSuggestion(keyword, value) },
      },
    ];
  }
  const expected = typesOf(part).join(" or ");
  return [{ at: { pointer, on: "key" }, data: { ...data, problem: "misplaced", expected } }];
}

const aliases: Readonly<Record<string, string>> = {
  values: "enum",
  regex: "pattern",
  optional: "required",
  min: "minimum",
  max: "maximum",
};

const typeAliases: Readonly<Record<string, string>> = {
  int: "integer",
  float: "number",
  double: "number",
  text: "string",
  str: "string",
  bool: "boolean",
  list: "array",
  map: "object",
  dict: "object",
  none: "null",
};

function typeSuggestion(keyword: string, value: Json): string | undefined {
  return keyword === "type" && typeof value === "string" ? suggest(value, schemaTypes, typeAliases) : undefined;
}

/** The member that is no schema, rather than the whole map. */
function innerFault({ form }: SchemaKeyword, node: TreeNode, pointer: string): string {
  if (form === "schemaMap" && node.kind === "map") {
    const wrong = [...node.entries].find(([, { value }]) => value.kind !== "map");
    return wrong === undefined ? pointer : childPointer(pointer, wrong[0]);
  }
  if (form === "schemaList" && node.kind === "list") {
    const wrong = node.items.findIndex(({ kind }) => kind !== "map");
    return wrong < 0 ? pointer : childPointer(pointer, wrong);
  }
  return pointer;
}

function isFlag(node: TreeNode): boolean {
  return node.kind === "scalar" && typeof node.value === "boolean";
}

function isOnlyFlags({ form }: SchemaKeyword, node: TreeNode): boolean {
  if (form === "schema") return isFlag(node);
  const members =
    node.kind === "list" ? node.items : node.kind === "map" ? [...node.entries.values()].map(({ value }) => value) : [];
  const wrong = members.filter(({ kind }) => kind !== "map");
  return (form === "schemaMap" || form === "schemaList") && wrong.length > 0 && wrong.every(isFlag);
}

function subjectOf(type: string): string {
  return type === "integer" ? "number" : type;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
