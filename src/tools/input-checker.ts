/** Checks arguments against a tool's schema: every fault at once, defaults filled in, nothing coerced. */

import { ToolkitError } from "../core/error.ts";
import { isJsonObject, type Json, type JsonSchema } from "../core/json.ts";
import type { InputCheck, InputChecker } from "../core/tool.ts";
import { defaultFill } from "./default-values.ts";
import { Faults } from "./faults.ts";
import { generalCheck } from "./general-check.ts";
import { isPortableSchema } from "./portable-schema.ts";
import type { Check } from "./scalar-check.ts";
import { schemaCheck } from "./schema-check.ts";

type InputCheckOfSchema = (value: Json) => InputCheck;

/**
 * Makes a checker that compiles each schema object once, at its first use.
 *
 * A schema must not be changed afterwards. One that is no JSON Schema throws `invalid_definition`, at each use.
 */
export function createInputChecker(): InputChecker {
  const checks = new WeakMap<JsonSchema, InputCheckOfSchema>();
  return (schema) => {
    let check = checks.get(schema);
    if (check === undefined) {
      check = compile(schema);
      checks.set(schema, check);
    }
    return check;
  };
}

/** Reports the faults of any value, not only of arguments, against a schema; makes the check anew. */
export function valueCheck(schema: JsonSchema): Check {
  try {
    return isPortableSchema(schema) ? schemaCheck(schema) : generalCheck(schema);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ToolkitError("invalid_definition", `a tool's schema is no valid JSON Schema: ${reason}`, { cause });
  }
}

function compile(schema: JsonSchema): InputCheckOfSchema {
  const check = valueCheck(schema);
  const fill = defaultFill(schema);
  return (value) => {
    const faults = new Faults();
    const filled = fill === undefined ? value : fill(value);
    // Arguments are an object whatever the schema leaves out.
    if (!isJsonObject(filled)) faults.wrong("", "an object", value);
    else check(filled, "", faults);
    if (faults.isEmpty && isJsonObject(filled)) return { isValid: true, value: filled };
    return { isValid: false, faults: faults.toList() };
  };
}
