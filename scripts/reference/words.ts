/** What a value must be, in words for a table: its form, its unit and its range. */
import { assertNever } from "../../src/core/assert-never.ts";
import type {
  ByTypeShape,
  ListShape,
  MapShape,
  NumberShape,
  Shape,
  TextShape,
} from "../../src/manifest/language/shape.ts";
import { isKeyed, rowsOf } from "./sections.ts";
import type { KeyedShape } from "./sections.ts";

/** Gives the link to the section of a shape. */
export type LinkTo = (shape: KeyedShape) => string;

/** The form of a value. */
export function shapeWords(shape: Shape, linkTo: LinkTo): string {
  switch (shape.kind) {
    case "text":
      return textWords(shape);
    case "number":
      return numberWords(shape);
    case "boolean":
      return "`true` or `false`";
    case "version":
      return `\`${String(shape.version)}\``;
    case "word":
      return choiceWords(shape.words);
    case "list":
      return listWords(shape, linkTo);
    case "map":
      return mapWords(shape, linkTo);
    case "byType":
      return byTypeWords(shape, linkTo);
    case "object":
    case "byTag":
    case "byKey":
      return rowsOf(shape).length === 0 ? "`{}`" : `map: ${linkTo(shape)}`;
    case "json":
      return "any JSON";
    case "schema":
      return "[schema](#schemas)";
    case "requestValue":
      return "[value](#values)";
    case "responseValue":
      return "[value](#values), the answer's included";
    default:
      return assertNever(shape);
  }
}

/** The words of a text's form, without its lengths. */
export function formWords({ what }: TextShape): string {
  return what.replace(/^an? /, "");
}

function textWords(shape: TextShape): string {
  const { max, what } = shape;
  if (max === undefined || what.includes("characters")) return formWords(shape);
  return `${formWords(shape)}, up to ${count(max)} characters`;
}

function numberWords({ integer, min, max }: NumberShape): string {
  const what = integer ? "whole number" : "number";
  if (min !== undefined && max !== undefined) return `${what}, ${count(min)} to ${count(max)}`;
  return min === undefined ? what : `${what}, ${count(min)} or more`;
}

export function choiceWords(words: readonly string[]): string {
  const shown = words.map((word) => `\`${word}\``);
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1) ?? ""}`;
}

function listWords({ item, min, max, unique }: ListShape, linkTo: LinkTo): string {
  const bounds = [
    ...(min === undefined ? [] : [`at least ${count(min)}`]),
    ...(max === undefined ? [] : [`at most ${count(max)}`]),
    ...(unique === true ? ["all different"] : []),
  ];
  const of = isKeyed(item) ? linkTo(item) : shapeWords(item, linkTo);
  return `list${bounds.length === 0 ? "" : ` (${bounds.join(", ")})`} of ${of}`;
}

function mapWords({ names, value, min }: MapShape, linkTo: LinkTo): string {
  const key = names === undefined ? "any name" : formWords(names).replace(/ \(.*\)$/, "");
  const of = isKeyed(value) ? linkTo(value) : shapeWords(value, linkTo);
  return `map${min === undefined ? "" : ` (at least ${count(min)})`} from ${key} to ${of}`;
}

function byTypeWords({ what, map }: ByTypeShape, linkTo: LinkTo): string {
  const words = what.replace(/^an? /, "");
  return map !== undefined && isKeyed(map) ? `${words}: ${linkTo(map)}` : words;
}

/** Digits in groups, as people read them. */
function count(value: number): string {
  return value.toLocaleString("en-US");
}
