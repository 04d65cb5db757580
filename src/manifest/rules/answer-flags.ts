/** Finds providers that say more than a status: how long to wait, and whether a 200 is a success at all. */
import type { ClassificationRule } from "../../core/manifest-classify.ts";
import { isJsonObject } from "../../core/json.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import { placedRules, reachedBy } from "./seen-answers.ts";

/** What a limit ends in. */
export type LimitData = { readonly ending: "retry" | "retryLater" };

/** Rules on 429 that do not read how long to wait, unless one before them does where the provider says it. */
export function findUnreadWaits({ operations }: RuleContext): readonly FindingDraft<LimitData>[] {
  return operations.flatMap((each) => {
    const placed = placedRules(each);
    return placed.flatMap(({ rule, pointer }, index) => {
      const ending = unreadWait(each, rule);
      if (ending === undefined || placed.slice(0, index).some((earlier) => readsWait(earlier.rule))) return [];
      return [{ at: { pointer: `${pointer}/then/${ending}`, on: "key" as const }, data: { ending } }];
    });
  });
}

const limited = [false, true].map((isResend) => ({ status: 429, isResend }));

function unreadWait({ operation }: OperationContext, rule: ClassificationRule): LimitData["ending"] | undefined {
  const { then, when } = rule;
  if (then.kind !== "retry" && (then.kind !== "retryLater" || then.from.length > 0)) return undefined;
  // A write that may not be sent again has its own rule.
  if (then.kind === "retry" && operation.effect === "non_idempotent_write") return undefined;
  const isLimit = when.status !== undefined && reachedBy(operation.classification, rule, limited) !== undefined;
  return isLimit ? then.kind : undefined;
}

function readsWait({ when, then }: ClassificationRule): boolean {
  const isLimit = when.status?.some(({ from, to }) => from <= 429 && 429 <= to) === true;
  return isLimit && then.kind === "retryLater" && then.from.length > 0;
}

/** Why a status says too little: the request is GraphQL, or an example shows the flag. */
export type FlagData = { readonly flag: string; readonly branch: string };

/** Successes by status alone where the body has the last word. */
export function findIgnoredFlags({ operations }: RuleContext): readonly FindingDraft<FlagData>[] {
  return operations.flatMap((each) => {
    const flag = flagOf(each);
    if (flag === undefined) return [];
    const placed = placedRules(each);
    const success = placed.find(({ rule }) => isBlindSuccess(each, rule));
    const isTested = placed.some(({ rule: { when } }) => when.body !== undefined && isAbout(when.body.at, flag));
    if (success === undefined || isTested || success.rule.then.kind !== "branch") return [];
    return [
      {
        at: { pointer: `${success.pointer}/when`, on: "key" as const },
        data: { flag, branch: success.rule.then.branch },
      },
    ];
  });
}

function isBlindSuccess({ operation }: OperationContext, { when, then }: ClassificationRule): boolean {
  if (then.kind !== "branch" || when.body !== undefined || when.fault !== undefined) return false;
  return operation.branches[then.branch]?.record === "succeeded";
}

/** GraphQL answers are told by `/errors` or by what is under `/data`. */
function isAbout(pointer: string, flag: string): boolean {
  if (flag !== "/errors") return pointer === flag;
  return pointer === "/errors" || pointer.startsWith("/errors/") || pointer === "/data" || pointer.startsWith("/data/");
}

function flagOf({ operation }: OperationContext): string | undefined {
  if (operation.implementation.kind !== "request") return undefined;
  if (operation.implementation.request.body?.kind === "graphql") return "/errors";
  const bodies = operation.examples.flatMap((example) =>
    example.kind === "call" ? example.exchange.map(({ respond }) => respond.body) : [],
  );
  return bodies.flatMap((body) => (isJsonObject(body) && typeof body["ok"] === "boolean" ? ["/ok"] : []))[0];
}
