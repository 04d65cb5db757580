/** Finds tools that would have one name, in one file. */
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";

type Draft = FindingDraft<{ toolName: string; other: string }>;

/** Every operation whose tool name an earlier one of the file has. */
export function findToolNameCollisions({ operations }: RuleContext): readonly Draft[] {
  const first = new Map<string, { name: string; pointer: string }>();
  const drafts: Draft[] = [];
  for (const { name, pointer, operation } of operations) {
    const { toolName } = operation.agent;
    const earlier = first.get(toolName);
    if (earlier === undefined) {
      first.set(toolName, { name, pointer });
      continue;
    }
    const related = [{ at: { pointer: earlier.pointer, on: "key" as const }, label: "has the same tool name" }];
    drafts.push({ at: { pointer, on: "key" }, data: { toolName, other: earlier.name }, related });
  }
  return drafts;
}
