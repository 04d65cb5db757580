/** The loop that settles a session's unknown outcomes where it can and tells the session; what it decides is in the fold. */

import { ToolkitError } from "../core/error.ts";
import type { Settlement } from "./calls.ts";
import type { ToolRunner } from "./runner.ts";
import type { UnknownOutcomeReport, UnknownOutcomeSummary } from "./unknown-report.ts";

/**
 * Settles what is known now and sends one message per call whose truth the session has not been told.
 *
 * Running it again is safe: a call that was told is not told again unless more became known; after a crash between
 * `send` and its note the same message (same id) is sent once more. Throws what `check` and `send` throw, and `invalid_request`
 * for an answer of `check` that cannot settle anything.
 */
export async function reportUnknownOutcomes(
  runner: Pick<ToolRunner, "calls">,
  report: UnknownOutcomeReport,
): Promise<UnknownOutcomeSummary> {
  const { sessionId, check, send } = report;
  for (const call of await runner.calls.list({ sessionId, status: "outcome_unknown" })) {
    if (check === undefined) {
      await runner.calls.reconcile({ key: call.key });
      continue;
    }
    const answer = await check(call.key, call);
    if (answer === undefined) continue;
    await settle(runner, { ...answer, settledBy: answer.settledBy ?? "application", key: call.key });
  }
  const told: string[] = [];
  for (const record of await runner.calls.listUntold(sessionId)) {
    await send(await runner.calls.outcomeMessage(record));
    await runner.calls.markTold(record);
    told.push(record.key);
  }
  const open = await runner.calls.list({ sessionId, status: "outcome_unknown" });
  return { told, open: open.map((call) => call.key) };
}

/** Somebody may have settled the call meanwhile. An answer that settles nothing else is a mistake of the application. */
async function settle({ calls }: Pick<ToolRunner, "calls">, settlement: Settlement): Promise<void> {
  const verdict = await calls.settle(settlement);
  if (verdict.accepted || (await calls.get(settlement.key))?.status !== "outcome_unknown") return;
  throw new ToolkitError("invalid_request", `check(${settlement.key}): ${verdict.message}`);
}
