/** Finds tools that would have one name, in one file. */
import type { FindingData } from "../../core/finding.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";

/** Two tools, or two whole connectors, of one name. */
export interface ToolNameCollisionData extends FindingData {
  /** What is alike: operations of one file, operations of two files, or the connectors themselves. */
  readonly problem: "operation" | "file" | "connector";
  /** The shared tool name; the connector's prefix when the connectors are alike. */
  readonly toolName: string;
  /** The earlier operation, or the connector's id. */
  readonly other: string;
  /** The earlier file; empty inside one file. */
  readonly file: string;
  /** How many more tools of the two files are alike. */
  readonly more: number;
}

type Draft = FindingDraft<ToolNameCollisionData>;

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
    drafts.push({
      at: { pointer, on: "key" },
      data: { problem: "operation", toolName, other: earlier.name, file: "", more: 0 },
      related,
    });
  }
  return drafts;
}
