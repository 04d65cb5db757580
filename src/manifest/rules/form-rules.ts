/** The rules on the form of schemas: what the language knows, and what can hold at all. */
import { assertNever } from "../../core/assert-never.ts";
import { defineRule } from "./rule.ts";
import type { Rule, RuleText } from "./rule.ts";
import { findInvalidSchemas } from "./schema-forms.ts";
import type { SchemaFormData } from "./schema-forms.ts";
import { findInvalidDefaults, findUndeclaredRequired, findUnsatisfiable } from "./schema-logic.ts";
import type { MisfitData, RequiredData, UnsatisfiableData } from "./schema-logic.ts";
import { findOutsideSubset } from "./schema-subset.ts";
import type { SubsetData } from "./schema-subset.ts";
import { findUntaggedUnions } from "./untagged-unions.ts";
import type { UnionData } from "./untagged-unions.ts";

const schemas = { category: "schemas", since: "0.1.0", fix: "none", severity: "error" } as const;

const invalidSchema = defineRule<SchemaFormData>({
  ...schemas,
  id: "DC4001",
  name: "invalid-schema",
  why: "validators refuse such a schema, or overlook the keyword in silence",
  page: {
    why: "A misspelled keyword is no error to a validator: it is skipped, and what it should have refused passes. A keyword that speaks of another type never has an effect.",
    bad: `{type: strnig, maxLenght: 40}`,
    good: `{type: string, maxLength: 40}`,
  },
  text: (data) => formText(data),
  check: findInvalidSchemas,
});

function formText({ problem, keyword, given, expected, suggestion }: SchemaFormData): RuleText {
  const near = suggestion === undefined ? undefined : `did you mean \`${suggestion}\`?`;
  switch (problem) {
    case "unknown":
      return {
        message: `schemas have no keyword \`${keyword}\``,
        help: near ?? "remove it, or say it in `description`",
      };
    case "form":
      return { message: `\`${keyword}\` is ${given} and must be ${expected}`, help: near ?? `write ${expected}` };
    case "misplaced":
      return { message: `\`${keyword}\` says nothing about ${expected}`, help: "remove it, or correct the `type`" };
    default:
      return assertNever(problem);
  }
}

const outsideSubset = defineRule<SubsetData>({
  ...schemas,
  id: "DC4003",
  name: "outside-subset",
  why: "some hosts of agents refuse the whole tool for it",
  page: {
    why: "Schemas are handed to several hosts of models, and each knows another part of JSON Schema. The language keeps to what all know: no conditions, no `allOf` (which with `additionalProperties: false` refuses valid objects), 10 levels, 100 properties an object, 32 KiB a schema with its references written out.",
    bad: `input: {type: object, allOf: [{$ref: "#/schemas/Base"}], additionalProperties: false}`,
    good: `input: {type: object, additionalProperties: false, properties: {ticketId: {…}, text: {…}}}`,
  },
  text: (data) => subsetText(data),
  check: findOutsideSubset,
});

function subsetText({ problem, what, advice }: SubsetData): RuleText {
  switch (problem) {
    case "keyword":
      return { message: `\`${what}\` is outside the schema language of manifests`, help: advice };
    case "format":
      return { message: `the format \`${what}\` is not known`, help: advice };
    case "flag":
      return { message: `\`${what}\` has true or false for a schema`, help: "write a schema that says what it takes" };
    case "types":
      return {
        message: `\`type\` mixes ${what}`,
        help: 'use `anyOf` for "or null", `oneOf` with a `const` property for the rest',
      };
    case "anyOf":
      return {
        message: '`anyOf` is for "or null" only',
        help: 'use `oneOf` with a `const` property, or write `{type: "null"}` as the second of two',
      };
    case "unique":
      return { message: "`uniqueItems` compares objects or lists", help: "remove it: only scalars are compared" };
    case "depth":
      return {
        message: `the schema has ${what} levels, and 10 are allowed`,
        help: "flatten it, or split the operation",
      };
    case "properties":
      return {
        message: `an object has ${what} properties, and 100 are allowed`,
        help: "leave out what agents need not set",
      };
    case "size":
      return {
        message: `the schema takes ${what} with its references written out, and 32 KiB are allowed`,
        help: "leave out what agents need not set, or split the operation",
      };
    default:
      return assertNever(problem);
  }
}

