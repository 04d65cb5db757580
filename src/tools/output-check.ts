/** Compares an operation's output with its schema, compiled at the first use. */

import type { Json } from "../core/json.ts";
import { type ManifestSchema, toPlainSchema } from "../core/manifest-schema.ts";
import { Faults } from "./faults.ts";
import { valueCheck } from "./input-checker.ts";
import type { Check } from "./scalar-check.ts";

const checks = new WeakMap<ManifestSchema, Check>();

/** What is wrong with an output, one text a fault; empty when nothing is. */
export function outputFaults(schema: ManifestSchema, value: Json): readonly string[] {
  let check = checks.get(schema);
  if (check === undefined) {
    check = valueCheck(toPlainSchema(schema));
    checks.set(schema, check);
  }
  const faults = new Faults();
  check(value, "", faults);
  // What was given is left out: it may be long, and a warning is read by the model.
  return faults
    .toList()
    .map(({ pointer, expected }) => `${pointer === "" ? "the output" : pointer} must be ${expected}`);
}
