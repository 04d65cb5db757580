/** Finds rules on answers that never get a turn. */
import { canonicalText } from "../../core/canonical.ts";
import { isBeforeDispatch, meets } from "../../core/classification.ts";
import type { BodyTest, Classification, Condition, HeaderTest } from "../../core/manifest-classify.ts";
import type { Json } from "../../core/json.ts";
import type { SourceClassifyItem } from "../language/source-manifest.ts";
import { childPointer } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import type { PlacedRule, Probe } from "./seen-answers.ts";
import { placedRules, statusKindsOf } from "./seen-answers.ts";

/** `earlier`: others take all of it; `unsent`: such faults are never put to rules; `order`: an `otherwise` before rules. */
export type ShadowData = { readonly problem: "earlier" | "unsent" | "order"; readonly ending: string };

type Draft = FindingDraft<ShadowData>;

export function findShadowedRules(context: RuleContext): readonly Draft[] {
  return [
    ...misplacedOtherwise("/defaults/classify", context.source.defaults?.classify ?? []),
    ...context.operations.flatMap((each) => [
      ...misplacedOtherwise(`${each.pointer}/classify`, each.source.classify ?? []),
      ...shadowedIn(each),
    ]),
  ];
}

function misplacedOtherwise(at: string, items: readonly SourceClassifyItem[]): readonly Draft[] {
  return items.flatMap((item, index) => {
    if (item.otherwise === undefined || index === items.length - 1) return [];
    const data = { problem: "order", ending: "otherwise" } as const;
    return [{ at: { pointer: `${childPointer(at, index)}/otherwise`, on: "key" as const }, data }];
  });
}

/** A rule of the operation may well come before one of the defaults: that is what they are for. */
function shadowedIn(each: OperationContext): readonly Draft[] {
  const placed = placedRules(each);
  const isOwn = ({ pointer }: PlacedRule): boolean => pointer.startsWith(`${each.pointer}/`);
  return [placed.filter(isOwn), placed.filter((rule) => !isOwn(rule))].flatMap((list) =>
    list.flatMap((later, index) => shadowOf(each, later, list.slice(0, index))),
  );
}

function shadowOf(
  { operation: { classification } }: OperationContext,
  { rule: { when, then }, pointer }: PlacedRule,
  earlier: readonly PlacedRule[],
): readonly Draft[] {
  const at = { pointer: `${pointer}/when`, on: "key" as const };
  const ending = then.kind === "branch" ? then.branch : then.kind;
  if (when.fault?.every(isBeforeDispatch) === true) return [{ at, data: { problem: "unsent", ending } }];
  if (earlier.length === 0) return [];
  const first = firstTaker(earlier, when, probesOf(classification, when));
  if (first === undefined) return [];
  const related = [{ at: { pointer: `${first.pointer}/when`, on: "key" as const }, label: "takes it before" }];
  return [{ at, data: { problem: "earlier", ending }, related }];
}

/** The earlier rule that takes the first probe, when there is one for every probe. */
function firstTaker(earlier: readonly PlacedRule[], when: Condition, probes: Iterable<Probe>): PlacedRule | undefined {
  let first: PlacedRule | undefined;
  for (const probe of probes) {
    const taker = earlier.find(({ rule }) => takes(rule.when, when, probe));
    // For most rules the first probe says that they have a turn.
    if (taker === undefined) return undefined;
    first ??= taker;
  }
  return first;
}

function* probesOf(classification: Classification, when: Condition): Generator<Probe> {
  const resends = when.retried === undefined ? [false, true] : [when.retried];
  const faults = when.fault?.filter((fault) => !isBeforeDispatch(fault)) ?? [undefined];
  const statuses =
    when.fault === undefined || when.status !== undefined
      ? statusKindsOf(classification, when)
      : [undefined, 200, 404, 500];
  for (const isResend of resends) {
    for (const status of statuses) for (const fault of faults) yield { status, fault, isResend };
  }
}

/** Whether the earlier condition holds for all answers of this kind that the later one takes. */
function takes(earlier: Condition, later: Condition, probe: Probe): boolean {
  const { status, fault, retried } = earlier;
  const isReached = meets({ status, fault, retried, body: undefined, header: undefined }, { ...probe, headers: {} });
  return isReached && bodyFollows(later.body, earlier.body) && headerFollows(later.header, earlier.header);
}

function bodyFollows(later: BodyTest | undefined, earlier: BodyTest | undefined): boolean {
  if (earlier === undefined) return true;
  if (later === undefined || later.at !== earlier.at) return false;
  if (later.kind === "matches" && earlier.kind === "matches") return later.pattern === earlier.pattern;
  const values = valuesOf(later);
  if (earlier.kind === "exists") {
    return later.kind === "exists" ? later.exists === earlier.exists : earlier.exists;
  }
  const taken = valuesOf(earlier)?.map(canonicalText);
  return values !== undefined && taken !== undefined && values.every((value) => taken.includes(canonicalText(value)));
}

function valuesOf(test: BodyTest): readonly Json[] | undefined {
  if (test.kind === "equals") return [test.value];
  return test.kind === "in" ? test.values : undefined;
}

function headerFollows(later: HeaderTest | undefined, earlier: HeaderTest | undefined): boolean {
  if (earlier === undefined) return true;
  if (later === undefined || later.name !== earlier.name) return false;
  if (earlier.kind === "equals") return later.kind === "equals" && later.value === earlier.value;
  return later.kind === "exists" ? later.exists === earlier.exists : earlier.exists;
}
