/** The rules on what the fields of inputs and outputs hold. */
import { assertNever } from "../../core/assert-never.ts";
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

export const fieldRules: readonly Rule[] = [openInput, secretInInput, secretInOutput];
