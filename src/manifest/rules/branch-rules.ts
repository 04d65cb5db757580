/** The rules on branches and on what kind of operation may end in which. */
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** The structure check reports it. */
const branchRecord = defineRule<{ key: string; where: string }>({
  id: "DC5001",
  name: "branch-record",
  severity: "error",
  category: "branches",
  since: "0.1.0",
  fix: "none",
  why: "the record decides what the model is told and what runs next",
  page: {
    why: "Each ending of a call is recorded as succeeded, failed or outcome_unknown. Nobody but the author knows which, and a guess would tell the model that something did not happen when it did.",
    bad: `branches: {sent: {description: The message was sent.}}`,
    good: `branches: {sent: {record: succeeded, description: The message was sent.}}`,
  },
  text: ({ where }) => ({
    message: `${where} does not say how the call is recorded`,
    help: "add `record: succeeded`, `failed` or `outcome_unknown`",
    mark: "`record` is missing",
  }),
});

export const branchRules: readonly Rule[] = [branchRecord];
