/**
 * Holds a tree against the shape of the language: types, keys, choices and forms of text.
 * What keys mean together is judged later, by the rules.
 */
import { assertNever } from "../../core/assert-never.ts";
import type { Report } from "../read/read-fault.ts";
import { isLossyNumber } from "../read/scalar-readings.ts";
import { childPointer } from "../read/tree.ts";
import type { MapNode, TreeNode } from "../read/tree.ts";
import { checkNumber, checkText, checkVersion, checkWord } from "./check-scalar.ts";
import { keyAliases } from "./key-aliases.ts";
import type {
  AnyShape,
  ByKeyShape,
  ByTagShape,
  ByTypeShape,
  ListShape,
  MapShape,
  ObjectShape,
  Shape,
} from "./shape.ts";
import { checkName } from "./check-name.ts";
import {
  reportBadWord,
  reportChoice,
  reportMissing,
  reportUnknownKey,
  reportUnquoted,
  reportWrongType,
} from "./structure-report.ts";
import { suggest } from "./suggest.ts";
import { isOperatorKey, requestValueOperators, responseValueOperators } from "./value-operators.ts";

/** Reports every place where `node` is not of `shape`. */
export function checkStructure(shape: Shape, node: TreeNode, pointer: string, report: Report): void {
  switch (shape.kind) {
    case "text":
      return checkText(shape, node, pointer, report);
    case "number":
      return checkNumber(shape, node, pointer, report);
    case "version":
      return checkVersion(shape, node, pointer, report);
    case "word":
      return checkWord(shape, node, pointer, report);
    case "boolean":
      if (node.kind !== "scalar" || typeof node.value !== "boolean")
        reportWrongType(report, node, pointer, "true or false");
      return;
    case "list":
      return checkList(shape, node, pointer, report);
    case "map":
      return checkMap(shape, node, pointer, report);
    case "object":
      return checkObject(shape, node, pointer, report);
    case "byType":
      return checkByType(shape, node, pointer, report);
    case "byTag":
      return checkByTag(shape, node, pointer, report);
    case "byKey":
      return checkByKey(shape, node, pointer, report);
    case "json":
    case "schema":
    case "requestValue":
    case "responseValue":
      return checkAny(shape, node, pointer, report);
    default:
      return assertNever(shape);
  }
}

function checkList(shape: ListShape, node: TreeNode, pointer: string, report: Report): void {
  if (node.kind !== "list") return reportWrongType(report, node, pointer, "a list");
  if (node.items.length < (shape.min ?? 0)) reportWrongType(report, node, pointer, "a list with at least one item");
  if (shape.max !== undefined && node.items.length > shape.max) {
    reportWrongType(report, node, pointer, `a list of at most ${shape.max} items`);
    return;
  }
  const seen = new Set<unknown>();
  for (let index = 0; index < node.items.length; index += 1) {
    const item = node.items[index];
    if (item === undefined) continue;
    const below = childPointer(pointer, index);
    checkStructure(shape.item, item, below, report);
    if (shape.unique !== true || item.kind !== "scalar") continue;
    if (seen.has(item.value)) reportWrongType(report, item, below, "a value that is not in the list yet");
    seen.add(item.value);
  }
}

function checkMap(shape: MapShape, node: TreeNode, pointer: string, report: Report): void {
  if (node.kind !== "map") return reportWrongType(report, node, pointer, "a map of names");
  if (node.entries.size < (shape.min ?? 0)) reportWrongType(report, node, pointer, "a map with at least one entry");
  for (const entry of node.entries.values()) {
    const below = childPointer(pointer, entry.key);
    if (shape.names !== undefined) checkName(shape.names, entry, below, report);
    checkStructure(shape.value, entry.value, below, report);
  }
}

