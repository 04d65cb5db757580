/** The rules on answers: the operation's own, then the manifest's, with every wait in milliseconds. */
import { parseDuration } from "../../core/duration.ts";
import type { Json } from "../../core/json.ts";
import type {
  BodyTest,
  Classification,
  ClassificationRule,
  ClassifiedOutcome,
  Condition,
  HeaderTest,
  StatusRange,
  WaitSource,
} from "../../core/manifest-classify.ts";
import type { SourceClassifyItem, SourceCondition, SourceOutcome } from "../language/source-manifest.ts";
import type { ValueScope } from "./resolve-value.ts";
import { resolveValue } from "./resolve-value.ts";

/** The whole list. An `otherwise` of the operation wins over one of the defaults. */
export function resolveClassification(
  own: readonly SourceClassifyItem[],
  defaults: readonly SourceClassifyItem[],
  scope: ValueScope,
): Classification {
  const items = [...own, ...defaults];
  const rules = items.flatMap((item) => resolveRule(item, scope));
  const otherwise = items.find((item) => item.otherwise !== undefined)?.otherwise ?? "tail";
  if (otherwise === "tail") return { rules, otherwise: { kind: "tail" } };
  return {
    rules,
    otherwise: { kind: "branch", branch: otherwise.branch, output: optionalValue(otherwise.output, scope) },
  };
}

function resolveRule(item: SourceClassifyItem, scope: ValueScope): readonly ClassificationRule[] {
  if (item.when === undefined || item.then === undefined) return [];
  // oxlint-disable-next-line unicorn/no-thenable -- the key is a word of the language; nobody awaits a rule
  return [{ when: resolveCondition(item.when), then: resolveOutcome(item.then, scope) }];
}

export function resolveCondition(source: SourceCondition): Condition {
  return {
    status: source.status?.map(resolveStatus),
    body: source.body === undefined ? undefined : resolveBodyTest(source.body),
    header: source.header === undefined ? undefined : resolveHeaderTest(source.header),
    retried: source.retried,
    fault: source.fault,
  };
}

/** `404` is itself; `4xx` is 400 to 499. */
function resolveStatus(status: number | string): StatusRange {
  if (typeof status === "number") return { from: status, to: status };
  const from = Number(status.charAt(0)) * 100;
  return { from, to: from + 99 };
}

function resolveBodyTest(source: NonNullable<SourceCondition["body"]>): BodyTest {
  const { at } = source;
  if (source.equals !== undefined) return { at, kind: "equals", value: source.equals };
  if (source.in !== undefined) return { at, kind: "in", values: source.in };
  if (source.matches !== undefined) return { at, kind: "matches", pattern: source.matches };
  return { at, kind: "exists", exists: source.exists ?? true };
}

function resolveHeaderTest(source: NonNullable<SourceCondition["header"]>): HeaderTest {
  const name = source.name.toLowerCase();
  if (source.equals !== undefined) return { name, kind: "equals", value: source.equals };
  return { name, kind: "exists", exists: source.exists ?? true };
}

function resolveOutcome(source: SourceOutcome, scope: ValueScope): ClassifiedOutcome {
  if (source.branch !== undefined) {
    return { kind: "branch", branch: source.branch, output: optionalValue(source.output, scope) };
  }
  if (source.retryLater !== undefined) {
    return {
      kind: "retryLater",
      from: (source.retryLater.from ?? []).map(resolveWaitSource),
      fallbackMs: parseDuration(source.retryLater.fallback) ?? 0,
      maxMs: parseDuration(source.retryLater.max) ?? 0,
    };
  }
  if (source.reauthorize !== undefined) return { kind: "reauthorize" };
  if (source.lookup !== undefined) return { kind: "lookup", absent: source.lookup.absent };
  return { kind: "retry" };
}

function resolveWaitSource(source: { header?: string; epochHeader?: string; body?: string }): WaitSource {
  if (source.header !== undefined) return { kind: "header", name: source.header.toLowerCase() };
  if (source.epochHeader !== undefined) return { kind: "epochHeader", name: source.epochHeader.toLowerCase() };
  return { kind: "body", pointer: source.body ?? "" };
}

export function optionalValue(
  source: Json | undefined,
  scope: ValueScope,
): ReturnType<typeof resolveValue> | undefined {
  return source === undefined ? undefined : resolveValue(source, scope);
}
