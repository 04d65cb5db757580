/** Turns a declared request and one call's values into the bytes that are sent: the same bytes for the same call, in every attempt. */

import type { RequestDeclaration } from "../core/manifest-request.ts";
import type { Additions } from "./additions.ts";
import { baseUrl } from "./base-url.ts";
import { buildBody } from "./body.ts";
import { blaming, BuildFault } from "./build-fault.ts";
import type { HttpRequest } from "./exchange.ts";
import { buildPath, queryPairs, queryText } from "./path.ts";
import { argumentsOf, evaluate, scalarText, type ValueScope } from "./value.ts";

/** The request. Throws `BuildFault` for whatever would not arrive as it was declared. */
export function buildRequest(declaration: RequestDeclaration, additions: Additions, scope: ValueScope): HttpRequest {
  const body = buildBody(declaration.body, additions.body, scope);
  if (body !== undefined && Buffer.byteLength(body.text) > declaration.maxRequestBytes) {
    throw new BuildFault(`the request is larger than ${String(declaration.maxRequestBytes)} bytes`);
  }
  return {
    method: declaration.method,
    url: buildUrl(declaration, additions, scope),
    headers: buildHeaders(declaration, additions, scope, body?.contentType),
    body: body?.text,
    timeoutMs: declaration.timeoutMs,
    maxResponseBytes: declaration.maxResponseBytes,
  };
}

/** The URL, refused when parsing it gives anything but what was built: then a value would have changed its shape. */
function buildUrl(declaration: RequestDeclaration, additions: Additions, scope: ValueScope): URL {
  const base = baseUrl(declaration.host, scope.config);
  const path = base.path + buildPath(declaration.path, scope);
  const query = wholeQuery(declaration, additions, scope);
  const text = `${base.origin}${path}${query === "" ? "" : `?${query}`}`;
  const url = URL.parse(text);
  if (url === null || url.origin !== base.origin || url.pathname !== path || url.hash !== "") {
    throw new BuildFault("the values change the shape of the request's path");
  }
  return url;
}

function wholeQuery(declaration: RequestDeclaration, additions: Additions, scope: ValueScope): string {
  const pairs: (readonly [string, string])[] = [];
  if (additions.wholeQuery === undefined) {
    for (const { name, value } of declaration.query) {
      const evaluated = evaluate(value, scope);
      if (evaluated !== undefined) pairs.push(...queryPairs(name, evaluated));
    }
  }
  pairs.push(...additions.query);
  const own = pairs.length === 0 ? "" : queryText(pairs);
  const page = additions.wholeQuery ?? "";
  return page === "" || own === "" ? page + own : `${page}&${own}`;
}

type Header = readonly [name: string, value: string];

/** Headers without a value of the call, by declaration and content type: most requests have no others. */
const fixedHeaders = new WeakMap<RequestDeclaration, Map<string | undefined, readonly Header[]>>();

/** Declared headers win over what the toolkit would say by itself, additions over both. */
function buildHeaders(
  declaration: RequestDeclaration,
  additions: Additions,
  scope: ValueScope,
  contentType: string | undefined,
): readonly Header[] {
  const isFixed = declaration.headers.every(({ value }) => value.kind === "literal");
  const own = isFixed
    ? fixedHeadersOf(declaration, scope, contentType)
    : declaredHeaders(declaration, scope, contentType);
  if (additions.headers.length === 0) return own;
  const isNew = additions.headers.every(([name]) => own.every(([other]) => other !== name));
  return isNew ? [...own, ...additions.headers] : [...new Map([...own, ...additions.headers])];
}

function fixedHeadersOf(
  declaration: RequestDeclaration,
  scope: ValueScope,
  contentType: string | undefined,
): readonly Header[] {
  const byType = fixedHeaders.get(declaration) ?? new Map<string | undefined, readonly Header[]>();
  fixedHeaders.set(declaration, byType);
  const headers = byType.get(contentType) ?? declaredHeaders(declaration, scope, contentType);
  byType.set(contentType, headers);
  return headers;
}

function declaredHeaders(
  declaration: RequestDeclaration,
  scope: ValueScope,
  contentType: string | undefined,
): readonly Header[] {
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
  return [...headers];
}

function headerText(place: string, value: string): string {
  if (!/^[\u0020-\u007e]*$/.test(value)) throw new BuildFault(`${place} takes visible ASCII characters only`);
  return value;
}