function checkObject(shape: ObjectShape, node: TreeNode, pointer: string, report: Report, tag?: string): void {
  if (node.kind !== "map") return reportWrongType(report, node, pointer, "a map");
  for (const entry of node.entries.values()) {
    const field = Object.hasOwn(shape.fields, entry.key) ? shape.fields[entry.key] : undefined;
    if (field !== undefined) checkStructure(field.shape, entry.value, childPointer(pointer, entry.key), report);
    else if (entry.key !== tag && !(shape.hasExtensions === true && entry.key.startsWith("x-"))) {
      const known = Object.keys(shape.fields).filter((key) => !node.entries.has(key));
      const belongs = homeOf(entry.key, shape);
      const instead = insteadOf(entry.key, shape);
      reportUnknownKey(report, { entry, pointer, known, aliases: keyAliases, belongs, instead });
    }
  }
  for (const key of requiredOf(shape)) {
    if (!node.entries.has(key)) reportMissing(report, pointer, key, shape.fields[key]?.missingRule);
  }
  checkGroups(shape, node, pointer, report);
}

const requiredKeys = new Map<ObjectShape, readonly string[]>();

/** Shapes are few and never change. */
function requiredOf(shape: ObjectShape): readonly string[] {
  let keys = requiredKeys.get(shape);
  if (keys === undefined) {
    keys = Object.keys(shape.fields).filter((key) => shape.fields[key]?.required === true);
    requiredKeys.set(shape, keys);
  }
  return keys;
}

function checkGroups(shape: ObjectShape, node: MapNode, pointer: string, report: Report): void {
  const one = shape.exactlyOne;
  const present = (one ?? []).filter((key) => node.entries.has(key));
  if (one !== undefined && present.length !== 1) {
    const second = present[1];
    const at = second === undefined ? pointer : childPointer(pointer, second);
    reportChoice(report, { pointer: at, on: "key" }, one, present);
  }
  const some = shape.atLeastOne;
  if (some !== undefined && !some.some((key) => node.entries.has(key))) {
    reportChoice(report, { pointer, on: "key" }, some, []);
  }
}

function insteadOf(key: string, { instead }: ObjectShape): string | undefined {
  return instead !== undefined && Object.hasOwn(instead, key) ? instead[key] : undefined;
}

/** The field of `shape` under which a key of this name would be right. */
function homeOf(key: string, shape: ObjectShape): string | undefined {
  return Object.entries(shape.fields).find(([, field]) => keysOf(field.shape).includes(key))?.[0];
}

function keysOf(shape: Shape): readonly string[] {
  if (shape.kind === "object") return Object.keys(shape.fields);
  if (shape.kind === "byType") return shape.map === undefined ? [] : keysOf(shape.map);
  if (shape.kind === "byKey" || shape.kind === "byTag") return Object.values(shape.variants).flatMap(keysOf);
  return [];
}

function checkByType(shape: ByTypeShape, node: TreeNode, pointer: string, report: Report): void {
  const variant = variantByType(shape, node);
  if (variant === undefined) reportWrongType(report, node, pointer, shape.what);
  else checkStructure(variant, node, pointer, report);
}

function variantByType(shape: ByTypeShape, node: TreeNode): Shape | undefined {
  if (node.kind === "map") return shape.map;
  if (node.kind === "list") return shape.list;
  if (typeof node.value === "number") return shape.number ?? shape.text;
  return typeof node.value === "string" ? shape.text : undefined;
}

function checkByTag(shape: ByTagShape, node: TreeNode, pointer: string, report: Report): void {
  if (node.kind !== "map") return reportWrongType(report, node, pointer, "a map");
  const tag = node.entries.get(shape.tag)?.value;
  if (tag === undefined) return reportMissing(report, pointer, shape.tag, shape.missingRule);
  const below = childPointer(pointer, shape.tag);
  const words = Object.keys(shape.variants);
  if (tag.kind !== "scalar" || typeof tag.value !== "string") {
    return reportWrongType(report, tag, below, `one of ${words.join(", ")}`);
  }
  const variant = Object.hasOwn(shape.variants, tag.value) ? shape.variants[tag.value] : undefined;
  if (variant === undefined) reportBadWord(report, tag, below, words, undefined);
  else checkObject(variant, node, pointer, report, shape.tag);
}

