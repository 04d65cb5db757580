/** Carries the journal's decisions into a paused run: approves what has ended there. */

import type { BatchShell } from "../../run/batch.ts";
import { recordOf } from "../../run/batch-recall.ts";
import { isPending } from "../../run/batch.ts";
import type { RequestedCall } from "../../run/request.ts";
import type { AgentsFunctionCall, AgentsInterruption, AgentsRunState } from "./host.ts";
import { functionCallOf } from "./host.ts";
import type { RunSignal } from "./run-signal.ts";

/** Interruptions of other tools are left to the application and do not count as waiting. */
export async function carryDecisions<Interruption extends AgentsInterruption>(
  state: AgentsRunState<Interruption>,
  shell: BatchShell,
  signal: RunSignal,
  toRequested: (call: AgentsFunctionCall) => RequestedCall | undefined,
): Promise<{ readonly isWaiting: boolean }> {
  const ordinal = state.usage.requests;
  const known = await shell.recordsAt(ordinal);
  let isWaiting = false;
  for (const interruption of state.getInterruptions()) {
    const made = functionCallOf(interruption);
    const call = made === undefined ? undefined : toRequested(made);
    if (call === undefined) continue;
    if (typeof call.arguments === "string") {
      // The framework pauses at what is no JSON object without asking the tool, and answers it itself once it goes on.
      await shell.settle({ ordinal, calls: [call] }, { whenApprovalNeeded: "return" });
      state.approve(interruption);
      continue;
    }
    const record = recordOf(call, known);
    if (record === undefined) continue;
    const current = isPending(record) ? await signal.resume(record) : record;
    // An approved call is run by the framework, and our tool gives what is recorded: a rejection or a cancel, too.
    if (isPending(current)) isWaiting = true;
    else state.approve(interruption);
  }
  return { isWaiting };
}
