/** Turns a declared request and one call's values into what is sent: the same bytes for the same call, in every attempt. */

import type { RequestDeclaration } from "../core/manifest-request.ts";
import type { Additions } from "./additions.ts";
import { baseUrl } from "./base-url.ts";
import { buildBody } from "./body.ts";
import { BuildFault } from "./build-fault.ts";
import type { HttpRequest, HttpUrl } from "./exchange.ts";
import { buildPath } from "./path.ts";
import { declaredQuery, withPair } from "./query.ts";
import { buildHeaders } from "./request-headers.ts";
import type { ValueScope } from "./value.ts";

/** The request. Throws `BuildFault` for whatever would not arrive as it was declared. */
export function buildRequest(declaration: RequestDeclaration, additions: Additions, scope: ValueScope): HttpRequest {
  const body = buildBody(declaration.body, additions.body, scope);
  if (body !== undefined && Buffer.byteLength(body.text) > declaration.maxRequestBytes) {
    throw new BuildFault(`the request is larger than ${String(declaration.maxRequestBytes)} bytes`);
  }
  return {
    method: declaration.method,
    url: buildUrl(declaration, additions, scope),
    headers: buildHeaders(declaration, additions.headers, scope, body?.contentType),
    body: body?.text,
    timeoutMs: declaration.timeoutMs,
    maxResponseBytes: declaration.maxResponseBytes,
  };
}

/**
 * Paths and queries that a URL parser keeps as they are: characters it never encodes, and in a path no part that it
 * takes for a step. Everything that values are encoded to is among them. No group repeats: millions of parts would not
 * fit on a stack.
 */
const KEPT_PATH = /^\/[\w\-.~!$&()*+,;=:@%/]*$/;
const STEP = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
const KEPT_SEARCH = /^(?:\?[\w\-.~!$&()*+,;=:@%/?]+)?$/;

function buildUrl(declaration: RequestDeclaration, additions: Additions, scope: ValueScope): HttpUrl {
  const { origin, host, path: folder } = baseUrl(declaration.host, scope.config);
  const pathname = folder + buildPath(declaration.path, scope);
  const query = wholeQuery(declaration, additions, scope);
  const search = query === "" ? "" : `?${query}`;
  const isKept = KEPT_PATH.test(pathname) && !STEP.test(pathname) && KEPT_SEARCH.test(search);
  if (isKept) return { origin, host, pathname, search, username: "", password: "" };
  return parsedUrl(origin, pathname, search);
}

/** Refused when parsing gives anything but what was built: then a value would have changed its shape. */
function parsedUrl(origin: string, pathname: string, search: string): HttpUrl {
  const url = URL.parse(origin + pathname + search);
  if (url === null || url.origin !== origin || url.pathname !== pathname || url.hash !== "") {
    throw new BuildFault("the values change the shape of the request's path");
  }
  return url;
}

function wholeQuery(declaration: RequestDeclaration, additions: Additions, scope: ValueScope): string {
  // The next link's query is whole but for what the toolkit itself adds.
  let query = additions.wholeQuery ?? declaredQuery(declaration.query, scope);
  for (const [name, value] of additions.query) query = withPair(query, name, value);
  return query;
}
