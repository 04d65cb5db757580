/** Finds schemas that contradict themselves: what is required and not declared, defaults that do not fit, empty ranges. */
import { parseDuration } from "../../core/duration.ts";
import type { Json } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { ManifestSchema } from "../../core/manifest-schema.ts";

import type { SourceConfigField } from "../language/source-manifest.ts";
import { suggest } from "../language/suggest.ts";
import type { MapNode, TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import { referencedSchema, resolveSchema } from "../resolve/resolve-schema.ts";
import { createUnresolved } from "../resolve/unresolved.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import type { PlacedSchema } from "./placed-schema.ts";
import { numberOf, textOf, typesOf, writtenParts } from "./schema-walk.ts";
import { misfits } from "./value-fit.ts";

/** A required name without a property. */
export type RequiredData = {
  readonly name: string;
  readonly known: readonly string[];
  readonly suggestion: string | undefined;
};

export function findUndeclaredRequired(context: RuleContext): readonly FindingDraft<RequiredData>[] {
  return writtenParts(context).flatMap((part) => {
    const required = part.keywords.get("required")?.node;
    const declared = declaredNames(context, part);
    if (required?.kind !== "list" || declared === undefined) return [];
    return required.items.flatMap((item, index) => {
      if (item.kind !== "scalar" || typeof item.value !== "string" || declared.has(item.value)) return [];
      const known = [...declared];
      const data = { name: item.value, known, suggestion: suggest(item.value, known) };
      return [{ at: { pointer: childPointer(`${part.pointer}/required`, index) }, data }];
    });
  });
}

/** Every name that a part may have; `undefined` when others may be there as well. */
function declaredNames(context: RuleContext, part: PlacedSchema): ReadonlySet<string> | undefined {
  const node = context.nodeAt(part.pointer);
  // A member of a union adds to the object around it.
  if (node?.kind !== "map" || /\/(?:oneOf|anyOf)\/[0-9]+$/.test(part.pointer)) {
    return node?.kind === "map" && node.entries.has("properties") ? namesIn(context, node, new Set()) : undefined;
  }
  return node.entries.get("additionalProperties")?.value.kind === "map" ? undefined : namesIn(context, node, new Set());
}

function namesIn(context: RuleContext, node: MapNode, seen: Set<MapNode>): ReadonlySet<string> {
  if (seen.has(node)) return new Set();
  seen.add(node);
  const properties = node.entries.get("properties")?.value;
  const own = properties?.kind === "map" ? [...properties.entries.keys()] : [];
  const reference = node.entries.get("$ref")?.value;
  const name =
    reference?.kind === "scalar" && typeof reference.value === "string" ? referencedSchema(reference.value) : undefined;
  const target = name === undefined ? undefined : context.nodeAt(childPointer("/schemas", name));
  const unions = ["oneOf", "anyOf"].flatMap((key) => {
    const union = node.entries.get(key)?.value;
    return union?.kind === "list" ? union.items : [];
  });
  const others = [target, ...unions].flatMap((other) =>
    other?.kind === "map" ? [...namesIn(context, other, seen)] : [],
  );
  return new Set([...own, ...others]);
}

/** A value in the manifest that its own schema, or its setting, refuses. */
export type MisfitData = { readonly what: string; readonly given: string; readonly expected: string };

export function findInvalidDefaults(context: RuleContext): readonly FindingDraft<MisfitData>[] {
  const schemas = writtenParts(context).flatMap((part) => [
    ...defaultFaults(context, part),
    ...exampleFaults(context, part),
  ]);
  const settings = Object.entries(context.source.config ?? {}).flatMap(([name, field]) => {
    const expected = field.default === undefined ? undefined : settingMisfit(field, field.default);
    if (expected === undefined) return [];
    const at = { pointer: `${childPointer("/config", name)}/default` };
    return [{ at, data: { what: `the default of \`${name}\``, given: JSON.stringify(field.default), expected } }];
  });
  return [...schemas, ...settings];
}

function defaultFaults(context: RuleContext, part: PlacedSchema): readonly FindingDraft<MisfitData>[] {
  const node = part.keywords.get("default")?.node;
  if (node === undefined) return [];
  return misfitDrafts(context, part, {
    what: "the default",
    value: context.plain(node),
    at: `${part.pointer}/default`,
  });
}

function exampleFaults(context: RuleContext, part: PlacedSchema): readonly FindingDraft<MisfitData>[] {
  const node = part.keywords.get("examples")?.node;
  if (node?.kind !== "list") return [];
  return node.items.flatMap((item, index) =>
    misfitDrafts(context, part, {
      what: "the example",
      value: context.plain(item),
      at: `${part.pointer}/examples/${index}`,
    }),
  );
}

function misfitDrafts(
  context: RuleContext,
  part: PlacedSchema,
  { what, value, at }: { readonly what: string; readonly value: Json; readonly at: string },
): readonly FindingDraft<MisfitData>[] {
  const node = context.nodeAt(part.pointer);
  const written = node === undefined ? undefined : context.plain(node);
  if (!isJsonObject(written)) return [];
  const scope = { schemas: context.source.schemas ?? {}, unresolved: createUnresolved() };
  const [first] = misfits(resolveSchema(written, scope), value);
  if (first === undefined) return [];
  const given = `${shownValue(value)}${first.pointer === "" ? "" : ` at ${first.pointer}`}`;
  return [{ at: { pointer: at }, data: { what, given, expected: first.expected } }];
}

function shownValue(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** What a setting of this type must be, when the value is not. */
function settingMisfit(field: SourceConfigField, value: Json): string | undefined {
  switch (field.type) {
    case "integer":
      return misfits(
        { type: "integer", ...ifDefined("minimum", field.min), ...ifDefined("maximum", field.max) },
        value,
      )[0]?.expected;
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "duration":
      return typeof value === "string" && parseDuration(value) !== undefined ? undefined : "a duration such as 30s";
    case "url":
      return typeof value === "string" && URL.canParse(value)
        ? undefined
        : "an address such as https://api.acme.example";
    case "enum":
      return misfits({ enum: field.enum ?? [] }, value)[0]?.expected;
    case "stringList":
      return misfits({ type: "array", items: { type: "string" } }, value)[0]?.expected;
    default:
      return misfits(
        { type: "string", ...ifDefined("maxLength", field.maxLength), ...ifDefined("pattern", field.pattern) },
        value,
      )[0]?.expected;
  }
}

function ifDefined<Key extends string, Value>(key: Key, value: Value | undefined): { readonly [K in Key]?: Value } {
  // The computed key is the one that the type names.
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
}

/** `range`: two bounds that leave nothing; `choice`: a choice that its type refuses. */
export type UnsatisfiableData = { readonly problem: "range" | "choice"; readonly low: string; readonly high: string };

const ranges = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minimum", "maximum"],
] as const;

export function findUnsatisfiable(context: RuleContext): readonly FindingDraft<UnsatisfiableData>[] {
  return writtenParts(context).flatMap((part) => [...emptyRanges(part), ...refusedChoices(context, part)]);
}

function emptyRanges(part: PlacedSchema): readonly FindingDraft<UnsatisfiableData>[] {
  return ranges.flatMap(([lower, upper]) => {
    const low = numberOf(part, lower);
    const high = numberOf(part, upper);
    if (low === undefined || high === undefined) return [];
    const hasWhole = Math.ceil(low) <= Math.floor(high);
    if (low <= high && (hasWhole || !typesOf(part).every((type) => type === "integer"))) return [];
    const related = [{ at: { pointer: `${part.pointer}/${lower}` }, label: "the lower bound" }];
    const data = { problem: "range", low: `${lower}: ${String(low)}`, high: `${upper}: ${String(high)}` } as const;
    return [{ at: { pointer: `${part.pointer}/${upper}` }, related, data }];
  });
}

function refusedChoices({ plain }: RuleContext, part: PlacedSchema): readonly FindingDraft<UnsatisfiableData>[] {
  const choices = [
    ...(part.keywords.has("const")
      ? [{ node: part.keywords.get("const")?.node, pointer: `${part.pointer}/const` }]
      : []),
    ...listItems(part).map((node, index) => ({ node, pointer: `${part.pointer}/enum/${String(index)}` })),
  ];
  if (choices.length === 0) return [];
  const bounds = boundsOf(part);
  return choices.flatMap(({ node, pointer }) => {
    const given = node === undefined ? null : plain(node);
    const [first] = misfits(bounds, given);
    if (first === undefined) return [];
    return [{ at: { pointer }, data: { problem: "choice", low: shownValue(given), high: first.expected } as const }];
  });
}

function listItems(part: PlacedSchema): readonly TreeNode[] {
  const node = part.keywords.get("enum")?.node;
  return node?.kind === "list" ? node.items : [];
}

/** The type and the bounds of a part, without its choices. */
function boundsOf(part: PlacedSchema): ManifestSchema {
  const types = typesOf(part);
  return {
    ...(types.length === 0 ? {} : { type: types }),
    ...ifDefined("minLength", numberOf(part, "minLength")),
    ...ifDefined("maxLength", numberOf(part, "maxLength")),
    ...ifDefined("minimum", numberOf(part, "minimum")),
    ...ifDefined("maximum", numberOf(part, "maximum")),
    ...ifDefined("pattern", textOf(part, "pattern")),
  };
}
