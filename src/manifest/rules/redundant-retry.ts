/** Finds `agent.retry` on queries, and takes it out of the text. */
import { entryAt } from "../read/tree.ts";
import type { MapNode } from "../read/tree.ts";
import type { DraftFix, FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";

export function findRedundantRetries(context: RuleContext): readonly FindingDraft<{ name: string; retry: string }>[] {
  return context.operations.flatMap((each) => {
    const { name, pointer, source } = each;
    const retry = source.agent?.retry;
    if (source.kind !== "query" || retry === undefined) return [];
    const at = { pointer: `${pointer}/agent/retry`, on: "key" as const };
    return [{ at, data: { name, retry }, fixes: removal(context, each) }];
  });
}

/** No fix where the map is an alias: whoever shares it may need the key. */
function removal(context: RuleContext, { pointer, name }: OperationContext): readonly DraftFix[] {
  const agent = context.nodeAt(`${pointer}/agent`);
  const holder = entryAt(context.root, `${pointer}/agent`);
  if (agent?.kind !== "map" || holder === undefined) return [];
  const isShared = context.operations.some(
    (other) => other.name !== name && context.nodeAt(`${other.pointer}/agent`) === agent,
  );
  if (isShared || agent.span.start < holder.keySpan.end) return [];
  const edit = context.textOf(agent.span).startsWith("{") ? inFlow(context, agent) : inBlock(context, agent);
  if (edit === undefined) return [];
  return [{ title: "remove `retry`", applicability: "safe", edits: [edit] }];
}

type Edit = DraftFix["edits"][number];

/** From the key to the next one, or from the end of the one before. */
function inFlow({ textOf }: RuleContext, agent: MapNode): Edit | undefined {
  const entries = [...agent.entries.values()];
  const index = entries.findIndex(({ key }) => key === "retry");
  const entry = entries[index];
  if (entry === undefined) return undefined;
  const before = entries[index - 1];
  const after = entries[index + 1];
  const start = after === undefined && before !== undefined ? before.value.span.end : entry.keySpan.start;
  const end = after === undefined ? entry.value.span.end : after.keySpan.start;
  // A comment belongs to somebody; an alias ends elsewhere.
  const isPlain = start < end && !textOf({ start, end }).includes("#");
  return isPlain ? { span: { start, end }, newText: "" } : undefined;
}

/** The whole line; an only key becomes an empty map. */
function inBlock({ textOf }: RuleContext, agent: MapNode): Edit | undefined {
  const entry = agent.entries.get("retry");
  if (entry === undefined || entry.value.span.end < entry.keySpan.end) return undefined;
  const span = { start: entry.keySpan.start, end: entry.value.span.end };
  if (agent.entries.size === 1) return { span, newText: "{}" };
  const lineStart = textOf({ start: 0, end: span.start }).lastIndexOf("\n") + 1;
  const rest = /^[ \t]*\r?\n/.exec(textOf({ start: span.end, end: span.end + 200 }));
  const isOwnLine = textOf({ start: lineStart, end: span.start }).trim() === "" && rest !== null;
  return isOwnLine ? { span: { start: lineStart, end: span.end + rest[0].length }, newText: "" } : undefined;
}