function checkByKey(shape: ByKeyShape, node: TreeNode, pointer: string, report: Report): void {
  if (node.kind !== "map") return reportWrongType(report, node, pointer, shape.what);
  const choices = Object.keys(shape.variants);
  const present = choices.filter((key) => node.entries.has(key));
  const [chosen, second] = present;
  if (second !== undefined)
    return reportChoice(report, { pointer: childPointer(pointer, second), on: "key" }, choices, present);
  const variant = chosen === undefined ? (shape.otherwise ?? likelyVariant(shape, node)) : shape.variants[chosen];
  if (variant !== undefined) return checkObject(variant, node, pointer, report);
  // No choice was made: a key that is nearly one of the choices is a slip, not a missing choice.
  const slip = [...node.entries.values()].find((entry) => suggest(entry.key, choices, keyAliases) !== undefined);
  if (slip === undefined) return reportChoice(report, { pointer, on: "key" }, choices, []);
  return reportUnknownKey(report, { entry: slip, pointer, known: choices, aliases: keyAliases, belongs: undefined });
}

/** The variant that shares a key with the node, when the deciding key itself is missing. */
function likelyVariant(shape: ByKeyShape, node: MapNode): ObjectShape | undefined {
  const variants = Object.values(shape.variants);
  const sharing = variants.filter((variant) => Object.keys(variant.fields).some((key) => node.entries.has(key)));
  return sharing.length === 1 ? sharing[0] : undefined;
}

function checkAny(shape: AnyShape, node: TreeNode, pointer: string, report: Report): void {
  if (shape.kind === "schema" && node.kind !== "map") return reportWrongType(report, node, pointer, "a JSON Schema");
  if (shape.kind === "requestValue" || shape.kind === "responseValue") return checkValue(shape, node, pointer, report);
  return checkJson(node, pointer, report);
}

function checkJson(node: TreeNode, pointer: string, report: Report): void {
  if (node.kind === "scalar") {
    if (typeof node.value === "number" && isDoubtful(node.source, node.value))
      reportUnquoted(report, node, pointer, "precision");
  } else if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) checkJson(item, childPointer(pointer, index), report);
  } else {
    for (const entry of node.entries.values()) checkJson(entry.value, childPointer(pointer, entry.key), report);
  }
}

/** A number that is not kept, or that looks like a hexadecimal digest: `0e12345`, `1234567e3`. */
function isDoubtful(source: string, value: number): boolean {
  return isLossyNumber(source, value) || /^(?:0|[0-9]{2,})[Ee][0-9]+$/.test(source);
}

function checkValue(shape: AnyShape, node: TreeNode, pointer: string, report: Report): void {
  if (node.kind === "scalar") return checkJson(node, pointer, report);
  if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) checkValue(shape, item, childPointer(pointer, index), report);
    return;
  }
  const operator = [...node.entries.values()].find((entry) => isOperatorKey(entry.key));
  if (operator === undefined) {
    for (const entry of node.entries.values()) checkValue(shape, entry.value, childPointer(pointer, entry.key), report);
    return;
  }
  const operators = shape.kind === "requestValue" ? requestValueOperators : responseValueOperators;
  if (node.entries.size > 1) {
    return reportChoice(report, { pointer: childPointer(pointer, operator.key), on: "key" }, Object.keys(operators), [
      ...node.entries.keys(),
    ]);
  }
  const operand = Object.hasOwn(operators, operator.key) ? operators[operator.key] : undefined;
  if (operand !== undefined) checkStructure(operand, operator.value, childPointer(pointer, operator.key), report);
  else if (operator.key !== secretOperator) {
    reportUnknownKey(report, {
      entry: operator,
      pointer,
      known: Object.keys(operators),
      aliases: {},
      belongs: undefined,
    });
  }
}

/** There is no such operator; the rule on secrets outside `auth` says so better than "unknown key". */
const secretOperator = "$secret";
