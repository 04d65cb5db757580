/** Finds writes that call a failure what may well have happened. */
import type { ClassifiedOutcome, Condition, RequestFault } from "../../core/manifest-classify.ts";
import type { Operation } from "../../core/manifest.ts";
import { childPointer } from "../read/tree.ts";
import type { DraftRelated, FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import type { Probe } from "./seen-answers.ts";
import {
  describeProbe,
  faultsAfterSend,
  isProvidersWord,
  leftOver,
  placedRules,
  provesNothing,
  reachedBy,
  statusesOf,
  takenBy,
} from "./seen-answers.ts";

/** The ending that claims too much, and what reaches it. */
export type AmbiguityData = { readonly ending: string; readonly seen: string };

type Draft = FindingDraft<AmbiguityData>;

/** Rules, and the `otherwise`, of writes that give a sure "nothing happened" for an answer that proves nothing. */
export function findAmbiguousAsFailed(context: RuleContext): readonly Draft[] {
  return context.operations
    .filter(({ operation }) => operation.kind === "mutation" && operation.implementation.kind === "request")
    .flatMap((each) => [...fromRules(context, each), ...fromOtherwise(context, each)]);
}

function fromRules(context: RuleContext, each: OperationContext): readonly Draft[] {
  const { operation } = each;
  return placedRules(each).flatMap(({ rule, pointer }) => {
    const ending = surelyNothing(operation, rule.then);
    if (ending === undefined || isProvidersWord(rule.when.body)) return [];
    const probe = reachedBy(operation.classification, rule, doubtfulProbes(rule.when));
    if (probe === undefined) return [];
    const at = { pointer: `${pointer}/then/${rule.then.kind}` };
    const related = [...recordOf(context, each, rule.then), ...takenBy(each, pointer)];
    return [{ at, data: { ending, seen: describeProbe(probe) }, related }];
  });
}

function fromOtherwise(context: RuleContext, each: OperationContext): readonly Draft[] {
  const { operation } = each;
  const { otherwise } = operation.classification;
  if (otherwise.kind !== "branch") return [];
  const ending = surelyNothing(operation, otherwise);
  const probe = ending === undefined ? undefined : leftOver(operation.classification, everyDoubt);
  if (ending === undefined || probe === undefined) return [];
  const pointer = `${otherwisePointer(context, each)}/otherwise/branch`;
  const related = [...recordOf(context, each, otherwise), ...takenBy(each, pointer)];
  return [{ at: { pointer }, data: { ending, seen: describeProbe(probe) }, related }];
}

/** The list item that holds the `otherwise` in force. */
function otherwisePointer({ source: { defaults } }: RuleContext, { source, pointer }: OperationContext): string {
  const own = (source.classify ?? []).findIndex((item) => item.otherwise !== undefined);
  if (own >= 0) return childPointer(`${pointer}/classify`, own);
  const shared = (defaults?.classify ?? []).findIndex((item) => item.otherwise !== undefined);
  return childPointer("/defaults/classify", shared);
}

/** The name of an ending that says for sure that nothing was done. */
function surelyNothing(operation: Operation, outcome: ClassifiedOutcome): string | undefined {
  if (outcome.kind === "reauthorize") return "reauthorize";
  if (outcome.kind !== "branch") return undefined;
  return operation.branches[outcome.branch]?.record === "failed" ? outcome.branch : undefined;
}

/** What a condition lets through although it proves nothing. */
function doubtfulProbes(when: Condition): readonly Probe[] {
  const faults = when.fault?.filter((fault) => faultsAfterSend.includes(fault)) ?? [];
  const resends = when.retried === undefined ? [false, true] : [when.retried];
  // A success that nothing in the answer takes back is no refusal.
  const isDoubtful = (status: number): boolean => provesNothing(status) || (status < 300 && when.header === undefined);
  return resends.flatMap((isResend): readonly Probe[] => [
    ...faults.map((fault) => ({ fault, status: when.status?.[0]?.from ?? statusWith(fault), isResend })),
    ...statusesOf(when)
      .filter(isDoubtful)
      .map((status) => ({ status, isResend })),
  ]);
}

/** The faults that end an exchange before its answer have no status. */
function statusWith(fault: RequestFault): number | undefined {
  return fault === "timeout" || fault === "reset" ? undefined : 200;
}

/** Everything that proves nothing: what an `otherwise` may be left with. */
const everyDoubt: readonly Probe[] = [false, true].flatMap((isResend): readonly Probe[] => [
  ...faultsAfterSend.map((fault) => ({ fault, status: statusWith(fault), isResend })),
  ...statusesOf({ status: undefined, fault: undefined })
    .filter((status) => status < 400 || provesNothing(status))
    .map((status) => ({ status, isResend })),
]);

/** Where the record of a failed branch is written. */
function recordOf(
  { locate }: RuleContext,
  { pointer, operation }: OperationContext,
  outcome: ClassifiedOutcome,
): readonly DraftRelated[] {
  if (outcome.kind !== "branch" || operation.branches[outcome.branch]?.implicit === true) return [];
  const own = `${pointer}/branches/${outcome.branch}/record`;
  const shared = `/defaults/branches/${outcome.branch}/record`;
  return [{ at: { pointer: locate(own, shared) }, label: "this record says that nothing happened" }];
}
