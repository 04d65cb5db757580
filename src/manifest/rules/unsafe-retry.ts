/** Finds writes that are sent again although nothing makes a second one harmless. */
import type { ClassificationRule, Condition } from "../../core/manifest-classify.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import type { PlacedRule, Probe } from "./seen-answers.ts";
import {
  describeProbe,
  faultsAfterSend,
  isProvidersWord,
  placedRules,
  provesNothing,
  reachedBy,
  statusesOf,
  takenBy,
} from "./seen-answers.ts";

/** The step that sends again, and what leads to it. */
export type UnsafeRetryData = { readonly step: "retry" | "retryLater"; readonly seen: string };

/** Rules of writes without a mechanism that say `retry`, or `retryLater` where nothing was refused. */
export function findUnsafeRetries({ operations }: RuleContext): readonly FindingDraft<UnsafeRetryData>[] {
  return operations
    .filter(({ operation }) => operation.kind === "mutation" && operation.idempotency === undefined)
    .flatMap((each) => placedRules(each).flatMap((placed) => judge(placed, each)));
}

function judge({ rule, pointer }: PlacedRule, each: OperationContext): readonly FindingDraft<UnsafeRetryData>[] {
  const step = rule.then.kind;
  if (step !== "retry" && step !== "retryLater") return [];
  const probe = reachedBy(each.operation.classification, rule, afterSend(rule));
  if (probe === undefined) return [];
  const at = { pointer: `${pointer}/then/${step}`, on: "key" as const };
  return [{ at, data: { step, seen: describeProbe(probe) }, related: takenBy(each, pointer) }];
}

/** What leads to the rule after bytes have left, without a refusal that the provider stated. */
function afterSend({ when, then }: ClassificationRule): readonly Probe[] {
  const resends = when.retried === undefined ? [false, true] : [when.retried];
  const faults = when.fault?.filter((fault) => faultsAfterSend.includes(fault)) ?? [];
  const statuses = statusesOf(when).filter((status) => then.kind === "retry" || !isRefusal(status, when));
  return resends.flatMap((isResend): readonly Probe[] => [
    ...faults.map((fault) => ({ fault, status: when.status?.[0]?.from, isResend })),
    ...statuses.map((status) => ({ status, isResend })),
  ]);
}

/** 429, or a 4xx or a success with the provider's own word that it did not do it. A success with a header alone was done. */
function isRefusal(status: number, when: Condition): boolean {
  if (status === 429) return true;
  const isWord = isProvidersWord(when.body);
  // A rule on the provider's word that names no status is meant for the answers in which the provider speaks.
  if (provesNothing(status)) return isWord && when.status === undefined;
  return isWord || (status >= 400 && when.header !== undefined);
}
