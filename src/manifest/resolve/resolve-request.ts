/** A declared request with its defaults: host, headers, time and sizes. */
import { parseDuration } from "../../core/duration.ts";
import type { HostRule, RequestHost } from "../../core/manifest-auth.ts";
import type { RequestBody, RequestDeclaration } from "../../core/manifest-request.ts";
import type { NamedValue } from "../../core/manifest-value.ts";
import type { SourceBody, SourceMap, SourceRequest, SourceValue } from "../language/source-manifest.ts";
import { parsePathTemplate } from "./path-template.ts";
import { optionalValue } from "./resolve-classification.ts";
import { resolveHost } from "./resolve-connector.ts";
import type { ValueScope } from "./resolve-value.ts";
import { resolveNamed, resolveValue } from "./resolve-value.ts";

/** What a request takes from the rest of the manifest. */
export interface RequestScope extends ValueScope {
  readonly hosts: readonly HostRule[];
  readonly defaultHeaders: SourceMap<SourceValue>;
  /** Of the attempt, in milliseconds. */
  readonly timeoutMs: number;
}

const spareMs = 5_000;
const defaultRequestBytes = 1_048_576;
const defaultResponseBytes = 4_194_304;

export function resolveRequest(source: SourceRequest, scope: RequestScope): RequestDeclaration {
  return {
    method: source.method,
    host: requestHost(source, scope),
    path: parsePathTemplate(source.path),
    query: resolveNamed(source.query, scope),
    headers: mergeHeaders(scope, source.headers ?? {}),
    body: source.body === undefined ? undefined : resolveBody(source.body, scope),
    timeoutMs:
      (source.timeout === undefined ? undefined : parseDuration(source.timeout)) ?? defaultTimeoutMs(scope.timeoutMs),
    maxRequestBytes: source.maxRequestBytes ?? defaultRequestBytes,
    maxResponseBytes: source.maxResponseBytes ?? defaultResponseBytes,
    response: source.response ?? "json",
    readOnlyPost: source.readOnlyPost,
  };
}

/** Five seconds less than the attempt, so that the attempt can still say what happened; half of a short attempt. */
export function defaultTimeoutMs(attemptMs: number): number {
  return attemptMs > 2 * spareMs ? attemptMs - spareMs : Math.max(1, Math.floor(attemptMs / 2));
}

function requestHost(source: SourceRequest, scope: RequestScope): RequestHost {
  const isSingle = (rule: HostRule): rule is RequestHost => rule.kind !== "suffix";
  const host = source.host === undefined ? scope.hosts.find(isSingle) : resolveHost(source.host);
  if (host !== undefined && isSingle(host) && (source.host === undefined || isListedHost(host, scope.hosts)))
    return host;
  scope.unresolved.add(`the request to ${source.path} has no host that the manifest lists`);
  return { kind: "exact", host: "" };
}

/** Whether the manifest's list allows a host. A suffix is allowed by itself only: no request can go to it. */
export function isListedHost(host: HostRule, rules: readonly HostRule[]): boolean {
  return rules.some((rule) => {
    if (rule.kind === "exact") return host.kind === "exact" && host.host === rule.host;
    if (rule.kind === "config") return host.kind === "config" && host.name === rule.name;
    if (host.kind === "suffix") return host.suffix === rule.suffix;
    return host.kind === "exact" && isUnderSuffix(host.host, rule.suffix);
  });
}

/** Whether `host` is one label before `suffix`. */
export function isUnderSuffix(host: string, suffix: string): boolean {
  const label = host.endsWith(`.${suffix}`) ? host.slice(0, -suffix.length - 1) : "";
  return label !== "" && !label.includes(".");
}

function mergeHeaders(scope: RequestScope, own: SourceMap<SourceValue>): readonly NamedValue[] {
  const headers = new Map<string, NamedValue>();
  for (const source of [scope.defaultHeaders, own]) {
    for (const { name, value } of resolveNamed(source, scope)) {
      const lower = name.toLowerCase();
      headers.set(lower, { name: lower, value });
    }
  }
  return [...headers.values()];
}

function resolveBody(source: SourceBody, scope: ValueScope): RequestBody {
  if (source.form !== undefined) {
    return { kind: "form", fields: resolveNamed(source.form, scope), arrays: source.arrays ?? "brackets" };
  }
  if (source.graphql !== undefined) {
    return { kind: "graphql", document: source.graphql, variables: optionalValue(source.variables, scope) };
  }
  if (source.text !== undefined) {
    return { kind: "text", value: resolveValue(source.text, scope), type: source.type ?? "text/plain" };
  }
  return { kind: "json", value: resolveValue(source.json ?? null, scope) };
}
