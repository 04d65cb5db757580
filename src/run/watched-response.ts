/** A response that somebody waits for: what is known of it, when the wait is over, and the records as they stand then. */

import type { CallRecord } from "../core/call.ts";
import { isFinal } from "../core/call.ts";
import type { Engine, Unrecorded } from "../core/engine.ts";
import { outcomeOfEnd } from "./outcome.ts";
import { isParked, isStandingStill, responseStatus } from "./response-status.ts";
import type { CallDocument, ResponseDocument } from "./session.ts";
import { itemIds } from "./session.ts";
import { journalUnavailableError } from "./wording.ts";

/** When a wait is over besides all records being there. */
export type WaitUntil = "done" | "still";

export type ResponsePlace = Pick<ResponseDocument, "sessionId" | "turnId" | "responseId">;

export interface Waiter {
  readonly until: WaitUntil;
  resolve(records: readonly CallRecord[]): void;
}

/** What is known of a response that somebody waits for. */
export interface Watched {
  readonly place: ResponsePlace;
  /** Undefined until it was read or seen go by. */
  response: ResponseDocument | undefined;
  /** By position; complete once the entry was read. */
  readonly calls: (CallDocument | undefined)[];
  /** Its taking in, while one of them is at it. */
  intake: Promise<void> | undefined;
  /** How many follow it. */
  followers: number;
  /** Those of them that wait. */
  waiters: readonly Waiter[];
  /** Whether the commit that is looked at changed it. */
  isTouched: boolean;
}

/** Whether nothing of it has to be read. */
export function isComplete({ response, calls }: Watched): boolean {
  return response !== undefined && response.calls.every((_, position) => calls[position] !== undefined);
}

/** Reads what has not gone by yet; what went by during the reading is newer and stays. */
export async function read(engine: Engine, entry: Watched): Promise<void> {
  const { sessionId, turnId, responseId } = entry.place;
  const itemId = itemIds.response(turnId, responseId);
  if (entry.response === undefined) {
    const found = (await engine.item(sessionId, itemId)) as unknown as ResponseDocument | undefined;
    entry.response ??= found;
  }
  if (entry.response === undefined) throw new Error(`${itemId} is not in the journal`);
  for (const [position, { key }] of entry.response.calls.entries()) {
    if (entry.calls[position] !== undefined) continue;
    const found = (await engine.item(sessionId, itemIds.call(key))) as unknown as CallDocument | undefined;
    if (found === undefined) throw new Error(`call ${key} is not in the journal`);
    entry.calls[position] ??= found;
  }
}

/** Ends that are true and could not be written, by the key of the call. */
export type Lost = ReadonlyMap<string, Unrecorded>;

/** Whether a wait for it is over. */
export function isOver({ response }: Watched, lost: Lost, until: WaitUntil): boolean {
  if (response === undefined) return false;
  if (responseStatus(response) === "done" || isParked(response)) return true;
  if (lost.size > 0 && response.calls.some(({ key }) => lost.has(key))) {
    return response.calls.every((call) => call.status !== "running" || lost.has(call.key));
  }
  return until === "still" && isStandingStill(response);
}

/** The records as they stand, with what could not be written in its place; `undefined` while not all were read. */
export function recordsOf({ response, calls }: Watched, lost: Lost): readonly CallRecord[] | undefined {
  if (response === undefined) return undefined;
  const hasLost = lost.size > 0 && response.calls.some(({ key }) => lost.has(key));
  const known = response.calls.map((_, position) => calls[position]).filter((call) => call !== undefined);
  if (known.length < response.calls.length) return undefined;
  return known.map((call) => {
    const trouble = hasLost ? lost.get(call.record.key) : undefined;
    if (trouble !== undefined) return unrecordedRecord(call, trouble);
    return hasLost && !isFinal(call.record.status) ? unwritable(call.record) : call.record;
  });
}

/** The true end of a call, of which the journal does not know yet. */
function unrecordedRecord(call: CallDocument, trouble: Unrecorded): CallRecord {
  const outcome = outcomeOfEnd(call, trouble.end);
  const warnings = [...call.record.warnings, ...(outcome.warnings ?? []), "not_recorded"];
  return { ...call.record, ...outcome, warnings };
}

/** Nothing later runs while the journal cannot be written; the record in it still waits. */
function unwritable(record: CallRecord): CallRecord {
  const warnings = [...record.warnings, "not_recorded"];
  return { ...record, status: "failed", skipped: true, error: journalUnavailableError(), warnings };
}
