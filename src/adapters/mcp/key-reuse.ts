/**
 * One call under the idempotency key of a client. A call whose arguments were refused never ran, so its key is free for the
 * corrected one; a key whose call was taken stays with that call.
 */

import type { CallRecord } from "../../core/call.ts";
import { callIdAt, callKey } from "../../core/call.ts";
import type { BatchShell } from "../../run/batch.ts";
import type { RequestedCall } from "../../run/request.ts";
import type { ToolRunner } from "../../run/runner.ts";

/** How many refused calls one key is followed through. */
const maxRefused = 100;

/** Settles the call under the name that is its `id`, or the first one behind it that no refused call has. Never rejects. */
export async function settleUnderKey(
  shell: BatchShell,
  runner: ToolRunner,
  call: RequestedCall & { readonly id: string },
  signal: AbortSignal,
): Promise<CallRecord> {
  for (let count = 1; ; count += 1) {
    // No key of a client begins like this.
    const id = count === 1 ? call.id : `corrected:${String(count)}:${call.id}`;
    const batch = { ordinal: 0, calls: [call], id };
    const [record] = await shell.settle(batch, { whenApprovalNeeded: "return", signal });
    if (record === undefined) throw new Error("the runner gave no record");
    // Recorded: it is this call, new or known. Only under a name of another call can it be tried behind it.
    if (!record.warnings.includes("not_recorded") || count === maxRefused) return record;
    if (!(await isOfRefusedCall(id, shell, runner))) return record;
  }
}

async function isOfRefusedCall(responseId: string, shell: BatchShell, runner: ToolRunner): Promise<boolean> {
  try {
    const known = await runner.calls.get(callKey({ ...shell.place, callId: callIdAt(responseId, 0) }));
    return known?.status === "failed" && known.error?.code === "invalid_arguments";
  } catch {
    // The record says already what is wrong with the journal.
    return false;
  }
}
