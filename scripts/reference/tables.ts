/** The parts of the language that are no maps of keys: operators of values, keywords of schemas and forms of text. */
import type { Json } from "../../src/core/json.ts";
import { keywordFormWords, outsideKeywords, schemaKeywords } from "../../src/manifest/language/schema-keywords.ts";
import type { Shape } from "../../src/manifest/language/shape.ts";
import { requestValueOperators, responseValueOperators } from "../../src/manifest/language/value-operators.ts";
import { exampleText, type FoundExamples } from "./examples.ts";
import { manifestSections, rowsOf } from "./sections.ts";
import { cell, code, table } from "./table.ts";
import { formWords, shapeWords } from "./words.ts";

const operatorMeanings: Readonly<Record<string, string>> = {
  $input: 'A part of the arguments, `""` for all of them. An absent part leaves out the key that it is the value of.',
  $config: "A setting of the connection.",
  $key: "Text derived from the identity of the call, equal in every attempt. `hex` is cut to `maxLength`, 64 at most.",
  $const: "The value as it stands, for keys that begin with `$`.",
  $concat: "The parts as one text; each is a text, a number or a boolean. Absent when one of them is.",
  $encode: "One text in another alphabet: `as` is `base64`, `base64url`, `uri` or `json`; `of` is the value.",
  $body: "A part of the answer's body.",
  $header: "A header of the answer.",
  $status: "The status code of the answer.",
};

export function operatorTable(examples: FoundExamples): string {
  const rows = Object.entries(responseValueOperators).map(([operator, operand]) => [
    code(operator),
    cell(operandWords(operand)),
    Object.hasOwn(requestValueOperators, operator) ? "everywhere" : "with an answer",
    cell(known(operatorMeanings, operator)),
    code(exampleOf(operator, examples.operators)),
  ]);
  return [
    "## Values",
    "",
    "A value is a literal, a list, a map, or a map with one of these operators. An answer is at hand in `classify`, " +
      "`branches.*.message`, `lookup.found` and `pagination.next`.",
    "",
    table(["operator", "takes", "where", "meaning", "example"], rows),
  ].join("\n");
}

/** Operands are small: their keys are in the meaning. */
function operandWords(operand: Shape): string {
  if (operand.kind === "object") {
    const keys = Object.keys(operand.fields);
    return keys.length === 0 ? "`{}`" : code(`{${keys.join(", ")}}`);
  }
  if (operand.kind === "byType") return operand.what;
  return shapeWords(operand, () => "map");
}

const keywordMeanings: Readonly<Record<string, string>> = {
  $ref: "The schema of this name under `schemas`, as `#/schemas/Name`; nothing else is reached. What stands beside it adds to it.",
  type: "What kind of value it is.",
  title: "A name for people.",
  description: "What it is, for the model. Say the unit, and give an example.",
  default: "The value when it is left out; it is filled in before the call is recorded. It must fit the schema.",
  examples: "Values that fit.",
  enum: "The only values.",
  const: "The only value.",
  properties: "The schema of each property.",
  required: "The properties that must be there.",
  additionalProperties: "The schema of other properties; `false` when there are none, which an input's root must say.",
  maxProperties: "The most properties; needed where other properties are allowed.",
  propertyNames: "What the names of properties must be.",
  items: "The schema of each item.",
  minItems: "The fewest items.",
  maxItems: "The most items.",
  uniqueItems: "Whether all items differ; for items that are plain values.",
  minLength: "The fewest characters.",
  maxLength: "The most characters.",
  pattern: "A regular expression, searched in the text: begin it with `^` and end it with `$`. It needs `maxLength`.",
  format: "A form that is checked: date-time, date, time, uuid, email, uri, hostname, ipv4 or ipv6.",
  minimum: "The least number.",
  maximum: "The greatest number.",
  multipleOf: "The number is a multiple of it.",
  oneOf: "One of several objects, told apart by a property that is a `const` in each.",
  anyOf: 'A schema or `{type: "null"}`.',
};

export function keywordTables(examples: FoundExamples): string {
  const rows = [...schemaKeywords].map(([keyword, { form, subject }]) => [
    code(keyword),
    cell(keywordFormWords(form)),
    subject ?? "any",
    cell(known(keywordMeanings, keyword)),
    code(exampleOf(keyword, examples.keywords)),
  ]);
  const left = [...outsideKeywords].map(([keyword, instead]) => [code(keyword), cell(instead)]);
  return [
    "## Schemas",
    "",
    "JSON Schema 2020-12 with these keywords. At most 10 levels, 100 properties an object and 32 KiB for each input or " +
      "output with its references written out.",
    "",
    table(["keyword", "takes", "for values", "meaning", "example"], rows),
    "",
    "Left out, because readers of schemas differ about them or models do not follow them:",
    "",
    table(["keyword", "instead"], left),
  ].join("\n");
}

/** Texts that must match a pattern, with the pattern. */
export function formTable(): string {
  const forms = new Map<string, string>();
  for (const { shape } of manifestSections()) {
    for (const { field } of rowsOf(shape)) collectForms(field.shape, forms);
  }
  const rows = [...forms]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([form, pattern]) => [cell(form), code(pattern)]);
  return ["## Forms of text", "", table(["form", "pattern"], rows)].join("\n");
}

function collectForms(shape: Shape, forms: Map<string, string>): void {
  if (shape.kind === "text" && shape.pattern !== undefined) forms.set(formWords(shape), shape.pattern);
  if (shape.kind === "list") collectForms(shape.item, forms);
  if (shape.kind === "map") {
    if (shape.names !== undefined) collectForms(shape.names, forms);
    collectForms(shape.value, forms);
  }
  if (shape.kind === "byType" && shape.text !== undefined) collectForms(shape.text, forms);
}

function known(meanings: Readonly<Record<string, string>>, word: string): string {
  const meaning = meanings[word];
  if (meaning === undefined) throw new Error(`the reference has no meaning for ${word}`);
  return meaning;
}

function exampleOf(word: string, examples: ReadonlyMap<string, readonly Json[]>): string {
  const text = exampleText(word, examples.get(word) ?? []);
  if (text === undefined) throw new Error(`the example manifest has no ${word}`);
  return text;
}
