/** `# dex-connectors-ignore` comments: which findings their authors chose to keep, and why. */
import type { RuledDraft } from "./read/read-fault.ts";
import type { TextSource } from "./read/text-source.ts";
import type { Span, TreeNode } from "./read/tree.ts";
import { ruleOf } from "./rules/registry.ts";

const marker = "dex-connectors-ignore";

/** One comment, for the rules it names and the text it covers. */
export interface Suppression {
  readonly rules: readonly string[];
  readonly reason: string;
  /** The comment. */
  readonly span: Span;
  /** From the start of the line it is about to the end of the key or item that begins there. */
  readonly covers: Span;
}

/** The comments of a YAML text, and what is wrong with them. JSON has no comments. */
export function readSuppressions(
  source: TextSource,
  root: TreeNode,
): { found: readonly Suppression[]; drafts: readonly RuledDraft[] } {
  if (!source.text.includes(marker) || source.path.toLowerCase().endsWith(".json")) return { found: [], drafts: [] };
  const found: Suppression[] = [];
  const drafts: RuledDraft[] = [];
  const scalars = scalarSpans(root);
  for (const match of source.text.matchAll(/(?<=^|\s)#[ \t]*dex-connectors-ignore\b([^\r\n]*)/gm)) {
    const span = { start: match.index, end: match.index + match[0].length };
    if (scalars.some((scalar) => scalar.start < span.start && span.start < scalar.end)) continue;
    const parsed = parseComment(match[1] ?? "");
    if (parsed.problem === undefined) found.push({ ...parsed, span, covers: coveredBy(span, source, root) });
    else drafts.push({ id: "DC0002", at: { pointer: "", span }, data: { problem: parsed.problem } });
  }
  return { found, drafts };
}

function parseComment(rest: string): { rules: readonly string[]; reason: string; problem?: string } {
  const colon = rest.indexOf(":");
  const names = colon < 0 ? rest : rest.slice(0, colon);
  const rules = names.split(/[\s,]+/).filter((name) => name !== "");
  const reason = colon < 0 ? "" : rest.slice(colon + 1).trim();
  const strange = rules.find((rule) => !/^DC[0-9]{4}$/.test(rule));
  if (rules.length === 0) return { rules, reason, problem: "names no rule" };
  if (strange !== undefined)
    return { rules, reason, problem: `names \`${strange}\`, which is not the number of a rule` };
  return reason === "" ? { rules, reason, problem: "gives no reason" } : { rules, reason };
}

function scalarSpans(node: TreeNode): readonly Span[] {
  const spans = new Map<TreeNode, Span>();
  visit(node, new Set(), (found) => {
    if (found.kind === "scalar" && found.style !== "plain") spans.set(found, found.span);
  });
  return [...spans.values()];
}

/** What a comment is about: its own line when something stands before it, else the next line with something on it. */
function coveredBy(comment: Span, source: TextSource, root: TreeNode): Span {
  let line = source.lineOf(comment.start);
  const before = source.text.slice(source.lineStart(line), comment.start).trim();
  if (before === "") {
    line += 1;
    while (line < source.lineCount() && /^\s*(?:#.*)?$/.test(source.lineText(line))) line += 1;
  }
  const start = source.lineStart(line);
  const lineEnd = start + source.lineText(line).length;
  let end = lineEnd;
  visit(root, new Set(), (node, keySpan) => {
    const begins = keySpan?.start ?? node.span.start;
    if (begins >= start && begins <= lineEnd) end = Math.max(end, node.span.end);
  });
  return { start, end };
}

function visit(
  node: TreeNode,
  seen: Set<TreeNode>,
  see: (node: TreeNode, keySpan?: Span) => void,
  keySpan?: Span,
): void {
  if (seen.has(node)) return;
  seen.add(node);
  // The document itself is not a key or an item.
  if (seen.size > 1) see(node, keySpan);
  if (node.kind === "list") for (const item of node.items) visit(item, seen, see);
  if (node.kind === "map") for (const entry of node.entries.values()) visit(entry.value, seen, see, entry.keySpan);
}

/** Whether a finding of this rule can be kept: a text that cannot be understood has no meaning to keep. */
export function canSuppress(draft: RuledDraft): boolean {
  const rule = ruleOf(draft.id);
  const isBasic = rule.category === "reading" || rule.category === "structure";
  return rule.category !== "suppression" && !(isBasic && (draft.severity ?? rule.severity) === "error");
}

/** Comments that matched nothing, as findings. */
export function unusedSuppressions(used: ReadonlySet<string>, found: readonly Suppression[]): readonly RuledDraft[] {
  return found.flatMap((suppression) =>
    suppression.rules
      .filter((rule) => !used.has(usedKey(suppression, rule)))
      .map((rule) => {
        const edits = [{ span: suppression.span, newText: "" }];
        const fixes =
          suppression.rules.length === 1
            ? [{ title: "remove the comment", applicability: "safe" as const, edits }]
            : [];
        return {
          id: "DC0001",
          at: { pointer: "", span: suppression.span },
          data: { rule, because: "no such finding is here that can be kept" },
          fixes,
        };
      }),
  );
}

/** Names one rule of one comment. */
export function usedKey(suppression: Suppression, rule: string): string {
  return `${suppression.span.start} ${rule}`;
}
