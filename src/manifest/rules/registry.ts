/** All rules, by number. A new family adds one line here. */
import { agentRules } from "./agent-rules.ts";
import { branchRules } from "./branch-rules.ts";
import { exampleRules } from "./example-rules.ts";
import { nameRules } from "./name-rules.ts";
import { readingRules } from "./reading-rules.ts";
import { referenceRules } from "./reference-rules.ts";
import { repeatingRules } from "./repeating-rules.ts";
import { replayRules } from "./replay-rules.ts";
import { requestRules } from "./request-rules.ts";
import type { Rule } from "./rule.ts";
import { schemaRules } from "./schema-rules.ts";
import { structureRules } from "./structure-rules.ts";
import { suppressionRules } from "./suppression-rules.ts";
import { textRules } from "./text-rules.ts";

/** Every rule, in the order of their numbers. */
export const rules: readonly Rule[] = [
  ...suppressionRules,
  ...readingRules,
  ...structureRules,
  ...referenceRules,
  ...nameRules,
  ...schemaRules,
  ...branchRules,
  ...repeatingRules,
  ...agentRules,
  ...requestRules,
  ...textRules,
  ...exampleRules,
  ...replayRules,
];

const byId: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));

/** The rule of a number or a name; `undefined` when there is none. */
export function findRule(idOrName: string): Rule | undefined {
  return byId.get(idOrName.toUpperCase()) ?? rules.find((rule) => rule.name === idOrName);
}

/** The rule that a finding names. */
export function ruleOf(id: string): Rule {
  const rule = byId.get(id);
  if (rule === undefined) throw new Error(`a check reported ${id}, which the registry does not list`);
  return rule;
}
