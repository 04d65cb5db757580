/** The rules on lookups: what can tell whether a write happened, and what its silence proves. */
import { assertNever } from "../../core/assert-never.ts";
import type { Lookup } from "../../core/manifest-idempotency.ts";
import type { FindingDraft } from "./finding-draft.ts";
import { findLookupFaults } from "./lookup-shape.ts";
import type { LookupData } from "./lookup-shape.ts";
import { defineRule } from "./rule.ts";
import type { RuleText } from "./rule.ts";
import type { OperationContext, RuleContext } from "./rule-context.ts";
import { placedRules } from "./seen-answers.ts";

export const lookupShape = defineRule<LookupData>({
  id: "DC6006",
  name: "lookup-shape",
  severity: "error",
  category: "repeating",
  since: "0.1.0",
  fix: "none",
  why: "a lookup that cannot see the write says that it never happened",
  page: {
    why: "A lookup is asked when nobody knows whether a write happened. It must be a query, get every input it needs, and search for the value that the write stored. One that reads the wrong place finds nothing, and the write is sent again.",
    bad: `lookup: {operation: addNote, match: {items: /notes, at: /mark, equals: {$key: uuid}}, …}\n# addNote writes, and \`ticketId\` is not bound`,
    good: `lookup: {operation: listNotes, bind: {ticketId: {$input: /ticketId}}, match: {items: /notes, at: /mark, equals: {$key: uuid}}, …}`,
  },
  text: lookupText,
  check: findLookupFaults,
});

function lookupText({ problem, name }: LookupData): RuleText {
  switch (problem) {
    case "not-a-query":
      return {
        message: `the lookup runs \`${name}\`, which is a mutation`,
        help: "name a query that returns what was written",
      };
    case "of-a-query":
      return {
        message: `\`${name}\` is a query, and a query needs no lookup`,
        help: "remove `lookup`: a query is simply sent again",
      };
    case "unbound":
      return { message: `the lookup does not bind \`${name}\`, which it needs`, help: `add \`bind: {${name}: …}\`` };
    case "no-list":
      return {
        message: `\`${name}\` is no list in what the query returns`,
        help: "point `match.items` at the list of the query's output",
      };
    case "not-returned":
      return {
        message: `the query does not return \`${name}\``,
        help: "add it to the query's output, or point `match.at` at what it returns",
      };
    case "marker-unread":
      return {
        message: `the write stores a marker at \`${name}\`, but the match does not compare with the call's key`,
        help: "match with `equals: {$key: …}`, or drop `marker`",
      };
    case "marker-unwritten":
      return {
        message: `the request's body has no value made from the key at \`${name}\``,
        help: "write `{$key: uuid}` there, or drop `marker`",
      };
    case "marker-differs":
      return {
        message: `the match compares with another form of the key than the write stores at \`${name}\``,
        help: "use the same `$key` value in both places",
      };
    case "found-no-success":
      return {
        message: `a hit ends in \`${name}\`, which does not say that the write is there`,
        help: "name a succeeded branch in `found`",
      };
    case "not-declared":
      return {
        message: `the rule asks a lookup, but \`${name}\` declares none`,
        help: "add `lookup` to the operation, or end in `uncertain`",
      };
    default:
      return assertNever(problem);
  }
}

type EventualData = { readonly absent: string };

export const eventualRetry = defineRule<EventualData>({
  id: "DC6007",
  name: "eventual-retry",
  severity: "error",
  category: "repeating",
  since: "0.1.0",
  fix: "none",
  why: "a write that does not show yet would be done a second time",
  page: {
    why: 'Where writes appear late, "not found" proves nothing. Sending again, or telling the model that nothing happened, makes the second write.',
    bad: `lookup: {…, consistency: eventual, absent: retry}`,
    good: `lookup: {…, consistency: eventual, absent: uncertain}`,
  },
  text: ({ absent }) => ({
    message:
      absent === "retry"
        ? "`absent: retry` sends again although the lookup sees writes late"
        : `\`${absent}\` says that nothing happened although the lookup sees writes late`,
    help: "write `absent: uncertain`, or ask a strongly consistent query",
  }),
  check: ({ operations }: RuleContext) => operations.flatMap(checkEventual),
});

function checkEventual(each: OperationContext): readonly FindingDraft<EventualData>[] {
  const { lookup } = each.operation;
  if (lookup?.consistency !== "eventual") return [];
  const at = `${each.pointer}/lookup`;
  const related = [{ at: { pointer: `${at}/consistency` }, label: "writes appear late here" }];
  const absent = absentName(lookup);
  const own = provesAbsence(each, absent) ? [{ at: { pointer: `${at}/absent` }, data: { absent }, related }] : [];
  const inRules = placedRules(each).flatMap(({ rule: { then }, pointer }) => {
    const name = then.kind === "lookup" ? then.absent : undefined;
    if (name === undefined || !provesAbsence(each, name)) return [];
    return [{ at: { pointer: `${pointer}/then/lookup/absent` }, data: { absent: name }, related }];
  });
  return [...own, ...inRules];
}

function absentName({ absent }: Lookup): string {
  return absent.kind === "retry" ? "retry" : absent.branch;
}

/** Whether this ending takes "not found" for a proof. */
function provesAbsence({ operation }: OperationContext, absent: string): boolean {
  if (absent === "retry") return true;
  const record = operation.branches[absent]?.record;
  return record !== undefined && record !== "outcome_unknown";
}
