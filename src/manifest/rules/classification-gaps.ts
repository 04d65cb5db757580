/** Finds answers that nobody thought of, and rules that never get a turn. */
import type { RequestFault } from "../../core/manifest-classify.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { RuleContext } from "./rule-context.ts";
import type { Probe } from "./seen-answers.ts";
import { leftOver } from "./seen-answers.ts";

/** What only the built-in tail takes. */
export type GapData = { readonly name: string; readonly gaps: readonly string[] };

/** A server error of the provider or of a gateway before it. */
const serverErrors = [500, 502, 503, 504];
const cutAnswers: readonly RequestFault[] = ["timeout", "reset", "truncated"];

export function findClassificationGaps(context: RuleContext): readonly FindingDraft<GapData>[] {
  return context.operations.flatMap(({ name, pointer, source, operation }) => {
    if (source.request === undefined) return [];
    // Whoever writes `otherwise` has decided, `tail` included.
    const lists = [source.classify ?? [], context.source.defaults?.classify ?? []];
    if (lists.some((items) => items.some(({ otherwise }) => otherwise !== undefined))) return [];
    const isOpen = (probes: readonly Probe[]): boolean => leftOver(operation.classification, probes) !== undefined;
    const gaps = [
      ...(isOpen(sent([401])) ? ["401"] : []),
      ...(isOpen(sent([429])) ? ["429"] : []),
      ...(isOpen(sent(serverErrors)) ? ["5xx"] : []),
      ...(isOpen(cut()) ? ["cut answers"] : []),
    ];
    if (gaps.length === 0) return [];
    const at = { pointer: context.locate(`${pointer}/classify`, pointer), on: "key" as const };
    return [{ at, data: { name, gaps } }];
  });
}

function sent(statuses: readonly number[]): readonly Probe[] {
  return statuses.flatMap((status) => [
    { status, isResend: false },
    { status, isResend: true },
  ]);
}

function cut(): readonly Probe[] {
  return cutAnswers.flatMap((fault): readonly Probe[] => {
    const status = fault === "truncated" ? 200 : undefined;
    return [false, true].map((isResend) => ({ fault, status, isResend }));
  });
}
