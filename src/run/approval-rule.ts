/** Evaluates an approval rule once, at intake. Everything but the literal `false` asks. */

import type { Clock } from "../core/clock.ts";
import type { JsonObject } from "../core/json.ts";
import { copyJson } from "../core/json.ts";
import type { ApprovalCall, ApprovalRule } from "../core/tool.ts";
import { answerInTime } from "./answer-in-time.ts";

/** Whether a person is asked about this call. Never throws, never takes longer than the time-out. */
export function mustAsk(
  rule: ApprovalRule,
  args: JsonObject,
  call: ApprovalCall,
  clock: Clock,
): boolean | Promise<boolean> {
  // A source without types may say anything.
  if (typeof rule !== "function") return (rule as unknown) !== false;
  try {
    const answer: unknown = rule(copyJson(args), call);
    return isThenable(answer) ? settled(answer, clock) : answer !== false;
  } catch {
    // A predicate that fails has not said "no": a person is asked.
    return true;
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** A throw and silence have not said "no" either. */
function settled(answer: PromiseLike<unknown>, clock: Clock): Promise<boolean> {
  return answerInTime(answer, clock).then(
    (said) => said !== false,
    () => true,
  );
}
