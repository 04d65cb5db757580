/** Builds paths so that no argument can climb, split or end them. */

import { assertNever } from "../core/assert-never.ts";
import type { PathPart, PathTemplate } from "../core/manifest-request.ts";
import { blaming, BuildFault } from "./build-fault.ts";
import { encodeText, own, scalarText, type ValueScope } from "./value.ts";
import type { WireJson } from "./wire-json.ts";

/** The path of a template, percent-encoded. Throws `BuildFault` for a part that would change the path's shape. */
export function buildPath(template: PathTemplate, scope: ValueScope): string {
  let path = "";
  for (const part of template.parts) path += partText(part, scope);
  return path;
}

/** Values that neither hold a part of a path nor are one that means another place: encoding is all they need. */
const PLAIN = /^(?!\.{1,2}$)[\w.~!*() -]+$/;

function partText(part: PathPart, scope: ValueScope): string {
  switch (part.kind) {
    case "text":
      return part.text;
    case "input": {
      const value = own(scope.input, part.name) as WireJson | undefined;
      if (typeof value === "string" && PLAIN.test(value)) return encodeURIComponent(value);
      return blaming(true, () => boundText(value, `the argument ${part.name}`, part.manySegments));
    }
    case "config":
      return boundText(own(scope.config, part.name) as WireJson | undefined, `the setting ${part.name}`, false);
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
