/** Finds fields that nobody describes, nothing bounds, or that are numbers and should be text. */
import type { TreeNode } from "../read/tree.ts";
import type { DraftFix, FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import type { PlacedSchema } from "./placed-schema.ts";
import { faultPlace, numberOf, schemaRoots, textOf, typesOf, usedParts } from "./schema-walk.ts";

type NameDraft = FindingDraft<{ property: string }>;

/** Named fields of exposed operations without a description. An object in a result is described by its fields. */
export function findUndescribedFields(context: RuleContext): readonly NameDraft[] {
  return schemaRoots(context)
    .filter(({ isExposed }) => isExposed)
    .flatMap(({ pointer, role }) =>
      usedParts(context, pointer).filter(
        (part) => needsDescription(part) && (role === "input" || !typesOf(part).includes("object")),
      ),
    )
    .map((part) => ({ ...faultPlace(part), data: { property: part.path } }));
}

function needsDescription({ name, isLost, keywords }: PlacedSchema): boolean {
  return name !== undefined && !isLost && !keywords.has("description") && !keywords.has("const");
}

/** `text` or `list`. */
export type UnboundedData = { readonly property: string; readonly what: "text" | "list" };

/** Formats whose texts have a length that is known. */
const boundedFormats: ReadonlySet<string> = new Set(["date-time", "date", "time", "uuid", "ipv4", "ipv6", "hostname"]);

/** Arguments of any length. */
export function findUnboundedFields(context: RuleContext): readonly FindingDraft<UnboundedData>[] {
  return schemaRoots(context)
    .filter(({ role }) => role === "input")
    .flatMap(({ pointer }) => usedParts(context, pointer))
    .flatMap((part) => {
      const what = unboundedKind(part);
      return what === undefined ? [] : [{ ...faultPlace(part), data: { property: part.path, what } }];
    });
}

function unboundedKind(part: PlacedSchema): UnboundedData["what"] | undefined {
  const { keywords } = part;
  const types = typesOf(part);
  if (types.includes("array") && !keywords.has("maxItems")) return "list";
  // A pattern without `maxLength` has its own rule.
  if (!types.includes("string") || keywords.has("maxLength") || keywords.has("pattern")) return undefined;
  if (keywords.has("enum") || keywords.has("const")) return undefined;
  const format = textOf(part, "format");
  return format !== undefined && boundedFormats.has(format) ? undefined : "text";
}

/** Names of identifiers and time stamps: `id`, `userId`, `message_ts`, `threadTimestamp`. */
const identifier = /^(?:id|ts|sha|timestamp)$|[a-z0-9](?:Id|Ts|Timestamp|Sha|_id|_ts|_sha|_timestamp)$/;

/** Identifiers that are numbers: the ones of providers outgrow what a number holds exactly, and time stamps have fractions. */
export function findNumericIdentifiers(
  context: RuleContext,
): readonly FindingDraft<{ property: string; type: string }>[] {
  return schemaRoots(context)
    .flatMap(({ pointer }) => usedParts(context, pointer))
    .flatMap((part) => {
      const type = typesOf(part).find((name) => name === "integer" || name === "number");
      if (part.name === undefined || type === undefined || !identifier.test(part.name)) return [];
      const maximum = numberOf(part, "maximum");
      const isExact = type === "integer" && maximum !== undefined && maximum <= Number.MAX_SAFE_INTEGER;
      if (isExact) return [];
      const fixes = toTextFix(part.keywords.get("type")?.node);
      return [{ ...faultPlace(part, "type"), data: { property: part.path, type }, fixes }];
    });
}

function toTextFix(node: TreeNode | undefined): readonly DraftFix[] {
  if (node?.kind !== "scalar") return [];
  return [
    {
      title: "write `string`",
      applicability: "maybe",
      edits: [{ span: node.span, newText: node.style === "quoted" ? '"string"' : "string" }],
    },
  ];
}
