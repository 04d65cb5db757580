/** The rules on what examples show when they are replayed. `test` reports them; this file gives them words and pages. */
import { defineRule } from "./rule.ts";
import type { Rule, RuleDefinition } from "./rule.ts";

/** What the replay saw, with both sides. */
interface ReplayData extends Record<string, string> {
  readonly message: string;
}

type ReplayDefinition = Omit<
  RuleDefinition<ReplayData>,
  "since" | "fix" | "byReplay" | "text" | "check" | "category"
> & {
  readonly help: string;
};

function replayRule({ help, ...definition }: ReplayDefinition, category: "repeating" | "examples"): Rule {
  return defineRule<ReplayData>({
    ...definition,
    category,
    since: "0.1.0",
    fix: "none",
    byReplay: true,
    text: ({ message }) => ({ message, help }),
  });
}

export const unstablePayload = replayRule(
  {
    id: "DC6004",
    name: "unstable-payload",
    severity: "error",
    why: "a provider that knows the key refuses the repeat, or takes it for another request",
    help: "build the request of the input, the settings and the call's key alone; no clock, no chance",
    page: {
      why: "A safe write is sent again with the same key. When its bytes depend on the time or on chance, the repeat is another request under the old key: some providers refuse it, others answer with the first one's result.",
      bad: `// in a handler: body: { id: crypto.randomUUID(), text: input.text }`,
      good: `// in a handler: body: { id: context.key({ format: "uuid" }), text: input.text }`,
    },
  },
  "repeating",
);

const outputDiffers = replayRule(
  {
    id: "DC9002",
    name: "example-output",
    severity: "error",
    why: "an agent would read something else than the example promises",
    help: "correct the rule's `output` or its schema, or the example's `result.output`",
    page: {
      why: "The output of an example is compared as a whole. A pointer that leads nowhere, or a type that the schema does not want, shows here first.",
      bad: `exchange: [{respond: {status: 200, body: {name: A}}}]\nresult: {branch: found, output: {title: A}}   # the rule reads /title`,
      good: `exchange: [{respond: {status: 200, body: {title: A}}}]\nresult: {branch: found, output: {title: A}}`,
    },
  },
  "examples",
);

const endingDiffers = replayRule(
  {
    id: "DC9003",
    name: "example-ending",
    severity: "error",
    why: "the call ends in another way than its author believes",
    help: "see which rule of `classify` fits the answer first, then correct that rule or the example's `result`",
    page: {
      why: "The first rule that fits an answer decides. An example that ends in another branch or record shows a rule that is too wide, too narrow or in the wrong place.",
      bad: `exchange: [{respond: {status: 404}}]\nresult: {branch: missing, record: succeeded}`,
      good: `exchange: [{respond: {status: 404}}]\nresult: {branch: missing, record: failed}`,
    },
  },
  "examples",
);

const unproved = replayRule(
  {
    id: "DC9004",
    name: "example-coverage",
    severity: "warning",
    why: "what no example reaches may be wrong without anybody noticing",
    help: "add an example whose `exchange` gives that answer",
    page: {
      why: "Each branch and each rule of the classification should decide one example at least. A rule that no example meets is often one that nothing can meet.",
      bad: `branches: {found: …, missing: …}\nexamples: {found: {…}}`,
      good: `branches: {found: …, missing: …}\nexamples: {found: {…}, missing: {exchange: [{respond: {status: 404}}], …}}`,
    },
  },
  "examples",
);

const lossUnproved = replayRule(
  {
    id: "DC9005",
    name: "example-lost-answer",
    severity: "warning",
    why: "a lost answer is where writes happen twice",
    help: "add an example with `respond: {fault: reset}`; its `result` says what is then known",
    page: {
      why: "A write that an agent can call should show what becomes of it when the answer is lost: whether it is sent again, looked up, or left unknown.",
      bad: `examples: {added: {exchange: [{respond: {status: 201}}], …}}`,
      good: `examples: {added: …, lost: {exchange: [{respond: {fault: reset}}], result: {branch: uncertain}, …}}`,
    },
  },
  "examples",
);

export const replayRules: readonly Rule[] = [outputDiffers, endingDiffers, unproved, lossUnproved];
