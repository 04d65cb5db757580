/** Turns a declared request and one call's values into the bytes that are sent: the same bytes for the same call, in every attempt. */

import type { RequestHost } from "../core/manifest-auth.ts";
import type { Json } from "../core/json.ts";
import type { RequestDeclaration } from "../core/manifest-request.ts";
import type { Additions } from "./additions.ts";
import { buildBody } from "./body.ts";
import { BuildFault } from "./build-fault.ts";
import type { HttpRequest } from "./exchange.ts";
import { buildPath, queryPairs, queryText } from "./path.ts";
import { evaluate, scalarText, type ValueScope } from "./value.ts";

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
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.origin !== base.origin || url.pathname !== path || url.hash !== "") {
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
  return [additions.wholeQuery ?? "", queryText(pairs)].filter((part) => part !== "").join("&");
}

/** Origin and base path (without a slash at its end) of the host. */
export function baseUrl(
  host: RequestHost,
  config: Readonly<Record<string, Json>>,
): { readonly origin: string; readonly path: string } {
  if (host.kind === "exact") return { origin: `https://${host.host}`, path: "" };
  const configured = Object.hasOwn(config, host.name) ? config[host.name] : undefined;
  if (typeof configured !== "string" || !URL.canParse(configured)) {
    throw new BuildFault(`the configuration has no URL ${host.name}`);
  }
  const url = new URL(configured);
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, "") };
}

const USER_AGENT = ["user-agent", "dex-connectors"] as const;

/** Declared headers win over what the toolkit would say by itself. */
function buildHeaders(
  declaration: RequestDeclaration,
  additions: Additions,
  scope: ValueScope,
  contentType: string | undefined,
): readonly (readonly [string, string])[] {
  const headers = new Map<string, string>([USER_AGENT]);
  if (declaration.response === "json") headers.set("accept", "application/json");
  if (contentType !== undefined) headers.set("content-type", contentType);
  for (const { name, value } of declaration.headers) {
    const evaluated = evaluate(value, scope);
    if (evaluated !== undefined) headers.set(name, headerText(name, scalarText(evaluated, `the header ${name}`)));
  }
  for (const [name, value] of additions.headers) headers.set(name, value);
  return [...headers];
}

function headerText(name: string, value: string): string {
  if (!/^[\u0020-\u007e]*$/.test(value)) throw new BuildFault(`the header ${name} takes visible ASCII characters only`);
  return value;
}
