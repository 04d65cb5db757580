/** Asks a user's Standard Schema validator. It accepts or refuses; its output is not used. */

import type { Clock } from "../core/clock.ts";
import { copyJson } from "../core/json.ts";
import type { StandardIssue, StandardResult, StandardSchemaV1 } from "../core/standard-schema.ts";
import type { InputCheck, InputFault } from "../core/tool.ts";
import { answerInTime } from "./answer-in-time.ts";

type Valid = Extract<InputCheck, { isValid: true }>;

/** The check as it was when the validator accepts; its issues as faults when it does not, also when it throws or is silent. */
export function standardFaults(
  schema: StandardSchemaV1,
  checked: Valid,
  clock: Clock,
): InputCheck | Promise<InputCheck> {
  try {
    const result = schema["~standard"].validate(copyJson(checked.value));
    if ("then" in result) return late(result, checked, clock);
    return verdict(result, checked);
  } catch (error) {
    return refusal(error);
  }
}

/** Any thenable, also one of another realm: taken for a result, its missing issues would accept everything. */
async function late(result: PromiseLike<StandardResult<unknown>>, checked: Valid, clock: Clock): Promise<InputCheck> {
  try {
    return verdict(await answerInTime(result, clock), checked);
  } catch (error) {
    return refusal(error);
  }
}

/** Any `issues` at all is a refusal, an empty list too (https://standardschema.dev). */
function verdict(result: StandardResult<unknown>, checked: Valid): InputCheck {
  return result.issues === undefined ? checked : { isValid: false, faults: result.issues.map(toFault) };
}

function toFault(issue: StandardIssue): InputFault {
  const path = issue.path ?? [];
  const pointer = path.map((part) => `/${escapePointer(typeof part === "object" ? part.key : part)}`).join("");
  return { pointer, expected: issue.message.slice(0, 300) };
}

function escapePointer(key: PropertyKey): string {
  return String(key).replaceAll("~", "~0").replaceAll("/", "~1");
}

function refusal(error: unknown): InputCheck {
  const reason = error instanceof Error ? error.name : "an unknown error";
  return {
    isValid: false,
    faults: [
      { pointer: "", expected: `arguments that the application's own validator can read (it ended in ${reason})` },
    ],
  };
}
