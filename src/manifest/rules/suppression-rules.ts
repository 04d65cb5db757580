/** The rules on `# dex-connectors-ignore` comments themselves. */
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";

const good = `# dex-connectors-ignore DC4011: the provider caps notes at 100 lines until 2027-01-01
notes: {type: array, items: {type: string, maxLength: 80}}`;

const unusedSuppression = defineRule<{ rule: string; because: string }>({
  id: "DC0001",
  name: "unused-suppression",
  severity: "warning",
  category: "suppression",
  since: "0.1.0",
  fix: "safe",
  why: "a comment that hides nothing today hides the next fault of its kind",
  page: {
    why: "A suppression stays after the fault it was written for has gone. Nobody sees the next fault of that kind at that place.",
    bad: `# dex-connectors-ignore DC4011: provider caps it\ntitle: {type: string, maxLength: 80}`,
    good: `title: {type: string, maxLength: 80}`,
  },
  text: ({ rule, because }) => ({
    message: `this comment suppresses ${rule}, but ${because}`,
    help: "remove the comment",
    mark: "suppresses nothing",
  }),
});

const suppressionReason = defineRule<{ problem: string }>({
  id: "DC0002",
  name: "suppression-reason",
  severity: "error",
  category: "suppression",
  since: "0.1.0",
  fix: "none",
  why: "the next reader has to know whether the reason still holds",
  page: {
    why: "A suppression without a reason cannot be reviewed, and nobody dares to remove it.",
    bad: `# dex-connectors-ignore DC4011\nnotes: {type: array, items: {type: string, maxLength: 80}}`,
    good,
  },
  text: ({ problem }) => ({
    message: `this suppression ${problem}`,
    help: "write `# dex-connectors-ignore DC0000: why it is right here`, with the rule's number",
  }),
});

export const suppressionRules: readonly Rule[] = [unusedSuppression, suppressionReason];
