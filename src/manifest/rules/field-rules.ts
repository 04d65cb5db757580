/** The rules on what the fields of inputs and outputs hold. */
import { assertNever } from "../../core/assert-never.ts";
import { findNumericIdentifiers, findUnboundedFields, findUndescribedFields } from "./field-faults.ts";
import type { UnboundedData } from "./field-faults.ts";
import { findOpenInputs } from "./open-inputs.ts";
import type { OpenData } from "./open-inputs.ts";
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { findSecretFields } from "./secret-fields.ts";
import type { SecretFieldData } from "./secret-fields.ts";

const schemas = { category: "schemas", since: "0.1.0" } as const;

const openInput = defineRule<OpenData>({
  ...schemas,
  id: "DC4002",
  name: "open-input",
  severity: "error",
  fix: "none",
  why: "what nobody named is neither checked nor shown to the person who approves the call",
  page: {
    why: "A model that misspells an argument should be told so. An open object takes the wrong name in silence, and the call does something else than was meant. A map with free keys is fine where its values have a schema and `maxProperties` bounds it.",
    bad: `input: {type: object, properties: {ticketId: {type: string}}}`,
    good: `input: {type: object, additionalProperties: false, properties: {ticketId: {type: string}}}`,
  },
  text: (data) => openInputText(data),
  check: findOpenInputs,
});

function openInputText({ problem, place }: OpenData): { message: string; help: string } {
  const what = place === "" ? "the input" : `\`${place}\` of the input`;
  switch (problem) {
    case "root":
      return { message: "the input is no object", help: "write `type: object` with `additionalProperties: false`" };
    case "open":
      return { message: `${what} takes keys that nobody named`, help: "add `additionalProperties: false`" };
    case "unbounded":
      return { message: `${what} takes any number of keys`, help: "add `maxProperties`" };
    case "anything":
      return { message: `${what} takes anything`, help: "state its `type`, and the `items` of a list" };
    default:
      return assertNever(problem);
  }
}

const fieldDescription = defineRule<{ property: string }>({
  ...schemas,
  id: "DC4010",
  name: "field-description",
  severity: "warning",
  fix: "none",
  why: "a model guesses from the name alone",
  page: {
    why: "A model reads names, types and descriptions, and nothing else. One sentence with an example of the value saves a failed call. A property with a single constant value speaks for itself.",
    bad: `properties: {ticketId: {type: string, maxLength: 14}}`,
    good: `properties: {ticketId: {type: string, maxLength: 14, description: "Ticket key, such as T-1042."}}`,
    suppress: "The name leaves no question.",
  },
  text: ({ property }) => ({
    message: `\`${property}\` has no description`,
    help: "add one sentence: what it is, with an example",
  }),
  check: findUndescribedFields,
});

const unboundedField = defineRule<UnboundedData>({
  ...schemas,
  id: "DC4011",
  name: "unbounded-field",
  severity: "warning",
  fix: "none",
  why: "a model can send any amount, and the provider refuses or cuts it",
  page: {
    why: "A bound that the provider has and the schema does not say is found out by a failed call, or by a text that was cut. It is also what bounds approvals, journals and logs.",
    bad: `properties: {text: {type: string, description: Text of the note.}}`,
    good: `properties: {text: {type: string, maxLength: 5000, description: Text of the note.}}`,
    suppress: "The provider really has no limit; `maxRequestBytes` holds anyway.",
  },
  text: ({ property, what }) => ({
    message: `the argument \`${property}\` is a ${what} of any length`,
    help: what === "text" ? "add `maxLength`" : "add `maxItems`",
  }),
  check: findUnboundedFields,
});

const numericIdentifier = defineRule<{ property: string; type: string }>({
  ...schemas,
  id: "DC4012",
  name: "numeric-identifier",
  severity: "warning",
  fix: "maybe",
  why: "numbers lose digits beyond 2^53 and zeros at the end, and then name another thing",
  page: {
    why: "`1710000000.000100` becomes 1710000000.0001, and a 20-digit id is rounded: the call then concerns something else, or nothing. Identifiers are text, also where they look like numbers.",
    bad: `properties: {threadTs: {type: number, description: The thread.}}`,
    good: `properties: {threadTs: {type: string, maxLength: 20, description: "The thread, such as 1710000000.000100."}}`,
    suppress: "The provider takes and gives numbers only, and they stay small: a `maximum` says so, too.",
  },
  text: ({ property, type }) => ({
    message: `the identifier \`${property}\` is of type ${type}`,
    help: "write `type: string`; a small whole number may stay with a `maximum`",
  }),
  check: findNumericIdentifiers,
});

const secretInInput = defineRule<SecretFieldData>({
  ...schemas,
  id: "DC4013",
  name: "secret-in-input",
  severity: "error",
  fix: "none",
  security: true,
  why: "a model would have to know the secret, and arguments are recorded and shown",
  page: {
    why: "Arguments come from a model, are written to the journal and are shown to whoever approves. A credential belongs to the connection, where none of them sees it.",
    bad: `input: {properties: {apiToken: {type: string, maxLength: 80}}}`,
    good: `auth: {methods: {token: {type: bearer, secrets: {apiToken: {required: true}}}}}`,
    suppress: "The name only sounds like a credential, such as a token that marks a page.",
  },
  text: ({ property, reason }) => ({
    message: `the argument \`${property}\` ${reasonWords(reason)}`,
    help: "declare it under `secrets` of an auth method, and say in its `place` where it goes",
  }),
  check: (context) => findSecretFields(context, "input"),
});

const secretInOutput = defineRule<SecretFieldData>({
  ...schemas,
  id: "DC4014",
  name: "secret-in-output",
  severity: "warning",
  fix: "none",
  security: true,
  why: "results are read by a model, recorded and shown",
  page: {
    why: "A credential in a result is in the conversation, in the journal and in every log of either. What a later call needs should stay with the connection.",
    bad: `output: {properties: {access_token: {type: string, maxLength: 200}}}`,
    good: `output: {properties: {expiresAt: {type: string, maxLength: 40}}}`,
    suppress: "The name only sounds like a credential, such as a token that marks a page.",
  },
  text: ({ property, reason }) => ({
    message: `the result \`${property}\` ${reasonWords(reason)}`,
    help: "leave it out of the output",
  }),
  check: (context) => findSecretFields(context, "output"),
});

function reasonWords(reason: SecretFieldData["reason"]): string {
  switch (reason) {
    case "name":
      return "is a credential by its name";
    case "format":
      return "is a credential by its format";
    case "declared":
      return "has the name of a declared secret";
    default:
      return assertNever(reason);
  }
}

export const fieldRules: readonly Rule[] = [
  openInput,
  fieldDescription,
  unboundedField,
  numericIdentifier,
  secretInInput,
  secretInOutput,
];
