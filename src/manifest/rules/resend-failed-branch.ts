/** Finds writes whose re-send can fail because the first send succeeded. */
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import type { PlacedRule } from "./seen-answers.ts";
import { placedRules, provesNothing, reachedBy, statusesOf } from "./seen-answers.ts";

/** The failed branches that a re-send can reach, each with its first status. */
export type ResendData = { readonly endings: readonly string[]; readonly mechanism: string };

interface Reached {
  readonly placed: PlacedRule;
  readonly ending: string;
}

/** Writes that repeat without a key and take a failure of the repeat for the failure of the call. */
export function findResendFailedBranches({ operations }: RuleContext): readonly FindingDraft<ResendData>[] {
  return operations.flatMap((each) => {
    const { idempotency, effect } = each.operation;
    if (effect !== "idempotent_write" || idempotency === undefined || idempotency.kind === "key") return [];
    const reached = placedRules(each).flatMap((placed) => judge(placed, each));
    const [first] = reached;
    if (first === undefined) return [];
    const isOwn = first.placed.pointer.startsWith(`${each.pointer}/`);
    const at = isOwn ? `${first.placed.pointer}/then/branch` : `${each.pointer}/idempotency`;
    const others = reached.slice(isOwn ? 1 : 0);
    const related = others.map(({ placed }) => {
      return { at: { pointer: `${placed.pointer}/then/branch` }, label: "a re-send can end here as well" };
    });
    return [
      {
        at: { pointer: at },
        data: { endings: reached.map(({ ending }) => ending), mechanism: idempotency.kind },
        related,
      },
    ];
  });
}

function judge(placed: PlacedRule, { operation }: OperationContext): readonly Reached[] {
  const { when, then } = placed.rule;
  // A case for re-sends is the author's word on them.
  if (then.kind !== "branch" || when.retried !== undefined) return [];
  if (operation.branches[then.branch]?.record !== "failed") return [];
  const probes = statusesOf(when)
    // What proves nothing is no failure at all, and another rule's business.
    .filter((status) => !provesNothing(status) && (status >= 400 || when.body !== undefined))
    .map((status) => ({ status, isResend: true }));
  const probe = reachedBy(operation.classification, placed.rule, probes);
  return probe === undefined ? [] : [{ placed, ending: `${then.branch} (${probe.status})` }];
}
