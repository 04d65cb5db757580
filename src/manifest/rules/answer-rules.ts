/** The rules on how the answers of providers are told apart. */
import { findClassificationGaps } from "./classification-gaps.ts";
import type { GapData } from "./classification-gaps.ts";
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";

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

export const answerRules: readonly Rule[] = [classificationGap];
