/** The rules on examples that hold without running them. */
import { assertNever } from "../../core/assert-never.ts";
import { findExampleInputFaults } from "./example-inputs.ts";
import type { ExampleInputData } from "./example-inputs.ts";
import { defineRule } from "./rule.ts";
import type { Rule, RuleText } from "./rule.ts";

const exampleInput = defineRule<ExampleInputData>({
  id: "DC9001",
  name: "example-input",
  severity: "error",
  category: "examples",
  since: "0.1.0",
  fix: "none",
  why: "an example that cannot be called shows nothing, and people copy it",
  page: {
    why: "Examples are run as tests. One whose arguments the schema refuses ends before any request; one that should be refused and is not shows a hole in the schema.",
    bad: `examples: {found: {input: {ticket: T-1}, exchange: […], result: {branch: found}}}`,
    good: `examples: {found: {input: {ticketId: T-1}, exchange: […], result: {branch: found}}}`,
  },
  text: (data) => exampleText(data),
  check: findExampleInputFaults,
});

function exampleText({ problem, example, place, expected }: ExampleInputData): RuleText {
  const where = place === "" ? "its input" : `\`${place}\``;
  switch (problem) {
    case "refused":
      return {
        message: `the example \`${example}\` is refused: ${where} must be ${expected}`,
        help: "correct the input, or mark the example with `invalid`",
      };
    case "accepted":
      return {
        message: `the example \`${example}\` should be refused at ${where} and is not`,
        help: "correct the schema, or drop `invalid`",
      };
    case "elsewhere":
      return {
        message: `the example \`${example}\` should be refused at ${where} and is refused at \`${expected}\``,
        help: "correct `invalid`, or leave only the one fault in its input",
      };
    default:
      return assertNever(problem);
  }
}

export const exampleRules: readonly Rule[] = [exampleInput];
