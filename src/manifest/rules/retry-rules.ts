/** The rules on retries: whether the times fit together, and whether a write may be sent again at all. */
import { formatDuration } from "../../core/duration.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { findResendFailedBranches } from "./resend-failed-branch.ts";
import type { ResendData } from "./resend-failed-branch.ts";
import { findTimesThatDoNotFit } from "./retry-arithmetic.ts";
import type { ArithmeticData } from "./retry-arithmetic.ts";
import { defineRule } from "./rule.ts";
import type { OperationContext } from "./rule-context.ts";
import { placedRules } from "./seen-answers.ts";
import { findUnsafeRetries } from "./unsafe-retry.ts";
import type { UnsafeRetryData } from "./unsafe-retry.ts";

export const retryArithmetic = defineRule<ArithmeticData>({
  id: "DC6011",
  name: "retry-arithmetic",
  severity: "error",
  category: "repeating",
  since: "0.1.0",
  fix: "none",
  why: "the shorter time ends the call before the longer one can matter",
  page: {
    why: "A time-out longer than the whole retry time leaves no second attempt, and a request that may take as long as its attempt cannot be told from one that hangs.",
    bad: `execution: {timeout: 3m, retry: {total: 2m}}`,
    good: `execution: {timeout: 30s, retry: {total: 2m}}`,
  },
  text: ({ longer, longerValue, shorter, shorterValue }) => ({
    message: `\`${longer}\` of ${longerValue} does not fit into \`${shorter}\` of ${shorterValue}`,
    help: `make \`${longer}\` shorter, or \`${shorter}\` longer`,
  }),
  check: findTimesThatDoNotFit,
});

type WaitData = {
  readonly wait: string;
  readonly key: "fallback" | "max";
  readonly limit: string;
  readonly limitKey: string;
};

export const waitDoesNotFit = defineRule<WaitData>({
  id: "DC6012",
  name: "wait-does-not-fit",
  severity: "warning",
  category: "repeating",
  since: "0.1.0",
  fix: "none",
  why: "a wait that does not fit ends the call instead of being cut short",
  page: {
    why: "A stated wait is kept whole or the call ends. Where the limit of waits is longer than the retry time, the waits that the rule was written for never happen.",
    bad: `execution: {retry: {total: 2m}}\nclassify: [{when: {status: [429]}, then: {retryLater: {fallback: 60s, max: 1h}}}]`,
    good: `execution: {retry: {total: 65m}}\nclassify: [{when: {status: [429]}, then: {retryLater: {fallback: 60s, max: 1h}}}]`,
    suppress: "Longer waits are meant to end the call.",
  },
  text: ({ key, wait, limitKey, limit }) => ({
    message: `the ${key === "max" ? "longest wait" : "wait"} of ${wait} does not fit into \`${limitKey}\` of ${limit}`,
    help: `raise \`${limitKey}\`, lower \`${key}\`, or end in a branch`,
  }),
  check: ({ operations }) => operations.flatMap(checkWaits),
});

function checkWaits(each: OperationContext): readonly FindingDraft<WaitData>[] {
  const { effect, execution } = each.operation;
  const { attempts, total } = execution.retry;
  // A write with one attempt waits inside that attempt only, where any longer wait ends it as intended.
  const isRepeated = (effect === "read" || effect === "idempotent_write") && attempts > 1;
  return placedRules(each).flatMap(({ rule: { then }, pointer }): readonly FindingDraft<WaitData>[] => {
    if (then.kind !== "retryLater") return [];
    const at = `${pointer}/then/retryLater`;
    const misfit = (key: WaitData["key"], waitMs: number, limitKey: string, limitMs: number) => [
      {
        at: { pointer: `${at}/${key}` },
        data: { key, wait: formatDuration(waitMs), limitKey, limit: formatDuration(limitMs) },
      },
    ];
    if (then.fallbackMs > then.maxMs) return misfit("fallback", then.fallbackMs, "max", then.maxMs);
    return isRepeated && then.maxMs > total ? misfit("max", then.maxMs, "execution.retry.total", total) : [];
  });
}

export const unsafeRetry = defineRule<UnsafeRetryData>({
  id: "DC6013",
  name: "unsafe-retry",
  severity: "error",
  category: "repeating",
  since: "0.1.0",
  fix: "none",
  security: true,
  why: "the first request may have been carried out, and the second one would be, too",
  page: {
    why: "After a time-out, a 5xx or a cut answer nobody knows whether the write happened. Without a mechanism it must not be sent again; only 429, or a refusal that the provider states itself, proves that nothing was done.",
    bad: `addNote: {kind: mutation, classify: [{when: {status: [5xx]}, then: {retry: {}}}]}`,
    good: `addNote: {kind: mutation, classify: [{when: {status: [5xx]}, then: {branch: uncertain}}]}`,
  },
  text: ({ step, seen }) => ({
    message: `\`${step}\` sends this write again after ${seen}, and nothing makes a second one harmless`,
    help: `end in \`uncertain\`, or declare a mechanism under \`idempotency\`${step === "retryLater" ? "; or test the body for the provider's own refusal" : ""}`,
  }),
  check: findUnsafeRetries,
});

export const resendFailedBranch = defineRule<ResendData>({
  id: "DC6014",
  name: "resend-failed-branch",
  severity: "error",
  category: "repeating",
  since: "0.1.0",
  fix: "none",
  why: "the first send may be what made the second one fail",
  page: {
    why: "When the answer to a delete is lost, the re-send finds nothing to delete; when that of a create is lost, the name is taken. Both look like failures of a call that succeeded.",
    bad: `idempotency: {natural: {because: A ticket can be deleted once., identity: [/ticketId]}}\nclassify: [{when: {status: [404]}, then: {branch: notFound}}]`,
    good: `idempotency: {natural: {because: A ticket can be deleted once., identity: [/ticketId]}}\nclassify:\n  - {when: {status: [404], retried: true}, then: {branch: deleted}}\n  - {when: {status: [404]}, then: {branch: notFound}}`,
  },
  text: ({ endings, mechanism }) => ({
    message: `a re-send of this ${mechanism === "natural" ? "natural" : "looked-up"} write can end as failed in ${endings.map((ending) => `\`${ending}\``).join(", ")}`,
    help: "put a rule with `retried: true` before it that ends in the success branch, a lookup or `uncertain`",
  }),
  check: findResendFailedBranches,
});
