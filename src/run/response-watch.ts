/** Waits for responses: follows what is committed and gives the records once nothing more can happen. Decides nothing. */

import type { CallRecord } from "../core/call.ts";
import { isFinal } from "../core/call.ts";
import type { Committed, Engine, Unrecorded } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import type { RecordOut } from "./handed-out.ts";
import type { CallDocument, ResponseDocument } from "./session.ts";
import type { ResponsePlace, WaitUntil, Waiter, Watched } from "./watched-response.ts";
import { isComplete, isOver, read, recordsOf } from "./watched-response.ts";

export interface ResponseWatch {
  committed(change: Committed): void;
  unrecorded(trouble: Unrecorded): void;
  /** Follows a response from now on: what is committed of it is seen go by and need not be read. To be dropped in the end. */
  follow(place: ResponsePlace): Following;
  /** Resolves every wait with how things stand. */
  release(): void;
}

/** A response that is followed. */
export interface Following {
  /** Takes it in. Two at the same moment do so one after the other, so that the second one finds what the first one made. */
  takeIn(submit: () => Promise<void>): Promise<void>;
  /** Resolves with the records in the model's order; at once when they are there. The response must exist by now. */
  records(until: WaitUntil): Promise<readonly CallRecord[]>;
  drop(): void;
}

export function createResponseWatch(engine: Engine, recordOut: RecordOut): ResponseWatch {
  return new Watch(engine, recordOut);
}

class Watch implements ResponseWatch {
  readonly #engine: Engine;
  readonly #recordOut: RecordOut;
  /** By session; few responses of one session are waited for at a time. */
  readonly #watched = new Map<string, Watched[]>();
  /** Ends that are true and could not be written, by the key of the call. The engine tells each once. */
  readonly #lost = new Map<string, Unrecorded>();

  /** Nothing more is committed: who waits gets how things stand. */
  #isReleased = false;

  constructor(engine: Engine, recordOut: RecordOut) {
    this.#engine = engine;
    this.#recordOut = recordOut;
  }

  committed(change: Committed): void {
    const watched = this.#watched.get(change.session);
    if (watched === undefined && this.#lost.size === 0) return;
    for (const { kind, value } of change.items) this.#note(watched, kind, value);
    if (watched === undefined) return;
    // What leaves the list makes a new one.
    for (const entry of watched) {
      if (!entry.isTouched) continue;
      entry.isTouched = false;
      this.#settle(entry);
    }
  }

  #note(watched: readonly Watched[] | undefined, kind: string, value: Json): void {
    if (kind === "response") {
      const response = value as unknown as ResponseDocument;
      const entry = touched(watched, response);
      if (entry !== undefined) entry.response = response;
    } else if (kind === "call") {
      const call = value as unknown as CallDocument;
      if (this.#lost.size > 0 && isFinal(call.record.status)) this.#lost.delete(call.record.key);
      const entry = touched(watched, call.record);
      if (entry !== undefined) entry.calls[call.facts.position] = call;
    }
  }

  unrecorded(trouble: Unrecorded): void {
    this.#lost.set(trouble.taskId, trouble);
    for (const entry of this.#watched.get(trouble.session) ?? []) {
      if (entry.calls.some((call) => call?.record.key === trouble.taskId)) this.#settle(entry);
    }
  }

  follow(place: ResponsePlace): Following {
    const entry = this.#entry(place);
    entry.followers += 1;
    return {
      takeIn: (submit) => (entry.intake = entry.intake === undefined ? submit() : entry.intake.then(submit, submit)),
      records: (until) => this.#records(entry, until),
      drop: () => this.#drop(entry),
    };
  }

  #records(entry: Watched, until: WaitUntil): Promise<readonly CallRecord[]> {
    if (isComplete(entry)) return this.#whenDue(entry, until);
    return read(this.#engine, entry).then(() => this.#whenDue(entry, until));
  }

  #whenDue(entry: Watched, until: WaitUntil): Promise<readonly CallRecord[]> {
    const records = this.#isDue(entry, until) ? recordsOf(entry, this.#lost) : undefined;
    if (records !== undefined) return Promise.resolve(records.map(this.#recordOut));
    return new Promise((resolve) => {
      entry.waiters = [...entry.waiters, { until, resolve }];
    });
  }

  release(): void {
    this.#isReleased = true;
    for (const entry of [...this.#watched.values()].flat()) this.#settle(entry);
  }

  #entry(place: ResponsePlace): Watched {
    const watched = this.#watched.get(place.sessionId);
    const known = watched?.find((entry) => isAt(entry, place));
    if (known !== undefined) return known;
    const entry: Watched = {
      place,
      response: undefined,
      calls: [],
      intake: undefined,
      followers: 0,
      waiters: none,
      isTouched: false,
    };
    if (watched === undefined) this.#watched.set(place.sessionId, [entry]);
    else watched.push(entry);
    return entry;
  }

  #isDue(entry: Watched, until: WaitUntil): boolean {
    return this.#isReleased || isOver(entry, this.#lost, until);
  }

  #settle(entry: Watched): void {
    const due = entry.waiters.filter(({ until }) => this.#isDue(entry, until));
    const records = due.length === 0 ? undefined : recordsOf(entry, this.#lost);
    if (records === undefined) return;
    entry.waiters =
      due.length === entry.waiters.length ? none : entry.waiters.filter((waiter) => !due.includes(waiter));
    for (const waiter of due) waiter.resolve(records.map(this.#recordOut));
  }

  #drop(entry: Watched): void {
    entry.followers -= 1;
    if (entry.followers > 0) return;
    const { sessionId } = entry.place;
    const watched = this.#watched.get(sessionId) ?? [];
    if (watched.length > 1)
      this.#watched.set(
        sessionId,
        watched.filter((other) => other !== entry),
      );
    else this.#watched.delete(sessionId);
  }
}

const none: readonly Waiter[] = [];

function isAt({ place }: Watched, { turnId, responseId }: Omit<ResponsePlace, "sessionId">): boolean {
  return place.responseId === responseId && place.turnId === turnId;
}

function touched(
  watched: readonly Watched[] | undefined,
  place: Omit<ResponsePlace, "sessionId">,
): Watched | undefined {
  const entry = watched?.find((each) => isAt(each, place));
  if (entry !== undefined) entry.isTouched = true;
  return entry;
}
