/** Finds regular expressions that can run for ever, and those that match inside a longer text. */
import type { RuleContext } from "./rule-context.ts";
import type { FindingDraft, Place } from "./finding-draft.ts";
import type { PatternProblem } from "./pattern-cost.ts";
import { patternProblem } from "./pattern-cost.ts";
import type { PatternSteps } from "./pattern-steps.ts";
import { mostManifestSteps, mostPatternSteps } from "./pattern-steps.ts";
import { anchorsOf, parsePattern } from "./pattern-syntax.ts";
import { TextMemo } from "../read/text-memo.ts";
import { childPointer } from "../read/tree.ts";
import type { ScalarNode } from "../read/tree.ts";
import type { PlacedSchema } from "./placed-schema.ts";
import { numberOf, textOf, writtenParts } from "./schema-walk.ts";

/** `unbounded`: the texts it is run on have no `maxLength`. `too-many`: those before it took all the steps there are. */
export type PatternData = {
  readonly pattern: string;
  readonly problem: PatternProblem | "unbounded" | "too-many";
  readonly maxLength: number;
};

/** One pattern with the longest text it is run on; `undefined` when nothing bounds it. */
interface FoundPattern {
  readonly at: Place;
  readonly pattern: string;
  readonly maxLength: number | undefined;
}

/** What a rule on answers may look at: the texts of providers are long, but no longer than this is likely. */
const longestAnswerText = 100_000;
const longestSetting = 65_536;
const uncountedLength = 1000;

export function findUnsafePatterns(
  context: RuleContext,
  steps: PatternSteps = { left: mostManifestSteps },
): readonly FindingDraft<PatternData>[] {
  const all = [...schemaPatterns(context), ...settingPatterns(context), ...answerPatterns(context)];
  const known = new Map<string, PatternData["problem"] | undefined>();
  return all.flatMap(({ at, pattern, maxLength }) => {
    const key = `${String(maxLength)} ${pattern}`;
    if (!known.has(key)) known.set(key, problemWithin(steps, pattern, maxLength ?? uncountedLength));
    const own = known.get(key);
    const problem = own === "slow" && maxLength === undefined ? "unbounded" : own;
    const reported = problem ?? (maxLength === undefined ? "unbounded" : undefined);
    return reported === undefined ? [] : [{ at, data: { pattern, problem: reported, maxLength: maxLength ?? 0 } }];
  });
}

/** What one pattern takes is no longer there for the next. */
function problemWithin(steps: PatternSteps, pattern: string, maxLength: number): PatternData["problem"] | undefined {
  const isShort = steps.left < mostPatternSteps;
  const { problem, left } = isShort
    ? judged(pattern, maxLength, steps.left)
    : verdicts.of(`${String(maxLength)} ${pattern}`);
  steps.left = isShort ? Math.max(0, left) : steps.left - mostPatternSteps + Math.max(0, left);
  return isShort && left < 0 ? "too-many" : problem;
}

/** `left` is below zero when the steps were not enough. */
interface Verdict {
  readonly problem: PatternProblem | undefined;
  readonly left: number;
}

function judged(pattern: string, maxLength: number, given: number): Verdict {
  const steps = { left: given };
  const problem = patternProblem(pattern, maxLength, steps);
  return { problem, left: steps.left };
}

/** With all the steps that one pattern may take. */
const verdicts = new TextMemo((key): Verdict => {
  const space = key.indexOf(" ");
  return judged(key.slice(space + 1), Number(key.slice(0, space)), mostPatternSteps);
});

function schemaPatterns(context: RuleContext): readonly FoundPattern[] {
  return writtenParts(context).flatMap((part): readonly FoundPattern[] => {
    const pattern = textOf(part, "pattern");
    const at = { pointer: `${part.pointer}/pattern` };
    return pattern === undefined ? [] : [{ at, pattern, maxLength: boundOf(part, context) }];
  });
}

/** The bound may stand in the schema that is referred to. */
function boundOf(part: PlacedSchema, context: RuleContext): number | undefined {
  const own = numberOf(part, "maxLength");
  if (own !== undefined || !part.keywords.has("$ref")) return own;
  const reference = textOf(part, "$ref") ?? "";
  const node = context.nodeAt(`${reference.slice(1)}/maxLength`);
  return node?.kind === "scalar" && typeof node.value === "number" ? node.value : undefined;
}

function settingPatterns({ source }: RuleContext): readonly FoundPattern[] {
  return Object.entries(source.config ?? {}).flatMap(([name, { pattern, maxLength }]) => {
    const at = { pointer: `${childPointer("/config", name)}/pattern` };
    return pattern === undefined ? [] : [{ at, pattern, maxLength: maxLength ?? longestSetting }];
  });
}

function answerPatterns({ source, operations }: RuleContext): readonly FoundPattern[] {
  const lists = [
    { at: "/defaults/classify", items: source.defaults?.classify ?? [] },
    ...operations.map(({ pointer, source: { classify } }) => ({ at: `${pointer}/classify`, items: classify ?? [] })),
  ];
  const rules = lists.flatMap(({ at, items }) =>
    items.flatMap(({ when }, index): readonly FoundPattern[] => {
      const pattern = when?.body?.matches;
      const place = { pointer: `${childPointer(at, index)}/when/body/matches` };
      return pattern === undefined ? [] : [{ at: place, pattern, maxLength: longestAnswerText }];
    }),
  );
  const inProgress = operations.flatMap(({ pointer, source: { idempotency } }): readonly FoundPattern[] => {
    const pattern = idempotency?.key?.inProgress?.body?.matches;
    const at = { pointer: `${pointer}/idempotency/key/inProgress/body/matches` };
    return pattern === undefined ? [] : [{ at, pattern, maxLength: longestAnswerText }];
  });
  return [...rules, ...inProgress];
}

/** What is missing. */
export type AnchorData = { readonly pattern: string; readonly missing: "^" | "$" | "^ and $"; readonly whole: string };

export function findUnanchoredPatterns(context: RuleContext): readonly FindingDraft<AnchorData>[] {
  return writtenParts(context).flatMap((part) => {
    const pattern = textOf(part, "pattern");
    const node = part.keywords.get("pattern")?.node;
    const anchors = pattern === undefined ? undefined : anchorsOfTexts.of(pattern);
    if (pattern === undefined || anchors === undefined || node?.kind !== "scalar") return [];
    const { start, end, isChoice } = anchors;
    if (start && end) return [];
    const whole = anchored(pattern, start, end, isChoice);
    const missing = start ? "$" : end ? "^" : "^ and $";
    return [
      { at: { pointer: `${part.pointer}/pattern` }, data: { pattern, missing, whole }, fixes: [toFix(node, whole)] },
    ];
  });
}

const anchorsOfTexts = new TextMemo((pattern) => {
  const parsed = parsePattern(pattern);
  return parsed === undefined ? undefined : { ...anchorsOf(parsed), isChoice: parsed.kind === "choice" };
});

function anchored(pattern: string, hasStart: boolean, hasEnd: boolean, isChoice: boolean): string {
  if (isChoice) return `^(?:${pattern})$`;
  return `${hasStart ? "" : "^"}${pattern}${hasEnd ? "" : "$"}`;
}

function toFix({ span }: ScalarNode, whole: string): NonNullable<FindingDraft["fixes"]>[number] {
  // JSON text is a quoted scalar of YAML, too.
  return { title: `write \`${whole}\``, applicability: "maybe", edits: [{ span, newText: JSON.stringify(whole) }] };
}
