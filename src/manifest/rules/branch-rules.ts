/** The rules on branches: what the endings of an operation claim about what was done. */
import type { FindingData } from "../../core/finding.ts";
import { findAmbiguousAsFailed } from "./ambiguous-as-failed.ts";
import type { AmbiguityData } from "./ambiguous-as-failed.ts";
import { findNoOpsAsFailed, findPartialBatches, findUnreachableBranches } from "./branch-coverage.ts";
import { findLostOutputs } from "./lost-output.ts";
import type { LostOutputData } from "./lost-output.ts";
import { findWrongMethods } from "./method-kind.ts";
import type { MethodData } from "./method-kind.ts";
import { defineRule } from "./rule.ts";
import type { Rule, RuleDefinition, RuleText } from "./rule.ts";
import { findWrongRecords } from "./unknown-record.ts";
import type { RecordData } from "./unknown-record.ts";

const branches = { category: "branches", since: "0.1.0", fix: "none" } as const;

function branchRule<Data extends FindingData>(definition: Omit<RuleDefinition<Data>, keyof typeof branches>): Rule {
  return defineRule<Data>({ ...branches, ...definition });
}

/** The structure check reports it. */
const branchRecord = branchRule<{ key: string; where: string }>({
  id: "DC5001",
  name: "branch-record",
  severity: "error",
  why: "the record decides what the model is told and what runs next",
  page: {
    why: "Each ending of a call is recorded as succeeded, failed or outcome_unknown. Nobody but the author knows which, and a guess would tell the model that something did not happen when it did.",
    bad: `branches: {sent: {description: The message was sent.}}`,
    good: `branches: {sent: {record: succeeded, description: The message was sent.}}`,
  },
  text: ({ where }) => ({
    message: `${where} does not say how the call is recorded`,
    help: "add `record: succeeded`, `failed` or `outcome_unknown`",
    mark: "`record` is missing",
  }),
});

const queryUnknown = branchRule<{ branch: string }>({
  id: "DC5002",
  name: "query-unknown",
  severity: "error",
  why: "a read that did not work changed nothing and can be repeated",
  page: {
    why: "An unknown outcome stops later writes and waits for a person. A query changes nothing, so its failure is simply a failure.",
    bad: `getTicket: {kind: query, branches: {lost: {record: outcome_unknown, description: No answer.}}}`,
    good: `getTicket: {kind: query, branches: {lost: {record: failed, description: No answer.}}}`,
  },
  text: ({ branch }) => ({
    message: `the query branch \`${branch}\` is recorded as \`outcome_unknown\``,
    help: "write `record: failed`",
  }),
  check: ({ operations }) =>
    operations.flatMap(({ pointer, source }) =>
      Object.entries(source.kind === "query" ? (source.branches ?? {}) : {})
        .filter(([, { record }]) => record === "outcome_unknown")
        .map(([branch]) => ({ at: { pointer: `${pointer}/branches/${branch}/record` }, data: { branch } })),
    ),
});

const unknownBranchRecord = branchRule<RecordData>({
  id: "DC5003",
  name: "unknown-branch-record",
  severity: "error",
  why: "`failed` tells the model that nothing happened and that it may call again",
  page: {
    why: "`failed` is a promise that nothing was done. A branch that admits a doubt in its description breaks it, and the model repeats a write that may have happened. `uncertain` and `defect` keep the records they have everywhere.",
    bad: `branches: {lost: {record: failed, description: The note may have been added.}}`,
    good: `branches: {lost: {record: outcome_unknown, description: The note may have been added.}}`,
    suppress: "The words are about something else than the effect of the call.",
  },
  text: ({ branch, record, expected, doubt }) =>
    doubt === undefined
      ? {
          message: `\`${branch}\` is declared with the record \`${record}\`, but it always has \`${expected}\``,
          help: `write \`record: ${expected}\`, or give the branch another name`,
        }
      : {
          message: `\`${branch}\` is recorded as \`failed\`, but says "${doubt}"`,
          help: "write `record: outcome_unknown`, or say that nothing changed if that is sure",
        },
  check: findWrongRecords,
});

const ambiguousAsFailed = branchRule<AmbiguityData>({
  id: "DC5005",
  name: "ambiguous-as-failed",
  severity: "error",
  security: true,
  why: "the write may have been carried out, and whoever reads `failed` does it again",
  page: {
    why: "After a cut answer, a redirect, 408 or 5xx nobody knows whether the provider did its work. Calling that `failed` makes duplicates. A rule that tests a value of the body is the provider's own word, and is taken as such.",
    bad: `classify: [{when: {status: [4xx, 5xx]}, then: {branch: refused}}]`,
    good: `classify:\n  - {when: {status: [408, 5xx]}, then: {branch: uncertain}}\n  - {when: {status: [4xx]}, then: {branch: refused}}`,
    suppress: "The provider documents that this answer means that nothing was done.",
  },
  text: ({ ending, seen }) => ({
    message: `\`${ending}\` says that nothing happened, but ${seen} ends in it and proves nothing`,
    help: "end in `uncertain` there (a rule before this one), or test the body for the provider's own refusal",
  }),
  check: findAmbiguousAsFailed,
});

const noSuccess = branchRule<{ name: string }>({
  id: "DC5006",
  name: "no-success",
  severity: "error",
  why: "a call could never succeed",
  page: {
    why: "An operation ends in one of its branches. Without a `succeeded` one every call fails or stays open.",
    bad: `addNote: {branches: {refused: {record: failed, description: Nothing was added.}}}`,
    good: `addNote: {branches: {added: {record: succeeded, description: The note exists.}, refused: {record: failed, description: Nothing was added.}}}`,
  },
  text: ({ name }) => ({
    message: `\`${name}\` has no branch with the record \`succeeded\``,
    help: "add one, and a rule that ends in it",
  }),
  check: ({ locate, operations }) =>
    operations.flatMap(({ name, pointer, operation }) => {
      const succeeds = Object.values(operation.branches).some(({ record }) => record === "succeeded");
      const at = { pointer: locate(`${pointer}/branches`, pointer), on: "key" as const };
      return succeeds ? [] : [{ at, data: { name } }];
    }),
});

