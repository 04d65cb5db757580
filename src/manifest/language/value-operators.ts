/** The operators of the value language and the shapes of their operands. */
import type { Shape } from "./shape.ts";
import { headerName, pointer, reference, word } from "./text-shapes.ts";

const requestOperators: Readonly<Record<string, Shape>> = {
  $input: pointer,
  $config: reference,
  $key: word("uuid", "hex"),
  $const: { kind: "json" },
  $concat: { kind: "list", item: { kind: "requestValue" }, min: 1 },
  $encode: {
    kind: "object",
    fields: {
      as: { shape: word("base64", "base64url", "json", "uri"), required: true, doc: "The alphabet." },
      of: { shape: { kind: "requestValue" }, required: true, doc: "What is encoded." },
    },
  },
};

const answerOperators: Readonly<Record<string, Shape>> = {
  $body: pointer,
  $header: headerName,
  $status: { kind: "object", fields: {} },
  $concat: { kind: "list", item: { kind: "responseValue" }, min: 1 },
  $encode: {
    kind: "object",
    fields: {
      as: { shape: word("base64", "base64url", "json", "uri"), required: true, doc: "The alphabet." },
      of: { shape: { kind: "responseValue" }, required: true, doc: "What is encoded." },
    },
  },
};

/** The operators of values that are sent. */
export const requestValueOperators: Readonly<Record<string, Shape>> = requestOperators;

/** The operators of values that are made when an answer is at hand. */
export const responseValueOperators: Readonly<Record<string, Shape>> = { ...requestOperators, ...answerOperators };

/** Whether a key asks for an operator. Text that begins with `$` is written with `$const`. */
export function isOperatorKey(key: string): boolean {
  return key.startsWith("$");
}
