/** The sections of the reference as Markdown: one table of keys for each kind of map. */
import type { Json } from "../../src/core/json.ts";
import { exampleText, type FoundExamples } from "./examples.ts";
import { isOfOperation, manifestSections, rowsOf, type KeyedShape, type Row, type Section } from "./sections.ts";
import { cell, code, table } from "./table.ts";
import { choiceWords, shapeWords, type LinkTo } from "./words.ts";

/** Every section, the manifest's own first. Throws when a key has no example. */
export function keySections(examples: FoundExamples): readonly string[] {
  const sections = manifestSections();
  requireOwnAnchors(sections);
  const places = new Map(sections.map(({ shape, place }) => [shape, place]));
  const linkTo: LinkTo = (shape) => {
    const place = places.get(shape);
    if (place === undefined) throw new Error("a shape has no section");
    return `[${titleOf(place)}](#${anchorOf(place)})`;
  };
  return sections.map((section) => sectionText(section, linkTo, examples));
}

function sectionText({ shape, place, alsoAt }: Section, linkTo: LinkTo, examples: FoundExamples): string {
  const rows = [...tagRow(shape), ...rowsOf(shape).map((row) => keyRow(row, place, linkTo, examples))];
  const also = alsoAt.length === 0 ? "" : `Also at ${alsoAt.map((other) => code(relative(other))).join(", ")}.`;
  const intro = [also, rulesOf(shape)].filter((text) => text !== "").join(" ");
  return [
    `${place === "" || place === operationPlace ? "##" : "###"} ${titleOf(place)}`,
    ...(intro === "" ? [] : ["", intro]),
    "",
    table(["key", "value", "default", "meaning", "example"], rows),
  ].join("\n");
}

const operationPlace = "operations.*";

function titleOf(place: string): string {
  if (place === "") return "The manifest";
  return place === operationPlace ? "An operation" : code(relative(place));
}

/** Places in an operation are named from there. */
function relative(place: string): string {
  return isOfOperation(place) && place !== operationPlace ? place.slice(operationPlace.length + 1) : place;
}

/** The anchor that is made of a heading: its letters and digits, and hyphens for spaces. */
function anchorOf(place: string): string {
  return titleOf(place)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_ -]/g, "")
    .replaceAll(" ", "-");
}

function requireOwnAnchors(sections: readonly Section[]): void {
  const anchors = sections.map(({ place }) => anchorOf(place));
  const twice = anchors.find((anchor, index) => anchors.indexOf(anchor) !== index);
  if (twice !== undefined) throw new Error(`two sections of the reference have the anchor ${twice}`);
}

/** What holds of several keys together. */
function rulesOf(shape: KeyedShape): string {
  if (shape.kind === "byTag") return "";
  if (shape.kind === "byKey") {
    if (shape.otherwise !== undefined) return `${shape.what.replace(/^./, (first) => first.toUpperCase())}.`;
    return `Exactly one of ${choiceWords(Object.keys(shape.variants))}.`;
  }
  return [
    ...(shape.exactlyOne === undefined ? [] : [`Exactly one of ${choiceWords(shape.exactlyOne)}.`]),
    ...(shape.atLeastOne === undefined ? [] : [`At least one of ${choiceWords(shape.atLeastOne)}.`]),
    ...(shape.hasExtensions === true ? ["Keys that begin with `x-` are kept and never interpreted."] : []),
  ].join(" ");
}

/** The key whose value decides which others there are. */
function tagRow(shape: KeyedShape): readonly (readonly string[])[] {
  if (shape.kind !== "byTag") return [];
  const words = Object.keys(shape.variants);
  return [[code(shape.tag), choiceWords(words), "**required**", shape.doc, code(`${shape.tag}: ${words[0] ?? ""}`)]];
}

function keyRow(row: Row, place: string, linkTo: LinkTo, examples: FoundExamples): readonly string[] {
  const { key, field, where } = row;
  const values = examples.fields.get(field) ?? [];
  if (values.length === 0) throw new Error(`the example manifest has no ${place === "" ? key : `${place}.${key}`}`);
  const example = exampleText(key, values);
  return [
    code(key),
    cell(shapeWords(field.shape, linkTo)),
    defaultText(row),
    cell(where === "" ? field.doc : `${field.doc} ${where}`),
    example === undefined ? "" : code(example),
  ];
}

function defaultText({ field, isChoice }: Row): string {
  if (isChoice) return "choice";
  if (field.required === true) return "**required**";
  return field.default === undefined ? "" : code(plain(field.default));
}

function plain(value: Json): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}
