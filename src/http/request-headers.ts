/** The headers of a declared request. */

import type { RequestDeclaration } from "../core/manifest-request.ts";
import { blaming, BuildFault } from "./build-fault.ts";
import { argumentsOf, evaluate, scalarText, type ValueScope } from "./value.ts";

/** Name, value, name, value, …; names in lower case. */
type FlatHeaders = readonly string[];

/** Headers without a value of the call, by declaration and content type: most requests have no others. */
const fixedHeaders = new WeakMap<RequestDeclaration, Map<string | undefined, FlatHeaders> | "of the call">();

/** Declared headers win over what the toolkit would say by itself, additions over both. */
export function buildHeaders(
  declaration: RequestDeclaration,
  additions: FlatHeaders,
  scope: ValueScope,
  contentType: string | undefined,
): FlatHeaders {
  const declared = declaredHeaders(declaration, scope, contentType);
  if (additions.length === 0) return declared;
  for (let at = 0; at < additions.length; at += 2) {
    const name = additions[at] ?? "";
    // Of two of one name the later one is sent. A value that reads like a name only takes the longer way.
    if (hasHeader(declared, name) || additions.indexOf(name) < at)
      return [...new Map([...pairs(declared), ...pairs(additions)])].flat();
  }
  return [...declared, ...additions];
}

function hasHeader(headers: FlatHeaders, name: string | undefined): boolean {
  for (let at = 0; at < headers.length; at += 2) if (headers[at] === name) return true;
  return false;
}

function pairs(headers: FlatHeaders): readonly (readonly [string, string])[] {
  return headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? ""] as const] : []));
}

function declaredHeaders(
  declaration: RequestDeclaration,
  scope: ValueScope,
  contentType: string | undefined,
): FlatHeaders {
  let fixed = fixedHeaders.get(declaration);
  if (fixed === undefined) {
    const isFixed = declaration.headers.every(({ value }) => value.kind === "literal");
    fixed = isFixed ? new Map<string | undefined, FlatHeaders>() : "of the call";
    fixedHeaders.set(declaration, fixed);
  }
  if (fixed === "of the call") return evaluatedHeaders(declaration, scope, contentType);
  const known = fixed.get(contentType);
  if (known !== undefined) return known;
  const headers = evaluatedHeaders(declaration, scope, contentType);
  fixed.set(contentType, headers);
  return headers;
}

function evaluatedHeaders(
  declaration: RequestDeclaration,
  scope: ValueScope,
  contentType: string | undefined,
): FlatHeaders {
  const headers = new Map<string, string>([["user-agent", "dex-connectors"]]);
  if (declaration.response === "json") headers.set("accept", "application/json");
  if (contentType !== undefined) headers.set("content-type", contentType);
  for (const { name, value } of declaration.headers) {
    const read = argumentsOf(value);
    const place = read.length === 0 ? `the header ${name}` : `the header ${name} (argument ${read.join(", ")})`;
    const text = blaming(read.length > 0, () => {
      const evaluated = evaluate(value, scope);
      return evaluated === undefined ? undefined : headerText(place, scalarText(evaluated, place));
    });
    if (text !== undefined) headers.set(name, text);
  }
  return [...headers].flat();
}

function headerText(place: string, value: string): string {
  if (!/^[\u0020-\u007e]*$/.test(value)) throw new BuildFault(`${place} takes visible ASCII characters only`);
  return value;
}