const requiredUndeclared = defineRule<RequiredData>({
  ...schemas,
  id: "DC4008",
  name: "required-undeclared",
  why: "no value can fit: the name must be there and is not allowed",
  page: {
    why: "A name under `required` that no property declares is usually a slip. With `additionalProperties: false` every call is refused.",
    bad: `{type: object, additionalProperties: false, required: [chanel], properties: {channel: {type: string}}}`,
    good: `{type: object, additionalProperties: false, required: [channel], properties: {channel: {type: string}}}`,
  },
  text: ({ name, suggestion }) => ({
    message: `\`${name}\` is required and not declared under \`properties\``,
    help: suggestion === undefined ? "declare it, or leave it out of `required`" : `did you mean \`${suggestion}\`?`,
  }),
  check: findUndeclaredRequired,
});

const defaultInvalid = defineRule<MisfitData>({
  ...schemas,
  id: "DC4009",
  name: "default-invalid",
  why: "a default is filled in before the arguments are checked, so leaving the argument out fails",
  page: {
    why: "Nothing else holds a default or an example against its own schema, and models copy examples.",
    bad: `{type: integer, default: "20"}`,
    good: `{type: integer, default: 20}`,
  },
  text: ({ what, given, expected }) => ({
    message: `${what} is ${given}, and must be ${expected}`,
    help: "correct the value, or the schema",
  }),
  check: findInvalidDefaults,
});

const unsatisfiable = defineRule<UnsatisfiableData>({
  ...schemas,
  id: "DC4015",
  name: "unsatisfiable",
  why: "every value is refused",
  page: {
    why: "Bounds that leave nothing between them, and choices that the type or the bounds refuse, make a field that cannot be filled.",
    bad: `{type: string, minLength: 5, maxLength: 3}`,
    good: `{type: string, minLength: 3, maxLength: 5}`,
  },
  text: ({ problem, low, high }) =>
    problem === "range"
      ? { message: `\`${low}\` and \`${high}\` leave no value`, help: "correct one of the bounds" }
      : {
          message: `the choice ${low} can never be taken: it must be ${high}`,
          help: "correct the choice, or what is beside it",
        },
  check: findUnsatisfiable,
});

const untaggedUnion = defineRule<UnionData>({
  ...schemas,
  id: "DC4016",
  name: "untagged-union",
  why: "neither a model nor an error message can tell which form was meant",
  page: {
    why: "With a required property that has another constant in each form, a wrong value gets one clear fault. Without it the answer is that none of the forms fits.",
    bad: `oneOf: [{type: object, properties: {url: {…}}}, {type: object, properties: {text: {…}}}]`,
    good: `oneOf:\n  - {type: object, required: [kind], properties: {kind: {const: link}, url: {…}}}\n  - {type: object, required: [kind], properties: {kind: {const: note}, text: {…}}}`,
  },
  text: (data) => unionText(data),
  check: findUntaggedUnions,
});

function unionText({ problem, tag }: UnionData): RuleText {
  switch (problem) {
    case "values":
      return {
        message: "`oneOf` is for forms of an object",
        help: 'use `enum` for choices, a list under `type` for scalars, `anyOf` for "or null"',
      };
    case "same":
      return { message: `two forms of the union have the same \`${tag}\``, help: "give each form its own constant" };
    case "none":
      return {
        message: "no required property is a constant in each form of the union",
        help: "add one, such as `kind`, with another `const` in each",
      };
    default:
      return assertNever(problem);
  }
}

export const formRules: readonly Rule[] = [
  invalidSchema,
  outsideSubset,
  requiredUndeclared,
  defaultInvalid,
  unsatisfiable,
  untaggedUnion,
];
