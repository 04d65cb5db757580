/** The rules on requests: where they go, what they carry and what their answers mean. */
import { addressRules } from "./address-rules.ts";
import { answerRules } from "./answer-rules.ts";
import { headerRules } from "./header-rules.ts";
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { secretRules } from "./secret-rules.ts";

/** The structure check reports keys that are missing. */
const paginationShape = defineRule<{ key: string; where: string }>({
  id: "DC8014",
  name: "pagination-shape",
  severity: "error",
  category: "requests",
  since: "0.1.0",
  fix: "none",
  why: "without an end a model would read the same page for ever",
  page: {
    why: "Pages need a style, the input that takes the cursor, and what says that there is no further page. Only queries have pages.",
    bad: `pagination: {style: cursor, send: {in: query, name: cursor}, next: {$body: /next}, input: /cursor}`,
    good: `pagination: {style: cursor, send: {in: query, name: cursor}, next: {$body: /next}, input: /cursor, stop: missing}`,
  },
  text: ({ key, where }) =>
    key === "kind"
      ? { message: `${where} is a mutation and cannot have pages`, help: "remove `pagination`" }
      : { message: `${where} does not say \`${key}\``, help: `add \`${key}\``, mark: `\`${key}\` is missing` },
  check: ({ operations }) =>
    operations
      .filter(({ source }) => source.kind === "mutation" && source.pagination !== undefined)
      .map(({ name, pointer }) => ({
        at: { pointer: `${pointer}/pagination`, on: "key" as const },
        data: { key: "kind", where: name },
      })),
});

/** In the order of their numbers. */
export const requestRules: readonly Rule[] = [
  ...addressRules,
  ...headerRules,
  ...secretRules,
  ...answerRules,
  paginationShape,
].toSorted((one, other) => (one.id < other.id ? -1 : 1));
