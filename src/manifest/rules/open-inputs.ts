/** Finds inputs that take more than they name. */
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import type { PlacedSchema } from "./placed-schema.ts";
import { faultPlace, schemaRoots, typesOf, usedParts } from "./schema-walk.ts";

/** `root`: the input is no object; `open`: other keys pass; `unbounded`: any number of keys; `anything`: no type. */
export type OpenData = { readonly problem: "root" | "open" | "unbounded" | "anything"; readonly place: string };

type Draft = FindingDraft<OpenData>;

export function findOpenInputs(context: RuleContext): readonly Draft[] {
  return schemaRoots(context)
    .filter(({ role }) => role === "input")
    .flatMap(({ pointer }) => usedParts(context, pointer).flatMap(faultOf));
}

function faultOf(part: PlacedSchema): readonly Draft[] {
  const problem = problemOf(part);
  if (problem === undefined) return [];
  const isKeywordWrong = problem === "open" && part.keywords.has("additionalProperties");
  const place = faultPlace(part, problem === "root" ? "type" : isKeywordWrong ? "additionalProperties" : undefined);
  return [{ ...place, data: { problem, place: part.path } }];
}

function problemOf(part: PlacedSchema): OpenData["problem"] | undefined {
  const types = typesOf(part);
  if (part.isLost || (part.keywords.has("type") && types.length === 0)) return undefined;
  const isUnion = part.keywords.has("oneOf") || part.keywords.has("anyOf");
  if (part.depth === 0 && (types.length !== 1 || types[0] !== "object")) return "root";
  const rest = additionalOf(part);
  const isObject = types.length === 0 ? part.keywords.has("properties") || rest !== "absent" : types.includes("object");
  if (isObject) {
    // The members of a union are judged by themselves, but at the root only its own word counts.
    if (rest === "absent" && isUnion && !part.keywords.has("properties") && part.depth > 0) return undefined;
    if (rest === "absent" || rest === "any") return "open";
    if (rest === "schema" && part.depth === 0) return "open";
    return rest === "schema" && !part.keywords.has("maxProperties") ? "unbounded" : undefined;
  }
  if (types.includes("array") && !part.keywords.has("items")) return "anything";
  const saysWhat = types.length > 0 || isUnion || part.keywords.has("const") || part.keywords.has("enum");
  return saysWhat ? undefined : "anything";
}

function additionalOf({ keywords }: PlacedSchema): "absent" | "none" | "any" | "schema" {
  const node = keywords.get("additionalProperties")?.node;
  if (node === undefined) return "absent";
  if (node.kind === "map") return "schema";
  return node.kind === "scalar" && node.value === false ? "none" : "any";
}
