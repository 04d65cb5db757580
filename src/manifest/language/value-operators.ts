/** The operators of the value language and the shapes of their operands. */
import type { Shape } from "./shape.ts";
import { headerName, pointer, reference, whole, word } from "./text-shapes.ts";

/** A format, or a format with the most characters that its place takes. */
const keyOperand: Shape = {
  kind: "byType",
  what: "uuid, hex, or `{format: hex, maxLength: 32}`",
  text: word("uuid", "hex"),
  map: {
    kind: "object",
    fields: {
      format: { shape: word("uuid", "hex"), required: true, doc: "How the key is written." },
      maxLength: { shape: whole(16, 256), doc: "The most characters; hex is cut to it." },
    },
  },
};

const requestOperators: Readonly<Record<string, Shape>> = {
  $input: pointer,
  $config: reference,
  $key: keyOperand,
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
