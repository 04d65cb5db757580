/** The rules on names that point at something else in the same file: dangling ones, and definitions that nobody uses. */
import { findDanglingReferences } from "./dangling-references.ts";
import type { ReferenceData } from "./dangling-references.ts";
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { findUnusedDefinitions } from "./unused-definitions.ts";
import { findUnusedInputs } from "./unused-inputs.ts";

const danglingReference = defineRule<ReferenceData>({
  id: "DC2007",
  name: "dangling-reference",
  severity: "error",
  category: "structure",
  since: "0.1.0",
  fix: "maybe",
  why: "the call would end in a defect when it gets there",
  page: {
    why: "Branches, settings, schemas and inputs are named in one place and used in another. A name that nothing declares fails only when a call reaches it.",
    bad: `branches: {sent: {record: succeeded, description: It was sent.}}\nclassify: [{when: {status: [200]}, then: {branch: snt}}]`,
    good: `branches: {sent: {record: succeeded, description: It was sent.}}\nclassify: [{when: {status: [200]}, then: {branch: sent}}]`,
  },
  text: ({ what, name, known, suggestion }) => ({
    message: `there is no ${what} \`${name}\``,
    help: suggestion === undefined ? knownNames(what, known) : `did you mean \`${suggestion}\`?`,
    mark: suggestion === undefined ? "not declared" : `\`${suggestion}\`?`,
  }),
  check: findDanglingReferences,
});

function knownNames(what: string, known: readonly string[]): string {
  if (known.length === 0) return `declare the ${what}, or remove the reference`;
  return `use one of ${known
    .slice(0, 8)
    .map((name) => `\`${name}\``)
    .join(", ")}, or declare it`;
}

const unusedDefinition = defineRule<{ what: string; name: string }>({
  id: "DC2008",
  name: "unused-definition",
  severity: "warning",
  category: "structure",
  since: "0.1.0",
  fix: "maybe",
  why: "readers look for the place that uses it",
  page: {
    why: "A definition that nothing refers to is either left over or was meant to be used and is not. An argument that no request sends is lost in silence: the model gave it, and the call does something else than it meant.",
    bad: `schemas: {Ticket: {type: object, additionalProperties: false}}\noperations: {…}   # none refers to #/schemas/Ticket`,
    good: `operations: {…}`,
    suppress:
      "An application reads the setting or the schema by itself, or the argument is there for the person who approves.",
  },
  text: ({ what, name }) => ({
    message: `nothing uses the ${what} \`${name}\``,
    help:
      what === "input"
        ? `write {$input: /${name}} where it belongs, or leave the argument out`
        : "remove it, or refer to it",
  }),
  check: (context) => [...findUnusedDefinitions(context), ...findUnusedInputs(context)],
});

export const referenceRules: readonly Rule[] = [danglingReference, unusedDefinition];
