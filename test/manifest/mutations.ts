/** Random harm to good manifests, in their text and in their tree. Shared by the properties and by the long run. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { stringify } from "yaml";
import type { Json } from "../../src/core/json.ts";

const root = join(import.meta.dirname, "../..");

/** A manifest without an error. */
export interface GoodManifest {
  readonly path: string;
  readonly text: string;
}

/** The good files of the fixtures, small ones only: what is small is hit more often where it matters. */
export const goodManifests: readonly GoodManifest[] = globSync("test/fixtures/manifests/*/good.*", { cwd: root })
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
  .filter(({ text }) => text.length < 8000);

/** Text that means something to YAML, to JSON, to patterns or to a terminal. */
const pieces = [
  " ",
  "  ",
  "\n",
  "\n  ",
  "\n\n",
  "\t",
  "\r\n",
  "\uFEFF",
  "\u200B",
  "\u202E",
  "\u2028",
  "\u0000",
  "\u001B[31m",

  ":",
  ": ",
  "- ",
  "-",
  "#",
  " # ",
  "{",
  "}",
  "[",
  "]",
  ",",
  ", ",
  "'",
  '"',
  "?",
  "? ",
  "|",
  "|\n",
  ">-\n",
  "=",
  "%",

  "&a ",
  "*a",
  "!t ",
  "!!binary ",
  "<<: *a",
  "---",
  "...",
  "@",
  "`",
  "~",
  "null",
  "yes",
  "012",
  "1:30",
  "0x1",
  "1e400",

  "1.10",
  "-1",
  "9007199254740993",
  "2026-03-10",
  "__proto__: 1",
  "constructor",
  "$ref: '#/schemas/A'",
  "$input: /x",
  "^(a+)+$",
  "(?=a)",
  "\\",
  "\\u0041",
  "é",
  "а",
  "😀",
  "/../",
  "{config.x}",
  "http://u:p@127.1/",
  "x".repeat(300),
];

export interface TextEdit {
  readonly kind: "insert" | "remove" | "replace" | "repeat";
  /** From 0 (the start) to 1 (the end). */
  readonly place: number;
  readonly length: number;
  readonly piece: string;
}

/** Without the bias of samples for their ends, so that every part of a text is met. */
const place = fc.noBias(fc.integer({ min: 0, max: 999_999 }).map((part) => part / 1_000_000));

export const textEdits: fc.Arbitrary<readonly TextEdit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom("insert" as const, "remove" as const, "replace" as const, "repeat" as const),
    place,
    length: fc.integer({ min: 1, max: 40 }),
    piece: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: "binary", maxLength: 8 })),
  }),
  { minLength: 1, maxLength: 4 },
);

/** The text after the edits, each at its place in what the one before left. */
export function harmText(text: string, edits: readonly TextEdit[]): string {
  return edits.reduce((now, { kind, place: at, length, piece }) => {
    const index = Math.floor(at * now.length);
    const cut = now.slice(index, index + length);
    const added = { insert: piece + cut, remove: "", replace: piece, repeat: cut + cut }[kind];
    return now.slice(0, index) + added + now.slice(index + length);
  }, text);
}

export interface TreeEdit {
  readonly place: number;
  /** Removed when `undefined`. */
  readonly value: Json | undefined;
}

const oddValues: readonly (Json | undefined)[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  "",
  "x",
  "/",
  "#/schemas/A",
  "$input",
  "{x}",
  "0s",
  "99h",

  [],
  {},
  [[]],
  [{}],
  { $input: "/x" },
  { $ref: "#/schemas/A" },
  { $key: "uuid" },
  { type: "object" },
  { a: { b: {} } },
];

export const treeEdits: fc.Arbitrary<readonly TreeEdit[]> = fc.array(
  fc.record({
    place,
    value: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...oddValues) },
      fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json),
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

/** The tree with values exchanged or removed, each chosen among all places of the tree. */
export function harmTree(tree: Json, edits: readonly TreeEdit[]): Json {
  const copy = structuredClone(tree);
  for (const { place: at, value } of edits) {
    const places = placesIn(copy);
    const chosen = places[Math.min(places.length - 1, Math.floor(at * places.length))];
    if (chosen !== undefined) put(chosen, value);
  }
  return copy;
}

interface Member {
  readonly holder: { [key: string]: Json };
  readonly key: string;
}

/** A list is a holder like an object: its indices are its keys. */
function placesIn(value: Json): readonly Member[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as { [key: string]: Json };
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key] ?? null)]);
}

function put({ holder, key }: Member, value: Json | undefined): void {
  if (value !== undefined) holder[key] = structuredClone(value);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

/** A tree as a text of the format that the path names. */
export function writeTree(tree: Json, path: string): string {
  return path.endsWith(".json") ? JSON.stringify(tree, undefined, 1) : stringify(tree);
}
