/** Finds branches that nothing reaches, and endings that have no fitting branch. */
import type { Json } from "../../core/json.ts";
import type { BodyTest } from "../../core/manifest-classify.ts";
import type { Operation } from "../../core/manifest.ts";
import { saysNoOp } from "./branch-texts.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import { schemaParts, takesLists, takesObjects } from "./schema-parts.ts";
import { placedRules } from "./seen-answers.ts";

/** Branches of declared requests that no rule and no lookup names. A default one needs one operation that does. */
export function findUnreachableBranches(context: RuleContext): readonly FindingDraft<{ branch: string }>[] {
  const own = context.operations.flatMap(({ source, operation, pointer }) => {
    if (operation.implementation.kind === "handler") return [];
    const named = namedBranches(operation);
    return unnamed(Object.keys(source.branches ?? {}), named, `${pointer}/branches`);
  });
  const isAnyHandled = context.operations.some(({ operation }) => operation.implementation.kind === "handler");
  if (!context.isComplete || isAnyHandled) return own;
  const used = new Set(context.operations.flatMap(({ operation }) => [...namedBranches(operation)]));
  return [...own, ...unnamed(Object.keys(context.source.defaults?.branches ?? {}), used, "/defaults/branches")];
}

function unnamed(
  declared: readonly string[],
  named: ReadonlySet<string>,
  at: string,
): readonly FindingDraft<{ branch: string }>[] {
  return declared
    .filter((id) => !named.has(id))
    .map((branch) => ({ at: { pointer: `${at}/${branch}`, on: "key" as const }, data: { branch } }));
}

/** Every branch that something can select; the two built-in ones are reached without being named. */
function namedBranches({ classification, lookup }: Operation): ReadonlySet<string> {
  const named = new Set(["defect", "uncertain"]);
  for (const { then } of classification.rules) {
    if (then.kind === "branch") named.add(then.branch);
    if (then.kind === "lookup" && then.absent !== undefined) named.add(then.absent);
  }
  if (classification.otherwise.kind === "branch") named.add(classification.otherwise.branch);
  if (lookup !== undefined) named.add(lookup.found.branch);
  if (lookup?.absent.kind === "branch") named.add(lookup.absent.branch);
  return named;
}

/** Writes that call it a failure when things already are as asked. */
export function findNoOpsAsFailed({
  operations,
}: RuleContext): readonly FindingDraft<{ branch: string; word: string }>[] {
  return operations
    .filter(({ operation }) => operation.kind === "mutation")
    .flatMap((each) => [...noOpNames(each), ...noOpCodes(each)]);
}

function noOpNames({ source, pointer }: OperationContext): readonly FindingDraft<{ branch: string; word: string }>[] {
  return Object.entries(source.branches ?? {})
    .filter(([id, { record }]) => record === "failed" && saysNoOp(id))
    .map(([id]) => ({ at: { pointer: `${pointer}/branches/${id}/record` }, data: { branch: id, word: id } }));
}

function noOpCodes(each: OperationContext): readonly FindingDraft<{ branch: string; word: string }>[] {
  return placedRules(each).flatMap(({ rule: { when, then }, pointer }) => {
    if (then.kind !== "branch" || each.operation.branches[then.branch]?.record !== "failed") return [];
    // The name of such a branch is found already.
    if (saysNoOp(then.branch)) return [];
    const word = wordsOf(when.body).find((value) => typeof value === "string" && saysNoOp(value));
    return typeof word === "string"
      ? [{ at: { pointer: `${pointer}/when/body` }, data: { branch: then.branch, word } }]
      : [];
  });
}

function wordsOf(test: BodyTest | undefined): readonly Json[] {
  if (test?.kind === "equals") return [test.value];
  return test?.kind === "in" ? test.values : [];
}

/** Writes of several things at once that have no ending for "some of them". */
export function findPartialBatches({ operations }: RuleContext): readonly FindingDraft<{ property: string }>[] {
  return operations.flatMap(({ operation, pointer }) => {
    if (operation.kind === "query" || hasEndingForAPart(operation)) return [];
    return schemaParts(operation.input, takesLists)
      .filter(({ schema }) => takesLists(schema) && schema.maxItems !== 1)
      .filter(({ schema: { items } }) => items !== undefined && takesObjects(items))
      .map((part) => {
        const property = part.pointer.replaceAll(/\/(?:properties|oneOf|anyOf|items)(?=\/|$)/g, "");
        return { at: { pointer: `${pointer}/input${part.pointer}`, on: "key" as const }, data: { property } };
      });
  });
}

/** An own branch of unknown outcome; `uncertain` counts when its description speaks of a part. */
function hasEndingForAPart({ branches }: Operation): boolean {
  return Object.values(branches).some(({ id, record, description, implicit }) => {
    if (implicit || record !== "outcome_unknown") return false;
    return id !== "uncertain" || /\b(?:part|some|several|not all|partial(?:ly)?|partly)\b/i.test(description);
  });
}
