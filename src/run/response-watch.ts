/** Waits for responses: follows what is committed and gives the records once nothing more can happen. Decides nothing. */

import type { CallRecord } from "../core/call.ts";
import { isFinal } from "../core/call.ts";
import type { Committed, Engine, Unrecorded } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import { outcomeOfEnd } from "./outcome.ts";
import { isStandingStill, responseStatus } from "./response-status.ts";
import type { CallDocument, ResponseDocument } from "./session.ts";
import { itemIds } from "./session.ts";
import { journalUnavailableError } from "./wording.ts";

/** When a wait is over besides all records being there. */
export type WaitUntil = "done" | "still";

interface Waiter {
  readonly until: WaitUntil;
  resolve(records: readonly CallRecord[]): void;
  reject(error: unknown): void;
}

interface Watched {
  /** Undefined until it was read or seen go by. */
  response: ResponseDocument | undefined;
  readonly calls: Map<string, CallDocument>;
  /** Records that are true but could not be written. */
  readonly unrecorded: Map<string, CallRecord>;
  readonly waiters: Set<Waiter>;
}

export interface ResponseWatch {
  committed(change: Committed): void;
  unrecorded(trouble: Unrecorded): void;
  /** Resolves with the records in the model's order; at once when they are there. */
  wait(session: string, turnId: string, responseId: string, until: WaitUntil): Promise<readonly CallRecord[]>;
  /** Resolves every wait with how things stand. */
  release(): void;
}

export function createResponseWatch(engine: () => Engine): ResponseWatch {
  const watched = new Map<string, Watched>();
  const nameOf = (session: string, itemId: string): string => `${itemId}\u0000${session}`;

  const settle = (name: string, entry: Watched, isForced: boolean): void => {
    const ready = [...entry.waiters].filter((waiter) => isForced || isOver(entry, waiter.until));
    if (ready.length === 0) return;
    for (const waiter of ready) entry.waiters.delete(waiter);
    if (entry.waiters.size === 0) watched.delete(name);
    recordsOf(entry, engine()).then(
      (records) => {
        for (const waiter of ready) waiter.resolve(records);
      },
      (error: unknown) => {
        for (const waiter of ready) waiter.reject(error);
      },
    );
  };

  return {
    committed(change) {
      if (watched.size === 0) return;
      const touched = new Set<string>();
      for (const item of change.items) {
        if (item.kind === "call") noteCall(watched, change.session, item.value, nameOf, touched);
        if (item.kind !== "response") continue;
        const name = nameOf(change.session, item.id);
        const entry = watched.get(name);
        if (entry === undefined) continue;
        entry.response = item.value as unknown as ResponseDocument;
        touched.add(name);
      }
      for (const name of touched) {
        const entry = watched.get(name);
        if (entry !== undefined) settle(name, entry, false);
      }
    },
    unrecorded(trouble) {
      for (const [name, entry] of watched) {
        const call = entry.calls.get(trouble.taskId);
        if (call === undefined) continue;
        const outcome = outcomeOfEnd(call, trouble.end);
        const warnings = [...call.record.warnings, ...(outcome.warnings ?? []), "not_recorded"];
        entry.unrecorded.set(trouble.taskId, { ...call.record, ...outcome, warnings });
        settle(name, entry, false);
      }
    },
    async wait(session, turnId, responseId, until) {
      const itemId = itemIds.response(turnId, responseId);
      const name = nameOf(session, itemId);
      const { promise, resolve, reject } = Promise.withResolvers<readonly CallRecord[]>();
      const waiter: Waiter = { until, resolve, reject };
      // Registered before the journal is read, so that no commit in between is missed.
      const entry = watched.get(name) ?? newWatched();
      watched.set(name, entry);
      entry.waiters.add(waiter);
      try {
        entry.response ??= await readResponse(engine(), session, itemId, entry);
      } catch (error) {
        entry.waiters.delete(waiter);
        if (entry.waiters.size === 0) watched.delete(name);
        throw error;
      }
      settle(name, entry, false);
      return promise;
    },
    release() {
      for (const [name, entry] of watched) settle(name, entry, true);
    },
  };
}

function newWatched(): Watched {
  return { response: undefined, calls: new Map(), unrecorded: new Map(), waiters: new Set() };
}

/** The committed document; one that went by during the read is newer. */
async function readResponse(engine: Engine, session: string, itemId: string, entry: Watched): Promise<ResponseDocument> {
  const read = await engine.item(session, itemId);
  const response = entry.response ?? (read as unknown as ResponseDocument | undefined);
  if (response === undefined) throw new Error(`${itemId} is not in the journal`);
  return response;
}

function noteCall(
  watched: Map<string, Watched>,
  session: string,
  value: Json,
  nameOf: (session: string, itemId: string) => string,
  touched: Set<string>,
): void {
  const call = value as unknown as CallDocument;
  const name = nameOf(session, itemIds.response(call.record.turnId, call.record.responseId));
  const entry = watched.get(name);
  if (entry === undefined) return;
  entry.calls.set(call.record.key, call);
  entry.unrecorded.delete(call.record.key);
  touched.add(name);
}

function isOver(entry: Watched, until: WaitUntil): boolean {
  const { response, unrecorded } = entry;
  if (response === undefined) return false;
  if (responseStatus(response) === "done") return true;
  if (unrecorded.size > 0) return response.calls.every((call) => call.status !== "running" || unrecorded.has(call.key));
  return until === "still" && isStandingStill(response);
}

/** Reads what was not seen go by, and puts what could not be written in its place. */
async function recordsOf(entry: Watched, engine: Engine): Promise<readonly CallRecord[]> {
  const { response, calls, unrecorded } = entry;
  const records: CallRecord[] = [];
  if (response === undefined) return records;
  for (const state of response.calls) {
    const call = calls.get(state.key) ?? (await readCall(engine, response.sessionId, state.key));
    const record = unrecorded.get(state.key) ?? call.record;
    records.push(unrecorded.size > 0 && !isFinal(record.status) ? unwritable(record) : record);
  }
  return records;
}

async function readCall(engine: Engine, session: string, key: string): Promise<CallDocument> {
  const call = await engine.item(session, itemIds.call(key));
  if (call === undefined) throw new Error(`call ${key} is not in the journal`);
  return call as unknown as CallDocument;
}

/** Nothing later runs while the journal cannot be written; the record in it still waits. */
function unwritable(record: CallRecord): CallRecord {
  return { ...record, status: "failed", skipped: true, error: journalUnavailableError(), warnings: [...record.warnings, "not_recorded"] };
}
