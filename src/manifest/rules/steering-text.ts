/** Finds orders to the model in texts that it reads. English only: it is a hint for reviewers and no defense. */
import type { TreeNode } from "../read/tree.ts";
import { childPointer } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";

const orders: readonly RegExp[] = [
  /\b(?:always|must|never|only|first|immediately|you should|be sure to|make sure to|remember to) (?:also |then |first )*(?:call|invoke|run|execute|use) [^.;]{0,60}/i,
  /\b(?:before|after|instead of) (?:calling|invoking|running|using) (?:any|all|every|each|other|another|the other)\b[^.;]{0,60}/i,
  /\b(?:ignore|disregard|forget|override|bypass) (?:[a-z]+ ){0,3}(?:instructions?|rules?|prompts?|guidelines|polic(?:y|ies)|approvals?)\b/i,
  /\b(?:do not|don't|never) (?:tell|mention|inform|show|reveal|ask|warn)\b[^.;]{0,40}\b(?:user|person|people|human|anyone|anybody|operator)\b/i,
  /\b(?:system prompt|you are (?:now )?(?:an?|the) [a-z]+|without (?:asking|telling|informing) (?:the )?(?:user|anyone|anybody|person))\b/i,
  /<\/?(?:important|system|instructions?|assistant)>/i,
];

/** Descriptions and messages of exposed operations, and of the shared schemas they may use. */
export function findSteeringTexts(context: RuleContext): readonly FindingDraft<{ words: string }>[] {
  const exposed = context.operations.filter(({ operation }) => operation.agent.exposed);
  if (exposed.length === 0) return [];
  const places = exposed.flatMap(({ pointer }) =>
    ["description", "title", "agent/description", "input", "output", "branches"].map((key) => `${pointer}/${key}`),
  );
  return [...places, "/schemas", "/defaults/branches"].flatMap((pointer) => {
    const node = context.nodeAt(pointer);
    return node === undefined ? [] : textsIn(node, pointer).flatMap(judge);
  });
}

interface PlacedText {
  readonly pointer: string;
  readonly text: string;
}

/** The texts that a model reads: the node itself when it is one, and descriptions, titles and messages below it. */
function textsIn(node: TreeNode, pointer: string): readonly PlacedText[] {
  if (node.kind === "scalar") return typeof node.value === "string" ? [{ pointer, text: node.value }] : [];
  const below =
    node.kind === "list"
      ? node.items.map((item, index) => ({ node: item, key: String(index) }))
      : [...node.entries.values()].map(({ key, value }) => ({ node: value, key }));
  return below.flatMap(({ node: inner, key }) => {
    if (inner.kind === "scalar" && !readKeys.has(key)) return [];
    return textsIn(inner, childPointer(pointer, key));
  });
}

const readKeys: ReadonlySet<string> = new Set(["description", "title", "message"]);

function judge({ pointer, text }: PlacedText): readonly FindingDraft<{ words: string }>[] {
  const words = orders.map((order) => order.exec(text)?.[0].trim()).find((found) => found !== undefined);
  return words === undefined ? [] : [{ at: { pointer }, data: { words } }];
}
