/** Finds outputs of branches that do not succeed: the record of such an ending has no place for one. */
import type { Branch } from "../../core/manifest.ts";
import type { SourceClassifyItem } from "../language/source-manifest.ts";
import { childPointer } from "../read/tree.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";

export type LostOutputData = { readonly branch: string; readonly record: Branch["record"] };

type Draft = FindingDraft<LostOutputData>;

/** One finding for each branch: at its schema when it has one, with the rules that fill it related. */
export function findLostOutputs(context: RuleContext): readonly Draft[] {
  const kept = new Set(context.operations.flatMap((each) => keptOutputs(context, each)));
  return context.operations.flatMap((each) => {
    const filled = filledOutputs(context, each).filter(({ pointer }) => !kept.has(pointer));
    return Object.values(each.operation.branches).flatMap((branch) => {
      if (branch.record === "succeeded") return [];
      const rules = filled.filter(({ branch: id }) => id === branch.id).map(({ pointer }) => pointer);
      return lostAt([...schemaPointers(context, each, branch), ...rules], branch);
    });
  });
}

function lostAt(pointers: readonly string[], { id, record }: Branch): readonly Draft[] {
  const [first, ...more] = pointers.map((pointer) => ({ pointer, on: "key" as const }));
  if (first === undefined) return [];
  const related = more.map((at) => ({ at, label: "is lost, too" }));
  return [{ at: first, data: { branch: id, record }, related }];
}

/** The outputs, of a rule among the defaults for one, that some operation does record. */
function keptOutputs(context: RuleContext, each: OperationContext): readonly string[] {
  const { branches } = each.operation;
  return filledOutputs(context, each)
    .filter(({ branch }) => branches[branch]?.record === "succeeded")
    .map(({ pointer }) => pointer);
}

function schemaPointers(
  { source: { defaults } }: RuleContext,
  each: OperationContext,
  { id }: Branch,
): readonly string[] {
  const own = each.source.branches?.[id];
  const [branch, at] =
    own === undefined ? [defaults?.branches?.[id], "/defaults/branches"] : [own, `${each.pointer}/branches`];
  return branch?.output === undefined ? [] : [`${childPointer(at, id)}/output`];
}

interface FilledOutput {
  readonly branch: string;
  readonly pointer: string;
}

/** What the rules on answers fill, the operation's own and the shared ones. */
function filledOutputs(
  { source: { defaults } }: RuleContext,
  { source, pointer }: OperationContext,
): readonly FilledOutput[] {
  if (source.request === undefined) return [];
  return [
    ...filledIn(source.classify ?? [], `${pointer}/classify`),
    ...filledIn(defaults?.classify ?? [], "/defaults/classify"),
  ];
}

function filledIn(items: readonly SourceClassifyItem[], at: string): readonly FilledOutput[] {
  return items.flatMap(({ then, otherwise }, index) => {
    const [key, ending] = then === undefined ? ["otherwise", otherwise] : ["then", then];
    if (typeof ending !== "object" || ending.branch === undefined || ending.output === undefined) return [];
    return [{ branch: ending.branch, pointer: `${childPointer(at, index)}/${key}/output` }];
  });
}
