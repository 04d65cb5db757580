/** Waits for responses: follows what is committed and gives the records once nothing more can happen. Decides nothing. */

import type { CallRecord } from "../core/call.ts";
import { isFinal } from "../core/call.ts";
import type { Committed, Engine, Unrecorded } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import { outcomeOfEnd } from "./outcome.ts";
import { isParked, isStandingStill, responseStatus } from "./response-status.ts";
import type { CallDocument, ResponseDocument } from "./session.ts";
import { itemIds } from "./session.ts";
import { journalUnavailableError } from "./wording.ts";

/** When a wait is over besides all records being there. */
export type WaitUntil = "done" | "still";

interface Waiter {
  readonly until: WaitUntil;
  resolve(records: readonly CallRecord[]): void;
}

interface Watched {
  /** Undefined until it was read or seen go by. */
  response: ResponseDocument | undefined;
  /** Complete once the entry was read. */
  readonly calls: Map<string, CallDocument>;
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
  return new Watch(engine);
}

class Watch implements ResponseWatch {
  readonly #engine: () => Engine;
  readonly #watched = new Map<string, Watched>();
  /** Ends that are true and could not be written, by the key of the call. The engine tells each once. */
  readonly #lost = new Map<string, Unrecorded>();

  constructor(engine: () => Engine) {
    this.#engine = engine;
  }

  committed(change: Committed): void {
    if (this.#watched.size === 0 && this.#lost.size === 0) return;
    const touched = new Map<string, Watched>();
    for (const item of change.items) {
      const name = this.#note(change.session, item.kind, item.id, item.value);
      const entry = name === undefined ? undefined : this.#watched.get(name);
      if (name !== undefined && entry !== undefined) touched.set(name, entry);
    }
    for (const [name, entry] of touched) this.#settle(name, entry);
  }

  #note(session: string, kind: string, id: string, value: Json): string | undefined {
    if (kind === "response") {
      const name = nameOf(session, id);
      const entry = this.#watched.get(name);
      if (entry !== undefined) entry.response = value as unknown as ResponseDocument;
      return name;
    }
    if (kind !== "call") return undefined;
    const call = value as unknown as CallDocument;
    const { key, turnId, responseId, status } = call.record;
    if (isFinal(status)) this.#lost.delete(key);
    const name = nameOf(session, itemIds.response(turnId, responseId));
    this.#watched.get(name)?.calls.set(key, call);
    return name;
  }

  unrecorded(trouble: Unrecorded): void {
    this.#lost.set(trouble.taskId, trouble);
    for (const [name, entry] of this.#watched) if (entry.calls.has(trouble.taskId)) this.#settle(name, entry);
  }

  async wait(session: string, turnId: string, responseId: string, until: WaitUntil): Promise<readonly CallRecord[]> {
    const itemId = itemIds.response(turnId, responseId);
    const name = nameOf(session, itemId);
    const { promise, resolve } = Promise.withResolvers<readonly CallRecord[]>();
    const waiter: Waiter = { until, resolve };
    // Registered before the journal is read, so that no commit in between is missed.
    const entry: Watched = this.#watched.get(name) ?? { response: undefined, calls: new Map(), waiters: new Set() };
    this.#watched.set(name, entry);
    entry.waiters.add(waiter);
    try {
      await read(this.#engine(), session, itemId, entry);
    } catch (error) {
      entry.waiters.delete(waiter);
      if (entry.waiters.size === 0) this.#watched.delete(name);
      throw error;
    }
    this.#settle(name, entry);
    return promise;
  }

  release(): void {
    for (const [name, entry] of this.#watched) this.#settle(name, entry, true);
  }

  #settle(name: string, entry: Watched, isForced = false): void {
    const records = recordsOf(entry, this.#lost);
    if (records === undefined) return;
    for (const waiter of entry.waiters) {
      if (!isForced && !isOver(entry, this.#lost, waiter.until)) continue;
      entry.waiters.delete(waiter);
      waiter.resolve(records);
    }
    if (entry.waiters.size === 0) this.#watched.delete(name);
  }
}

function nameOf(session: string, itemId: string): string {
  return `${itemId}\u0000${session}`;
}

/** Reads what has not gone by yet; what went by during the reading is newer and stays. */
async function read(engine: Engine, session: string, itemId: string, entry: Watched): Promise<void> {
  if (entry.response === undefined) {
    const found = (await engine.item(session, itemId)) as unknown as ResponseDocument | undefined;
    entry.response ??= found;
  }
  if (entry.response === undefined) throw new Error(`${itemId} is not in the journal`);
  for (const { key } of entry.response.calls) {
    if (entry.calls.has(key)) continue;
    const found = (await engine.item(session, itemIds.call(key))) as unknown as CallDocument | undefined;
    if (found === undefined) throw new Error(`call ${key} is not in the journal`);
    if (!entry.calls.has(key)) entry.calls.set(key, found);
  }
}

type Lost = ReadonlyMap<string, Unrecorded>;

function isOver({ response }: Watched, lost: Lost, until: WaitUntil): boolean {
  if (response === undefined) return false;
  if (responseStatus(response) === "done" || isParked(response)) return true;
  if (response.calls.some(({ key }) => lost.has(key))) {
    return response.calls.every((call) => call.status !== "running" || lost.has(call.key));
  }
  return until === "still" && isStandingStill(response);
}

/** The records as they stand, with what could not be written in its place; `undefined` while not all were read. */
function recordsOf({ response, calls }: Watched, lost: Lost): readonly CallRecord[] | undefined {
  if (response === undefined) return undefined;
  const hasLost = response.calls.some(({ key }) => lost.has(key));
  const records: CallRecord[] = [];
  for (const { key } of response.calls) {
    const call = calls.get(key);
    if (call === undefined) return undefined;
    const trouble = lost.get(key);
    if (trouble !== undefined) records.push(unrecordedRecord(call, trouble));
    else records.push(hasLost && !isFinal(call.record.status) ? unwritable(call.record) : call.record);
  }
  return records;
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
