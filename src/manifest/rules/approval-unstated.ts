/** Finds exposed writes of consequence whose authors did not decide about approval. */
import type { Operation } from "../../core/manifest.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";

/** `because` is what makes it a write of consequence. */
export type ApprovalData = { readonly name: string; readonly because: string; readonly isStated: boolean };

/** Writes that destroy, move money, change access (errors) or are seen by people (warnings). */
export function findUnstatedApprovals({ operations }: RuleContext): readonly FindingDraft<ApprovalData>[] {
  return operations.flatMap(({ name, pointer, source, operation }): readonly FindingDraft<ApprovalData>[] => {
    const because = operation.kind === "mutation" && operation.agent.exposed ? consequence(operation) : undefined;
    if (because === undefined) return [];
    const isGrave = because !== seenByPeople;
    const { approval, approvalReason } = source.agent ?? {};
    const isDecided = approval === "recommended" || (approval === "none" && (approvalReason !== undefined || !isGrave));
    if (isDecided) return [];
    const severity = isGrave ? "error" : "warning";
    const isStated = approval !== undefined;
    const at = isStated
      ? { pointer: `${pointer}/agent/approval` }
      : { pointer: `${pointer}/agent`, on: "key" as const };
    return [{ at, severity, data: { name, because, isStated } }];
  });
}

const seenByPeople = "is seen by people";

function consequence({ impact, concerns }: Operation): string | undefined {
  if (concerns.includes("money")) return "moves money";
  if (concerns.includes("access")) return "changes permissions";
  if (impact === "destructive") return "destroys something";
  return concerns.includes("people") ? seenByPeople : undefined;
}
