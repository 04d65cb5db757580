/** Drafts → findings: places become lines and columns, repeats go, suppressions are applied, order is by place. */
import type { Finding, Fix, RelatedPlace } from "../core/finding.ts";
import type { PlacedDraft } from "./one-fault.ts";
import { oneFaultOneFinding } from "./one-fault.ts";
import type { RuledDraft } from "./read/read-fault.ts";
import type { TextSource } from "./read/text-source.ts";
import type { MapNode, Span } from "./read/tree.ts";
import { pointerSteps } from "./read/tree.ts";
import { placeSpan } from "./rules/create-context.ts";
import { ruleOf } from "./rules/registry.ts";
import type { DraftFix } from "./rules/finding-draft.ts";
import type { Suppression } from "./suppressions.ts";
import { canSuppress, readSuppressions, unusedSuppressions, usedKey } from "./suppressions.ts";

/** `canKeepErrors` is false when something could not be resolved: then an error says why, and nothing may hide it. */
export function toFindings(
  source: TextSource,
  root: MapNode,
  drafts: readonly RuledDraft[],
  canKeepErrors: boolean,
): readonly Finding[] {
  const { found, drafts: wrongComments } = readSuppressions(source, root);
  if (drafts.length === 0 && found.length === 0 && wrongComments.length === 0) return [];
  const place = (draft: RuledDraft): PlacedDraft => ({ draft, span: placeSpan(root, draft.at) });
  const placed = oneFaultOneFinding([...drafts, ...wrongComments].map(place));
  const used = new Set<string>();
  const reasons = new Map(placed.map((item) => [item, suppressionOf(item, found, used, canKeepErrors)]));
  const all = [...placed, ...unusedSuppressions(used, found).map(place)];
  return all
    .toSorted((one, other) => one.span.start - other.span.start || (one.draft.id < other.draft.id ? -1 : 1))
    .map((item) => toFinding(item, source, root, reasons.get(item)));
}

/** The reason of the comment that covers a finding; remembers that the comment was of use. */
function suppressionOf(
  item: PlacedDraft,
  found: readonly Suppression[],
  used: Set<string>,
  canKeepErrors: boolean,
): string | undefined {
  const { draft, span } = item;
  const covering = found.find(
    ({ rules, covers }) => rules.includes(draft.id) && covers.start <= span.start && span.start <= covers.end,
  );
  if (covering === undefined || !canSuppress(draft)) return undefined;
  if (!canKeepErrors && (draft.severity ?? ruleOf(draft.id).severity) === "error") return undefined;
  used.add(usedKey(covering, draft.id));
  return covering.reason;
}

function toFinding(
  { draft, span }: PlacedDraft,
  source: TextSource,
  root: MapNode,
  suppressed: string | undefined,
): Finding {
  const [section, operation] = pointerSteps(draft.at.pointer);
  return {
    id: draft.id,
    severity: draft.severity ?? ruleOf(draft.id).severity,
    data: draft.data,
    file: source.path,
    range: source.rangeOf(span),
    pointer: draft.at.pointer,
    operation: section === "operations" ? operation : undefined,
    related: (draft.related ?? []).map(({ at, label }): RelatedPlace => {
      return { file: source.path, range: source.rangeOf(placeSpan(root, at)), label };
    }),
    fixes: (draft.fixes ?? []).map((fix) => toFix(fix, source)),
    suppressed,
  };
}

function toFix({ title, applicability, edits }: DraftFix, source: TextSource): Fix {
  const toRange = (span: Span): ReturnType<TextSource["rangeOf"]> => source.rangeOf(span);
  return { title, applicability, edits: edits.map(({ span, newText }) => ({ range: toRange(span), newText })) };
}
