/** The rules on schemas: where they come from; the families on fields, patterns and forms are beside it. */
import { fieldRules } from "./field-rules.ts";
import { formRules } from "./form-rules.ts";
import { patternRules } from "./pattern-rules.ts";
import { findReferenceCycles, findRemoteReferences } from "./schema-references.ts";
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";

const remoteRef = defineRule<{ reference: string }>({
  id: "DC4004",
  name: "remote-ref",
  severity: "error",
  category: "schemas",
  since: "0.1.0",
  fix: "none",
  why: "nothing is fetched, and what an address holds can change",
  page: {
    why: "A schema behind an address would make a check depend on the network and on whoever owns the address. A reference reaches the manifest's own `schemas` only.",
    bad: `input: {$ref: "https://acme.example/ticket.json"}`,
    good: `schemas: {Ticket: {type: object, additionalProperties: false}}\noperations: {addTicket: {input: {$ref: "#/schemas/Ticket"}}}`,
  },
  text: ({ reference }) => ({
    message: `\`${reference}\` is outside this manifest`,
    help: "copy the schema to `schemas` and refer to `#/schemas/Name`",
  }),
  check: findRemoteReferences,
});

const refCycle = defineRule<{ path: readonly string[] }>({
  id: "DC4005",
  name: "ref-cycle",
  severity: "error",
  category: "schemas",
  since: "0.1.0",
  fix: "none",
  why: "a schema without an end cannot be shown to a model or bounded",
  page: {
    why: "Validators overflow on circular schemas, and models are told the whole schema: it needs a bounded shape.",
    bad: `schemas:\n  Comment: {type: object, additionalProperties: false, properties: {reply: {$ref: "#/schemas/Comment"}}}`,
    good: `schemas:\n  Comment: {type: object, additionalProperties: false, properties: {replyId: {type: string, maxLength: 40}}}`,
  },
  text: ({ path }) => ({
    message: `the schemas refer to each other in a circle: ${path.join(" → ")}`,
    help: "replace one of the references by an id or by a bounded shape",
  }),
  check: findReferenceCycles,
});

/** In the order of their numbers. */
export const schemaRules: readonly Rule[] = [
  remoteRef,
  refCycle,
  ...formRules,
  ...fieldRules,
  ...patternRules,
].toSorted((one, other) => (one.id < other.id ? -1 : 1));
