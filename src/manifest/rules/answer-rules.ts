/** The rules on how the answers of providers are told apart. */
import { findClassificationGaps } from "./classification-gaps.ts";
import type { GapData } from "./classification-gaps.ts";
import { findIgnoredFlags, findUnreadWaits } from "./answer-flags.ts";
import type { FlagData, LimitData } from "./answer-flags.ts";
import { findGraphqlFaults } from "./graphql-documents.ts";
import type { GraphqlData } from "./graphql-documents.ts";
import { findShadowedRules } from "./shadowed-rules.ts";
import type { ShadowData } from "./shadowed-rules.ts";
import { assertNever } from "../../core/assert-never.ts";
import { defineRule } from "./rule.ts";
import type { Rule, RuleText } from "./rule.ts";

const requests = { category: "requests", since: "0.1.0", fix: "none" } as const;

const classificationGap = defineRule<GapData>({
  ...requests,
  id: "DC8011",
  name: "classification-gap",
  severity: "warning",
  why: "nobody decided what these answers mean, so calls end as failed or unknown without need",
  page: {
    why: "Every provider refuses credentials, limits calls and breaks down, and every answer can be cut. Without a rule the built-in tail takes them: a write is then of unknown outcome, although a 429 did nothing at all.",
    bad: `classify: [{when: {status: [201]}, then: {branch: added}}]`,
    good: `classify:\n  - {when: {status: [201]}, then: {branch: added}}\n  - {when: {status: [401]}, then: {reauthorize: {}}}\n  - {when: {status: [429]}, then: {retryLater: {from: [{header: Retry-After}], fallback: 10s, max: 60s}}}\n  - {otherwise: tail}`,
    suppress: "The provider never sends these answers; `otherwise: tail` says the same without a comment.",
  },
  text: ({ name, gaps }) => ({
    message: `no rule of \`${name}\` takes ${gaps.join(", ")}`,
    help: "add rules for them, or end the list with `otherwise: tail`",
  }),
  check: findClassificationGaps,
});

const shadowedRule = defineRule<ShadowData>({
  ...requests,
  id: "DC8012",
  name: "shadowed-rule",
  severity: "warning",
  why: "the first rule that holds wins, so what was written here never happens",
  page: {
    why: "Rules are tried from the top, the operation's own before the defaults. A wide rule before a narrow one takes its answers. Faults before anything was sent are never put to rules: such a call provably did nothing.",
    bad: `classify:\n  - {when: {status: [4xx]}, then: {branch: refused}}\n  - {when: {status: [404]}, then: {branch: absent}}`,
    good: `classify:\n  - {when: {status: [404]}, then: {branch: absent}}\n  - {when: {status: [4xx]}, then: {branch: refused}}`,
    suppress: "The rule documents an answer on purpose.",
  },
  text: (data) => shadowText(data),
  check: findShadowedRules,
});

function shadowText({ problem, ending }: ShadowData): RuleText {
  switch (problem) {
    case "earlier":
      return {
        message: `this rule never gets a turn, so \`${ending}\` is not reached by it`,
        help: "put it before the wider rule, or drop it",
      };
    case "unsent":
      return {
        message: "faults before anything was sent are never put to rules",
        help: "drop the rule: the call ends as not sent",
      };
    case "order":
      return { message: "`otherwise` stands before other rules, which still come first", help: "put it at the end" };
    default:
      return assertNever(problem);
  }
}

const rateLimitWait = defineRule<LimitData>({
  ...requests,
  id: "DC8013",
  name: "rate-limit-wait",
  severity: "warning",
  why: "a call that comes back too early is counted again and keeps the limit closed",
  page: {
    why: "Providers say in the answer how long to wait. Guessing instead gives up too early or asks too often.",
    bad: `{when: {status: [429]}, then: {retry: {}}}`,
    good: `{when: {status: [429]}, then: {retryLater: {from: [{header: Retry-After}], fallback: 10s, max: 60s}}}`,
    suppress: "The provider does not say how long to wait.",
  },
  text: ({ ending }) => ({
    message: "a limit (429) is waited for without reading for how long",
    help:
      ending === "retry"
        ? "write `retryLater` with `from`, such as `[{header: Retry-After}]`"
        : "add `from`, such as `[{header: Retry-After}]`",
  }),
  check: findUnreadWaits,
});

const graphqlKind = defineRule<GraphqlData>({
  ...requests,
  id: "DC8015",
  name: "graphql-kind",
  severity: "error",
  why: "a write that is declared as a query is repeated, cached and run beside other calls",
  page: {
    why: "Every GraphQL request is a POST, so only the document says whether it writes. With two operations in a document the provider would have to choose.",
    bad: `kind: query\nrequest: {method: POST, readOnlyPost: GraphQL., body: {graphql: "mutation { closeIssue { id } }"}}`,
    good: `kind: mutation\nrequest: {method: POST, body: {graphql: "mutation { closeIssue { id } }"}}`,
  },
  text: (data) => graphqlText(data),
  check: findGraphqlFaults,
});

function graphqlText({ problem, kind, found }: GraphqlData): RuleText {
  switch (problem) {
    case "other":
      return { message: `the document of this ${kind} is a ${found}`, help: `correct \`kind\`, or write a ${kind}` };
    case "count":
      return {
        message: `the document has ${found === "0" ? "no operation" : `${found} operations`}`,
        help: "leave exactly one in it",
      };
    case "open":
      return { message: "the brackets of the document do not match", help: "close what is open" };
    default:
      return assertNever(problem);
  }
}

const okFlagIgnored = defineRule<FlagData>({
  ...requests,
  id: "DC8016",
  name: "ok-flag-ignored",
  severity: "info",
  why: "an error inside a 200 counts as a success",
  page: {
    why: "GraphQL answers 200 with `errors`, and some APIs answer 200 with `ok: false`. A rule by status alone calls all of them a success.",
    bad: `classify: [{when: {status: [200]}, then: {branch: created}}]`,
    good: `classify:\n  - {when: {status: [200], body: {at: /errors, exists: true}}, then: {branch: refused}}\n  - {when: {status: [200]}, then: {branch: created}}`,
    suppress: "The output cannot be made from an answer with errors, so such an answer does not count as a success.",
  },
  text: ({ flag, branch }) => ({
    message: `\`${branch}\` is chosen by the status alone, and \`${flag}\` has the last word`,
    help: `test \`${flag}\` in this rule or before it`,
  }),
  check: findIgnoredFlags,
});

export const answerRules: readonly Rule[] = [
  classificationGap,
  shadowedRule,
  rateLimitWait,
  graphqlKind,
  okFlagIgnored,
];
