/** Mechanisms, lookups, budgets and pages with their defaults. */
import { parseDuration } from "../../core/duration.ts";
import type { Execution, PagePlace, Pagination, RateLimit, RateScope } from "../../core/manifest-execution.ts";
import type { Idempotency, KeyPlace, Lookup } from "../../core/manifest-idempotency.ts";
import { defaultRetryPolicy } from "../../core/retry.ts";
import type {
  SourceExecution,
  SourceIdempotency,
  SourceKey,
  SourceLookup,
  SourcePagePlace,
  SourcePagination,
  SourceRateLimit,
} from "../language/source-manifest.ts";
import { mapRecord } from "./record.ts";
import { optionalValue, resolveCondition } from "./resolve-classification.ts";
import type { RequestScope } from "./resolve-request.ts";
import { resolveRequest } from "./resolve-request.ts";
import type { ValueScope } from "./resolve-value.ts";
import { keyDigits, resolveValue } from "./resolve-value.ts";

const defaultTimeoutMs = 30_000;
const defaultPerMs = 1_000;

function milliseconds(text: string | undefined, otherwise: number): number {
  return (text === undefined ? undefined : parseDuration(text)) ?? otherwise;
}

/** The budget: the operation's words win over the manifest's, key by key. */
export function resolveExecution(own: SourceExecution | undefined, defaults: SourceExecution | undefined): Execution {
  const retry = { ...defaults?.retry, ...own?.retry };
  return {
    timeoutMs: milliseconds(own?.timeout ?? defaults?.timeout, defaultTimeoutMs),
    retry: {
      attempts: retry.attempts ?? defaultRetryPolicy.attempts,
      initial: milliseconds(retry.initial, defaultRetryPolicy.initial),
      factor: retry.factor ?? defaultRetryPolicy.factor,
      max: milliseconds(retry.max, defaultRetryPolicy.max),
      total: milliseconds(retry.total, defaultRetryPolicy.total),
      jitter: retry.jitter ?? defaultRetryPolicy.jitter,
    },
  };
}

export function resolveRateLimit(source: SourceRateLimit): RateLimit {
  const perMs = milliseconds(source.per, defaultPerMs);
  return {
    requests: source.requests === undefined ? undefined : { count: source.requests, perMs },
    concurrency: source.concurrency,
    minIntervalMs: source.minInterval === undefined ? undefined : parseDuration(source.minInterval),
    scope: resolveScope(source.scope ?? "connection"),
  };
}

function resolveScope(scope: string): RateScope {
  if (scope === "connection" || scope === "connector") return { kind: scope };
  return { kind: "input", pointer: scope };
}

export function resolveIdempotency(source: SourceIdempotency): Idempotency {
  if (source.natural !== undefined) {
    return { kind: "natural", because: source.natural.because, identity: source.natural.identity };
  }
  return source.key === undefined ? { kind: "lookup" } : resolveKey(source.key);
}

function resolveKey(source: SourceKey): Idempotency {
  return {
    kind: "key",
    place: keyPlace(source),
    format: source.format,
    maxLength: keyDigits(source.format, source.maxLength),
    windowMs: source.window === "forever" ? "forever" : milliseconds(source.window, 0),
    mismatch: source.mismatch ?? "error",
    replaysFailures: source.replaysFailures ?? false,
    inProgress: source.inProgress === undefined ? undefined : resolveCondition(source.inProgress),
  };
}

function keyPlace(source: SourceKey): KeyPlace {
  if (source.in === "body") return { in: "body", at: source.at ?? "" };
  const name = source.name ?? "";
  return source.in === "query" ? { in: "query", name } : { in: "header", name: name.toLowerCase() };
}

export function resolveLookup(source: SourceLookup, scope: RequestScope): Lookup {
  const found = typeof source.found === "string" ? { branch: source.found, output: undefined } : source.found;
  return {
    source:
      source.request === undefined
        ? { kind: "operation", operation: source.operation ?? "" }
        : { kind: "request", request: resolveRequest(source.request, scope) },
    bind: mapRecord(source.bind, (value) => resolveValue(value, scope)),
    match: { items: source.match.items, at: source.match.at, equals: resolveValue(source.match.equals, scope) },
    marker: source.marker,
    consistency: source.consistency,
    waitBeforeMs: milliseconds(source.waitBefore, 0),
    found: { branch: found.branch, output: optionalValue(found.output, scope) },
    absent: source.absent === "retry" ? { kind: "retry" } : { kind: "branch", branch: source.absent },
    absentBranches: source.absentBranches ?? [],
  };
}

export function resolvePagination(source: SourcePagination, scope: ValueScope): Pagination {
  const stop = source.stop ?? "missing";
  return {
    style: source.style,
    send: source.send === undefined ? undefined : pagePlace(source.send),
    next: optionalValue(source.next, scope),
    items: source.items,
    size:
      source.size === undefined
        ? undefined
        : { place: { in: "query", name: source.size.name }, value: resolveValue(source.size.value, scope) },
    stop: typeof stop === "string" ? { kind: stop } : { kind: "flag", pointer: stop.flag },
    input: source.input,
    output: source.output ?? "/nextCursor",
  };
}

function pagePlace(source: SourcePagePlace): PagePlace {
  if (source.in === "body") return { in: "body", at: source.at ?? "" };
  const name = source.name ?? "";
  return source.in === "query" ? { in: "query", name } : { in: "header", name: name.toLowerCase() };
}
