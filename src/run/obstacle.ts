/** What stands in the way of an attempt: whatever a deploy, a rotation or time made different since the call was accepted. */

import { canonicalText } from "../core/canonical.ts";
import type { Clock } from "../core/clock.ts";
import type { TaskAttempt } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import { isSameConnection } from "../core/tool.ts";
import type { CheckedCalls } from "./checked-calls.ts";
import { claimOf } from "./claim.ts";
import { digestOf } from "./digest.ts";
import { checkBeyondSchema, isCheckedBeyondSchema } from "./check-arguments.ts";
import type { Redactor } from "./redact.ts";
import type { ApprovedCall, CallTaskInput } from "./session.ts";
import type { ResolvedTool } from "./toolbox.ts";

/** Why nothing may be sent: the tool is gone or differs from what was claimed, or its arguments no longer fit. */
export function obstacleTo(
  call: CallTaskInput,
  attempt: TaskAttempt,
  tool: ResolvedTool | undefined,
  clock: Clock,
): string | undefined {
  if (tool === undefined) return `there is no tool ${call.tool} any more`;
  if (!isSameConnection(call.connection, tool.tool.connector?.connection))
    return `${call.tool} belongs to another connection now`;
  const changed = call.approved === undefined ? undefined : changeSince(call.approved, call, tool);
  if (changed !== undefined) return changed;
  if (tool.effect !== call.effect) return `the effect of ${call.tool} changed since the call was made`;
  if (!isSameClaim(claimOf(call, tool.tool), attempt.claim)) {
    return `${call.tool} changed since the call was first tried`;
  }
  if (!tool.check(call.arguments).isValid) return "its arguments no longer fit its schema";
  const window = tool.tool.connector?.keyWindowMs;
  const isPast =
    window !== undefined && attempt.firstDispatchAt !== undefined && clock.now() - attempt.firstDispatchAt >= window;
  if (isPast && tool.tool.connector?.hasLookup !== true)
    return "the service no longer remembers the key of the first attempt";
  return undefined;
}

/** What runs is exactly what was approved; a journal that says otherwise sends nothing. */
function changeSince(approved: ApprovedCall, call: CallTaskInput, tool: ResolvedTool): string | undefined {
  if (approved.version !== (tool.tool.connector?.version ?? null)) {
    return `${call.tool} changed since a person approved the call`;
  }
  return approved.digest === digestOf(call.arguments) ? undefined : "its arguments are not those that were approved";
}

function isSameClaim(now: Json, claimed: Json): boolean {
  return now === claimed || canonicalText(now) === canonicalText(claimed);
}

/** What an attempt needs to check arguments again. */
export interface AttemptChecks {
  readonly clock: Clock;
  readonly checked: CheckedCalls;
  redactor(): Redactor;
}

/** Why arguments that this process has not checked with the secrets of now may not be sent; undefined at once for those it has. */
export function uncheckedObstacle(
  call: CallTaskInput,
  tool: ResolvedTool | undefined,
  checks: AttemptChecks,
): string | undefined | Promise<string | undefined> {
  const redactor = checks.redactor();
  if (tool === undefined || !isCheckedBeyondSchema(tool, redactor)) return undefined;
  if (checks.checked.has(call.key, call.approved?.digest, redactor)) return undefined;
  return checkAgain(call, tool, redactor, checks);
}

async function checkAgain(
  call: CallTaskInput,
  tool: ResolvedTool,
  redactor: Redactor,
  { clock, checked }: Pick<AttemptChecks, "clock" | "checked">,
): Promise<string | undefined> {
  const check = await checkBeyondSchema({ isValid: true, value: call.arguments }, tool, { redactor, clock });
  if (!check.isValid) return `its arguments are no longer accepted: expected ${check.faults[0]?.expected ?? "others"}`;
  checked.note(call.key, call.approved?.digest, redactor);
  return undefined;
}
