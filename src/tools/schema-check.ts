/** Turns a portable schema into a check: one closure a keyword, made once, no generated code. */

import type { Json } from "../core/json.ts";
import type { Faults } from "./faults.ts";
import { listCheck } from "./list-check.ts";
import { objectCheck } from "./object-check.ts";
import type { PortableSchema } from "./portable-schema.ts";
import { type Check, choiceCheck, isOfKind, kindsInWords, numberCheck, textCheck } from "./scalar-check.ts";
import { unionCheck } from "./union-check.ts";

/** The check of a schema and all below it. Throws a SyntaxError when a pattern is none. */
export function schemaCheck(schema: PortableSchema): Check {
  const kinds = typeof schema.type === "string" ? [schema.type] : schema.type;
  const checks = [
    schema.const === undefined ? undefined : choiceCheck([schema.const]),
    schema.enum === undefined ? undefined : choiceCheck(schema.enum),
    textCheck(schema),
    numberCheck(schema),
    listCheck(schema, schemaCheck),
    objectCheck(schema, schemaCheck),
    schema.oneOf === undefined ? undefined : unionCheck(schema.oneOf, true, schemaCheck),
    schema.anyOf === undefined ? undefined : unionCheck(schema.anyOf, false, schemaCheck),
    ...(schema.allOf ?? []).map(schemaCheck),
  ].filter((check) => check !== undefined);
  return kinds === undefined ? inTurn(checks) : ofKind(kinds, inTurn(checks));
}

function inTurn(checks: readonly Check[]): Check {
  const [first, second] = checks;
  if (first === undefined) return () => undefined;
  if (second === undefined) return first;
  return (value, pointer, faults) => {
    for (const check of checks) check(value, pointer, faults);
  };
}

/** A value of the wrong kind has this one fault: what else the schema says is about another value. */
function ofKind(kinds: readonly string[], check: Check): Check {
  const expected = kindsInWords(kinds);
  return (value: Json, pointer: string, faults: Faults) => {
    if (isOfKind(value, kinds)) check(value, pointer, faults);
    else faults.wrong(pointer, expected, value);
  };
}
