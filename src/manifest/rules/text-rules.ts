/** The rule on values that must be text. */
import { defineRule } from "./rule.ts";
import type { Rule } from "./rule.ts";
import { findNotTexts } from "./text-places.ts";
import type { NotTextData } from "./text-places.ts";
import type { ValueKind } from "./value-kinds.ts";

const kindWords: Readonly<Record<ValueKind, string>> = {
  text: "a text",
  number: "a number",
  boolean: "true or false",
  null: "null",
  list: "a list",
  map: "a map",
};

const notText = defineRule<NotTextData>({
  id: "DC8017",
  name: "not-text",
  severity: "error",
  category: "requests",
  since: "0.1.0",
  fix: "none",
  why: "what is no text cannot be written there: no request is made, and no message is read",
  page: {
    why: "Headers, query values, text bodies, page sizes and the parts of `$concat` and `$encode` are written as text: a list, a map or null there ends every call in `defect`. A branch's `message` that is no text is left out, and the model reads nothing of what happened. A value of the answer is not known before, and passes.",
    bad: `branches: {refused: {record: failed, description: Nothing was added., message: {error: {$body: /error}}}}`,
    good: `branches: {refused: {record: failed, description: Nothing was added., message: {$concat: ["Refused: ", {$body: /error}]}}}`,
  },
  text: ({ place, kind, isMessage }) => ({
    message: `${place} is ${kindWords[kind]}, and only text can stand there`,
    help: isMessage
      ? "write a text, a value such as `{$body: /error/message}`, or join parts with `$concat`"
      : "take one part of it, or write it as text with `{$encode: {as: json, of: …}}`",
  }),
  check: findNotTexts,
});

export const textRules: readonly Rule[] = [notText];
