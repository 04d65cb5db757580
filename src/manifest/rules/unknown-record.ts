/** Finds branches whose record contradicts what they are or what they say. */
import type { BranchRecord } from "../../core/ending.ts";
import type { Branch } from "../../core/manifest.ts";
import { admittedDoubt } from "./branch-texts.ts";
import type { FindingDraft } from "./finding-draft.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";

/** `doubt` is the clause that gives a failed branch away; without it the name decides. */
export type RecordData = {
  readonly branch: string;
  readonly record: string;
  readonly expected: string;
  readonly doubt: string | undefined;
};

/** The branches that exist in every write, with the records they have. */
const fixedRecords: ReadonlyMap<string, BranchRecord> = new Map([
  ["uncertain", "outcome_unknown"],
  ["defect", "failed"],
]);

/** Wrong records of the built-in branches, and failures that admit a doubt. Queries have no effect to doubt. */
export function findWrongRecords(context: RuleContext): readonly FindingDraft<RecordData>[] {
  return context.operations
    .filter(({ operation }) => operation.kind === "mutation")
    .flatMap((each) => Object.values(each.operation.branches).flatMap((branch) => judge(context, each, branch)));
}

function judge(
  context: RuleContext,
  { pointer }: OperationContext,
  { id, record, description, message }: Branch,
): readonly FindingDraft<RecordData>[] {
  const place = (key: string): string =>
    context.locate(`${pointer}/branches/${id}/${key}`, `/defaults/branches/${id}/${key}`);
  const expected = fixedRecords.get(id);
  if (expected !== undefined && record !== expected) {
    return [{ at: { pointer: place("record") }, data: { branch: id, record, expected, doubt: undefined } }];
  }
  if (record !== "failed") return [];
  const texts = [
    { key: "description", text: description },
    { key: "message", text: message?.kind === "literal" && typeof message.value === "string" ? message.value : "" },
  ];
  return texts.flatMap(({ key, text }) => {
    const doubt = admittedDoubt(text);
    if (doubt === undefined) return [];
    const related = [{ at: { pointer: place("record") }, label: "this record says that nothing happened" }];
    return [{ at: { pointer: place(key) }, data: { branch: id, record, expected: "outcome_unknown", doubt }, related }];
  });
}
