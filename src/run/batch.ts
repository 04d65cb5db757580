/**
 * The batch shell that every adapter drives: a whole response in, one record for each call out, whatever happens.
 * It owns no order (the fold does) and knows no framework.
 */

import type { CallRecord } from "../core/call.ts";
import { callIdAt, callKey, isFinal } from "../core/call.ts";
import { isToolkitError, ToolkitError } from "../core/error.ts";
import type { Batch } from "./batch-id.ts";
import { batchPrefix, batchResponseId } from "./batch-id.ts";
import { cancelledByHost, faultRecord, refusedByAdapter } from "./batch-fault.ts";
import { recordOf } from "./batch-recall.ts";
import type { RequestedCall } from "./request.ts";
import { checkId } from "./request.ts";
import type { ToolRunner } from "./runner.ts";

/** Whose conversation it is; both come from the application. */
export interface BatchPlace {
  readonly sessionId: string;
  /** From one message of the user to the model's final answer. */
  readonly turnId: string;
}

export interface SettleOptions {
  /** `wait` until every call has its record, or `return` when nothing can run without a decision. */
  readonly whenApprovalNeeded: "wait" | "return";
  /** Cancels: unstarted calls end, started ones are waited for. */
  readonly signal?: AbortSignal | undefined;
}

export interface BatchShell {
  readonly place: BatchPlace;
  /**
   * Runs what may run and gives a record for each call, in the model's order.
   *
   * The same batch joins what runs and returns what is recorded. Writes behind an open question come back as `waiting`,
   * the one that is asked about as `awaiting_approval`. Never rejects: trouble becomes a record that says what is known.
   */
  settle(batch: Batch, options: SettleOptions): Promise<readonly CallRecord[]>;
  /**
   * How the calls of a batch that was handed over before stand, once nothing can run without a decision. Starts nothing:
   * `undefined` for a batch that the journal does not know.
   */
  recorded(batch: Batch): Promise<readonly CallRecord[] | undefined>;
  /**
   * How the call of a key stands, once nothing can run without a decision. Starts nothing that recovery holds. Throws
   * `not_found` when the session has no call of that key.
   */
  recordedCall(key: string): Promise<CallRecord>;
  /**
   * Lets the response of a record go on and gives its calls once nothing can run without a decision; the host asked for
   * it, so a response that recovery held goes on too. A signal cancels; one that has aborted lets nothing start. Never rejects.
   */
  resume(record: CallRecord, signal?: AbortSignal): Promise<readonly CallRecord[]>;
  /** The records of the batches at a place of the conversation, as they stand. Rejects when the journal cannot be read. */
  recordsAt(ordinal: number): Promise<readonly CallRecord[]>;
  /** Whether a batch was handed over before, in this process or an earlier one. Rejects when the journal cannot be read. */
  isKnown(batch: Batch): Promise<boolean>;
  /**
   * What is said of a call that an adapter keeps from the runner, because the host is set up in a way the promises do not
   * survive: what the turn's journal has of it, else that it did not run and why. Never rejects.
   */
  refuse(call: RequestedCall, reason: string): Promise<Standing>;
}

/** How a call stands. */
export interface Standing {
  readonly record: CallRecord;
  /** Whether the record is of an earlier response or try, which the model has to be told. */
  readonly isRepeat: boolean;
}

/** Throws `invalid_request` when session or turn is missing: an adapter never invents them. */
export function createBatchShell(runner: ToolRunner, place: BatchPlace): BatchShell {
  const { sessionId, turnId } = place;
  checkId("sessionId", sessionId);
  checkId("turnId", turnId);
  const isKnown = async (responseId: string): Promise<boolean> => {
    const callId = callIdAt(responseId, 0);
    return (await runner.calls.get(callKey({ sessionId, turnId, callId }))) !== undefined;
  };
  const settle: BatchShell["settle"] = async (batch, { whenApprovalNeeded, signal }) => {
    const responseId = batchResponseId(batch);
    const request = { sessionId, turnId, responseId, calls: batch.calls, whenApprovalNeeded };
    try {
      // A host that gave up before its turn came must not start anything; what ran before is told all the same.
      if (signal?.aborted === true && !(await isKnown(responseId))) {
        return batch.calls.map((call) => cancelledByHost({ ...place, responseId, callId: "" }, call));
      }
      return await runner.runResponse(signal === undefined ? request : { ...request, signal });
    } catch (error) {
      return recordsAfter(runner, place, responseId, batch, error);
    }
  };
  const recordsOfTurn = async (): Promise<readonly CallRecord[]> =>
    (await runner.calls.list({ sessionId })).filter((record) => record.turnId === turnId);
  return {
    place,
    settle,
    isKnown: async (batch) => isKnown(batchResponseId(batch)),
    async recorded(batch) {
      return (await isKnown(batchResponseId(batch))) ? settle(batch, { whenApprovalNeeded: "return" }) : undefined;
    },
    recordedCall: async (key) => recordedCall(runner, sessionId, key),
    async resume(record, signal) {
      const { responseId } = record;
      const request = { sessionId, turnId, responseId, whenApprovalNeeded: "return" as const };
      try {
        return await runner.resumeResponse(signal === undefined ? request : { ...request, signal });
      } catch {
        return [record];
      }
    },
    async recordsAt(ordinal) {
      const prefix = batchPrefix(ordinal);
      return (await recordsOfTurn()).filter((record) => record.responseId.startsWith(prefix));
    },
    async refuse(call, reason) {
      const nowhere = { ...place, responseId: "", callId: "" };
      try {
        const record = recordOf(call, await recordsOfTurn());
        if (record !== undefined) return { record, isRepeat: isFinal(record.status) };
      } catch {
        // Whoever cannot look says of no call that it did not run.
        return { record: refusedByAdapter(nowhere, call, reason, false), isRepeat: false };
      }
      return { record: refusedByAdapter(nowhere, call, reason, true), isRepeat: false };
    },
  };
}

/** Whether a call waits for a person or stands behind one that does. */
export function isPending(record: CallRecord): boolean {
  return !isFinal(record.status);
}

async function recordedCall(runner: ToolRunner, sessionId: string, key: string): Promise<CallRecord> {
  const record = await runner.calls.get(key);
  if (record === undefined || record.sessionId !== sessionId) {
    const message = `the journal has no call ${key} of session ${sessionId}: open the journal that the conversation was begun with`;
    throw new ToolkitError("not_found", message, { details: { key } });
  }
  const { turnId, responseId } = record;
  const { held } = isPending(record) ? await runner.recover() : { held: [] };
  const isHeld = held.some((response) => response.turnId === turnId && response.responseId === responseId);
  if (!isPending(record) || isHeld) return record;
  const records = await runner.resumeResponse({ sessionId, turnId, responseId, whenApprovalNeeded: "return" });
  return records.find((other) => other.key === key) ?? record;
}

/** What is recorded counts; only where nothing is does the error decide what can be said. */
async function recordsAfter(
  runner: ToolRunner,
  place: BatchPlace,
  responseId: string,
  batch: Batch,
  error: unknown,
): Promise<readonly CallRecord[]> {
  const records = batch.calls.map(async (call, position) => {
    const callId = callIdAt(responseId, position);
    const fault = (isUnrecorded: boolean): CallRecord =>
      faultRecord({ ...place, responseId, callId }, call, error, isUnrecorded);
    // What is recorded under this name is of other calls.
    if (isToolkitError(error) && error.code === "response_changed") return fault(true);
    try {
      return (await runner.calls.get(callKey({ ...place, callId }))) ?? fault(true);
    } catch {
      return fault(false);
    }
  });
  return Promise.all(records);
}
