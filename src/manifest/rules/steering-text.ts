/** Finds orders to the model in texts that it reads. English only: it is a hint for reviewers and no defense. */
import { TextMemo } from "../read/text-memo.ts";
import type { TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import { findCaseless } from "./caseless.ts";
import type { CaselessPattern } from "./caseless.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";

const orders: readonly CaselessPattern[] = [
  {
    words: ["call ", "invoke ", "run ", "execute ", "use "],
    pattern:
      /\b(?:always|must|never|only|first|immediately|you should|be sure to|make sure to|remember to) (?:also |then |first )*(?:call|invoke|run|execute|use) [^.;]{0,60}/i,
  },
  {
    words: ["calling ", "invoking ", "running ", "using "],
    pattern:
      /\b(?:before|after|instead of) (?:calling|invoking|running|using) (?:any|all|every|each|other|another|the other)\b[^.;]{0,60}/i,
  },
  {
    words: ["ignore ", "disregard ", "forget ", "override ", "bypass "],
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass) (?:[a-z]+ ){0,3}(?:instructions?|rules?|prompts?|guidelines|polic(?:y|ies)|approvals?)\b/i,
  },
  {
    words: ["do not ", "don't ", "never "],
    pattern:
      /\b(?:do not|don't|never) (?:tell|mention|inform|show|reveal|ask|warn)\b[^.;]{0,40}\b(?:user|person|people|human|anyone|anybody|operator)\b/i,
  },
  {
    words: ["system prompt", "you are ", "without "],
    pattern:
      /\b(?:system prompt|you are (?:now )?(?:an?|the) [a-z]+|without (?:asking|telling|informing) (?:the )?(?:user|anyone|anybody|person))\b/i,
  },
  { words: ["<"], pattern: /<\/?(?:important|system|instructions?|assistant)>/i },
];

/** Descriptions and messages of exposed operations, and of the shared schemas they may use. */
export function findSteeringTexts(context: RuleContext): readonly FindingDraft<{ words: string }>[] {
  const exposed = context.operations.filter(({ operation }) => operation.agent.exposed);
  if (exposed.length === 0) return [];
  const places = exposed.flatMap(({ pointer }) =>
    ["description", "title", "agent/description", "input", "output", "branches"].map((key) => `${pointer}/${key}`),
  );
  const drafts: FindingDraft<{ words: string }>[] = [];
  for (const pointer of [...places, "/schemas", "/defaults/branches"]) {
    const node = context.nodeAt(pointer);
    if (node !== undefined) judgeTexts(node, pointer, drafts);
  }
  return drafts;
}

const ordersIn = new TextMemo((text) => findCaseless(orders, text)?.trim());

/** Judges the texts that a model reads: the node itself when it is one, and descriptions, titles and messages below it. */
function judgeTexts(node: TreeNode, pointer: string, drafts: FindingDraft<{ words: string }>[]): void {
  if (node.kind === "scalar") {
    if (typeof node.value !== "string") return;
    const words = ordersIn.of(node.value);
    if (words !== undefined) drafts.push({ at: { pointer }, data: { words } });
  } else if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) {
      if (item.kind !== "scalar") judgeTexts(item, childPointer(pointer, index), drafts);
    }
  } else {
    for (const { key, value } of node.entries.values()) {
      if (value.kind !== "scalar" || readKeys.has(key)) judgeTexts(value, childPointer(pointer, key), drafts);
    }
  }
}

const readKeys: ReadonlySet<string> = new Set(["description", "title", "message"]);