const unreachableBranch = branchRule<{ branch: string }>({
  id: "DC5007",
  name: "unreachable-branch",
  severity: "warning",
  why: "what it was written for ends elsewhere",
  page: {
    why: "A branch that no rule and no lookup names is either left over, or the rule that selects it was forgotten.",
    bad: `branches: {added: {…}, conflict: {…}}\nclassify: [{when: {status: [201]}, then: {branch: added}}]`,
    good: `branches: {added: {…}, conflict: {…}}\nclassify: [{when: {status: [201]}, then: {branch: added}}, {when: {status: [409]}, then: {branch: conflict}}]`,
    suppress: "The rule comes with the next version.",
  },
  text: ({ branch }) => ({
    message: `nothing ends in the branch \`${branch}\``,
    help: "add a rule that selects it, or drop it",
  }),
  check: findUnreachableBranches,
});

function methodText({ what, method, problem }: MethodData): RuleText {
  if (problem === "read-only-write") {
    return { message: "a mutation says `readOnlyPost`", help: "remove `readOnlyPost`, or make it a query" };
  }
  const message = `a ${what} uses ${method}`;
  if (problem === "read") return { message, help: "use the provider's method for writes, or make it a query" };
  if (problem === "post") return { message, help: "use GET, or say in `readOnlyPost` why it only reads" };
  return { message, help: what === "lookup" ? "use GET: a lookup only reads" : "use GET, or make it a mutation" };
}

const methodKind = branchRule<MethodData>({
  id: "DC5009",
  name: "method-kind",
  severity: "error",
  why: "everything between toolkit and provider repeats and caches by the method",
  page: {
    why: "A write by GET is repeated and answered from caches by proxies; a query by DELETE is a write that runs as often as a read. A search by POST is fine when it says so.",
    bad: `searchTickets: {kind: query, request: {method: POST, path: /search}}`,
    good: `searchTickets: {kind: query, request: {method: POST, path: /search, readOnlyPost: The search takes its filter as JSON.}}`,
    suppress: "The provider has no other method for this operation.",
  },
  text: methodText,
  check: findWrongMethods,
});

const noOpFailed = branchRule<{ branch: string; word: string }>({
  id: "DC5010",
  name: "no-op-failed",
  severity: "info",
  why: "a `failed` write stops the later writes of the same answer",
  page: {
    why: "When things already are as asked, the call did what it should. Recorded as `failed`, it makes the model try again and skips what comes after it.",
    bad: `classify: [{when: {body: {at: /error, equals: already_reacted}}, then: {branch: refused}}]`,
    good: `classify: [{when: {body: {at: /error, equals: already_reacted}}, then: {branch: alreadyThere}}]   # record: succeeded`,
    suppress: "Somebody must know that it was done before.",
  },
  text: ({ branch, word }) => ({
    message: `\`${word}\` ${word === branch ? "is" : `ends in \`${branch}\`, which is`} recorded as \`failed\``,
    help: "end in a branch with `record: succeeded`: things are as asked",
  }),
  check: findNoOpsAsFailed,
});

const partialBatch = branchRule<{ property: string }>({
  id: "DC5011",
  name: "partial-batch",
  severity: "error",
  why: "neither `succeeded` nor `failed` is true when a part was done",
  page: {
    why: "A provider may carry out some items of a batch and refuse others. Without a branch for a part, such an answer must be called one or the other, and the model repeats or forgets items.",
    bad: `input: {properties: {notes: {type: array, maxItems: 50, items: {type: object, …}}}}`,
    good: `input: {properties: {notes: {type: array, maxItems: 1, items: {type: object, …}}}}   # or a branch {partial: {record: outcome_unknown, …}}`,
    suppress:
      "The list is one thing to the provider (such as the blocks of a message): it is taken whole or not at all.",
  },
  text: ({ property }) => ({
    message: `\`${property}\` takes several items, and no branch says that a part of them was done`,
    help: "limit it with `maxItems: 1`, or add a branch such as `partial` with `record: outcome_unknown`",
  }),
  check: findPartialBatches,
});

const lostOutput = branchRule<LostOutputData>({
  id: "DC5012",
  name: "lost-output",
  severity: "warning",
  why: "only a call that succeeded is recorded with an output; nobody reads this one",
  page: {
    why: "The record of a `failed` or `outcome_unknown` ending holds an error and no output, so what is put there reaches neither the model nor a person. What they should know of such an ending belongs in its `message`, which may hold values of the answer.",
    bad: `branches: {refused: {record: failed, description: Nothing was added.}}\nclassify: [{when: {status: [422]}, then: {branch: refused, output: {reason: {$body: /error}}}}]`,
    good: `branches: {refused: {record: failed, description: Nothing was added., message: {$body: /error}}}\nclassify: [{when: {status: [422]}, then: {branch: refused}}]`,
  },
  text: ({ branch, record }) => ({
    message: `the output of \`${branch}\` is lost: it is recorded as \`${record}\``,
    help: "say it in the branch's `message`, such as `{$body: /error/message}`, and remove `output`",
  }),
  check: findLostOutputs,
});

export const branchRules: readonly Rule[] = [
  branchRecord,
  queryUnknown,
  unknownBranchRecord,
  ambiguousAsFailed,
  noSuccess,
  unreachableBranch,
  methodKind,
  noOpFailed,
  partialBatch,
  lostOutput,
];
