/** Checks the arguments of a call: what JSON holds, the schema, known secrets, the application's own validator. Never coerces. */

import type { Clock } from "../core/clock.ts";
import { halfCharacterFault } from "../core/half-character.ts";
import type { JsonObject } from "../core/json.ts";
import type { JsonReading } from "../core/json-text.ts";
import { maxJsonBytes, parseJsonText } from "../core/json-text.ts";
import type { InputCheck, InputFault } from "../core/tool.ts";
import { sizeOfJson } from "./json-size.ts";
import { toPlainJson } from "./plain-json.ts";
import type { Redactor } from "./redact.ts";
import { standardFaults } from "./standard-validator.ts";
import type { ResolvedTool } from "./toolbox.ts";

/** What checking needs besides the tool. */
export interface CheckTools {
  readonly redactor: Redactor;
  readonly clock: Clock;
}

/** Parses and checks arguments against schema, validator and known secrets; never coerces. */
export function checkArguments(
  args: string | JsonObject,
  tool: ResolvedTool,
  tools: CheckTools,
): InputCheck | Promise<InputCheck> {
  const reading = typeof args === "string" ? parseJsonText(args) : readObject(args);
  if (!reading.isValid) return { isValid: false, faults: [reading.fault] };
  const halved = halfCharacterFault(reading.value);
  if (halved !== undefined) return { isValid: false, faults: [halved] };
  const checked = tool.check(reading.value);
  if (!checked.isValid) return checked;
  return checkBeyondSchema(checked, tool, tools);
}

/** Whether there is more to check of a tool's arguments than its schema. */
export function isCheckedBeyondSchema({ tool }: ResolvedTool, redactor: Redactor): boolean {
  return redactor.knowsSecrets || tool.inputValidator !== undefined;
}

/** What may change without a change of the schema: the secrets that are known, and what the application's validator accepts. */
export function checkBeyondSchema(
  checked: Extract<InputCheck, { readonly isValid: true }>,
  tool: ResolvedTool,
  { redactor, clock }: CheckTools,
): InputCheck | Promise<InputCheck> {
  if (redactor.finds(checked.value)) return { isValid: false, faults: [secretFault] };
  const { inputValidator } = tool.tool;
  return inputValidator === undefined ? checked : standardFaults(inputValidator, checked, clock);
}

/** An argument object of an application; what JSON cannot hold is a fault, not something else. Its limits are those of JSON text. */
function readObject(args: JsonObject): JsonReading {
  const { value, losses } = toPlainJson(args);
  if (losses.length > 0) return notRead("what JSON can hold", losses.join(", "));
  const size = sizeOfJson(value);
  if (size > maxJsonBytes) return notRead(`JSON of at most ${String(maxJsonBytes)} bytes`, `${String(size)} bytes`);
  return { isValid: true, value };
}

function notRead(expected: string, given: string): JsonReading {
  return { isValid: false, fault: { pointer: "", expected, given } };
}

const secretFault: InputFault = {
  pointer: "",
  expected: "arguments without a credential; the connection adds its own",
  given: "a known secret",
};
