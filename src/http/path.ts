/** Builds paths and queries so that no argument can climb, split or end them. */

import { assertNever } from "../core/assert-never.ts";
import type { PathPart, PathTemplate } from "../core/manifest-request.ts";
import { blaming, BuildFault } from "./build-fault.ts";
import { encodeText, evaluate, scalarText, type ValueScope } from "./value.ts";
import { isList, type WireJson } from "./wire-json.ts";

/** The path of a template, percent-encoded. Throws `BuildFault` for a part that would change the path's shape. */
export function buildPath(template: PathTemplate, scope: ValueScope): string {
  return template.parts.map((part) => partText(part, scope)).join("");
}

/** Name and value pairs for one query or form field; a list repeats the name. */
export function queryPairs(name: string, value: WireJson): readonly (readonly [string, string])[] {
  if (isList(value)) return value.map((item) => [name, scalarText(item, `the query value ${name}`)]);
  return [[name, value === null ? "" : scalarText(value, `the query value ${name}`)]];
}

/** The query's text without its question mark. */
export function queryText(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join("&");
}

function partText(part: PathPart, scope: ValueScope): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "input": {
      const value = evaluate({ kind: "input", pointer: `/${part.name}` }, scope);
      return blaming(true, () => boundText(value, `the argument ${part.name}`, part.manySegments));
    }
    case "config":
      return boundText(evaluate({ kind: "config", name: part.name }, scope), `the setting ${part.name}`, false);
    default:
      return assertNever(part);
  }
}

function boundText(value: WireJson | undefined, place: string, manySegments: boolean): string {
  if (value === undefined) throw new BuildFault(`the path needs ${place}`);
  const text = scalarText(value, place);
  const pieces = manySegments ? text.split("/") : [text];
  return pieces.map((piece) => segment(piece, place)).join("/");
}

/** Dots, raw or encoded: URL parsers and servers collapse them after any encoding of ours. */
const DOTS = /^(?:\.|%2e){1,2}$/i;

function segment(piece: string, place: string): string {
  const pieces = piece.split(/[/\\]|%2f|%5c/i);
  if (piece === "" || pieces.some((each) => DOTS.test(each))) {
    throw new BuildFault(`${place} goes into the path and may hold no part that is ".", ".." or empty`);
  }
  if (!piece.isWellFormed()) throw new BuildFault(`${place} holds half a character (a lone surrogate)`);
  return encodeText(piece);
}
