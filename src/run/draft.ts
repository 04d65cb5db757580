/** One fold's working copy of a session: reads through to what is committed, collects what changes. Knows no rules. */

import type { CallRecord } from "../core/call.ts";
import type { Change, FoldView, Item, Task } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import type { SessionEvent } from "./event.ts";
import type {
  CallDocument,
  CallState,
  EqualDocument,
  QuestionDocument,
  ResponseDocument,
  SessionDocument,
} from "./session.ts";
import { documentVersion, emptySession, itemIds } from "./session.ts";
import { responseStatus } from "./response-status.ts";

/** A document as this fold sees it: read or written once, however often it is looked at. */
interface Held {
  readonly id: string;
  readonly kind: string;
  status: string;
  value: Json | undefined;
  /** Whether `value` is what is kept or what was written; a document that is only written is never read. */
  isKnown: boolean;
  isWritten: boolean;
}

interface HeldResponse extends Held {
  readonly turnId: string;
  readonly responseId: string;
}

export class Draft {
  readonly now: number;
  readonly #view: FoldView;
  /** Few: the one that is worked on, and those that waited for its calls. */
  readonly #responses: HeldResponse[] = [];
  /** By the key of the call. */
  #calls: Map<string, Held> | undefined;
  /** The call that was looked at last: most folds look at one, many times. */
  #lastKey = "";
  #lastCall: Held | undefined;
  /** By the id of the item. */
  #others: Map<string, Held> | undefined;
  /** In the order of the first write. */
  readonly #written: Held[] = [];
  readonly #events: Json[] = [];
  #tasks: Task[] | undefined;
  #stops: string[] | undefined;
  #alarms: { id: string; at: number }[] | undefined;
  #droppedAlarms: string[] | undefined;
  #session: SessionDocument | undefined;
  #reply: Json | undefined;

  constructor(view: FoldView, now: number) {
    this.#view = view;
    this.now = now;
  }

  get session(): SessionDocument {
    return this.#session ?? (this.#view.doc as SessionDocument | undefined) ?? emptySession;
  }

  setSession(session: SessionDocument): void {
    this.#session = session;
  }

  response(turnId: string, responseId: string): ResponseDocument | undefined {
    return this.#valueOf(this.#heldResponse(turnId, responseId)) as ResponseDocument | undefined;
  }

  setResponse(response: ResponseDocument): void {
    this.#write(this.#heldResponse(response.turnId, response.responseId), response);
  }

  call(key: string): CallDocument | undefined {
    return this.#valueOf(this.#heldCall(key)) as CallDocument | undefined;
  }

  setCall(call: CallDocument): void {
    this.#write(this.#heldCall(call.record.key), call, call.record.status);
  }

  question(questionId: string): QuestionDocument | undefined {
    return this.#valueOf(this.#held("question", itemIds.question(questionId))) as QuestionDocument | undefined;
  }

  setQuestion(question: QuestionDocument): void {
    this.#write(this.#held("question", itemIds.question(question.question.questionId)), question, question.state);
  }

  equal(turnId: string, equality: string): EqualDocument | undefined {
    return this.#valueOf(this.#held("equal", itemIds.equal(turnId, equality))) as EqualDocument | undefined;
  }

  setEqual(turnId: string, equality: string, key: string, also?: readonly string[]): void {
    const value: EqualDocument = { v: documentVersion, key, also };
    this.#write(this.#held("equal", itemIds.equal(turnId, equality)), value);
  }

  /** Whether the session still has to be told what became known about a call after its record. */
  setUntold(key: string, status: "open" | "told"): void {
    this.#write(this.#held("untold", itemIds.untold(key)), key, status);
  }

  emit(event: SessionEvent): void {
    this.#events.push(toJson(event));
  }

  run(task: Task): void {
    (this.#tasks ??= []).push(task);
  }

  stop(taskId: string): void {
    (this.#stops ??= []).push(taskId);
  }

  setAlarm(id: string, at: number): void {
    (this.#alarms ??= []).push({ id, at });
  }

  dropAlarm(id: string): void {
    (this.#droppedAlarms ??= []).push(id);
  }

  reply(value: unknown): void {
    this.#reply = toJson(value);
  }

  toChange(): Change {
    for (const held of this.#responses) {
      if (held.isWritten) held.status = responseStatus(held.value as unknown as ResponseDocument);
    }
    const change: { -readonly [Part in keyof Change]: Change[Part] } = {};
    if (this.#session !== undefined) change.doc = toJson(this.#session);
    if (this.#written.length > 0) change.put = this.#written.map(toItem);
    if (this.#events.length > 0) change.append = this.#events;
    if (this.#tasks !== undefined) change.run = this.#tasks;
    if (this.#stops !== undefined) change.stop = this.#stops;
    if (this.#alarms !== undefined) change.alarms = this.#alarms;
    if (this.#droppedAlarms !== undefined) change.dropAlarms = this.#droppedAlarms;
    if (this.#reply !== undefined) change.reply = this.#reply;
    return change;
  }

  #heldResponse(turnId: string, responseId: string): HeldResponse {
    for (const held of this.#responses) if (held.responseId === responseId && held.turnId === turnId) return held;
    const held: HeldResponse = {
      id: itemIds.response(turnId, responseId),
      kind: "response",
      status: "",
      value: undefined,
      isKnown: false,
      isWritten: false,
      turnId,
      responseId,
    };
    this.#responses.push(held);
    return held;
  }

  #heldCall(key: string): Held {
    const last = this.#lastCall;
    if (last !== undefined && this.#lastKey === key) return last;
    const held = this.#calls?.get(key) ?? unread("call", itemIds.call(key));
    if (last !== undefined) (this.#calls ??= new Map([[this.#lastKey, last]])).set(key, held);
    this.#lastKey = key;
    this.#lastCall = held;
    return held;
  }

  #held(kind: string, id: string): Held {
    this.#others ??= new Map();
    const known = this.#others.get(id);
    if (known !== undefined) return known;
    const held = unread(kind, id);
    this.#others.set(id, held);
    return held;
  }

  /** Documents are plain JSON by construction; the journal gives back exactly what was put. */
  #valueOf(held: Held): unknown {
    if (!held.isKnown) {
      held.value = this.#view.item(held.id);
      held.isKnown = true;
    }
    return held.value;
  }

  #write(held: Held, value: unknown, status = ""): void {
    held.value = toJson(value);
    held.isKnown = true;
    held.status = status;
    if (held.isWritten) return;
    held.isWritten = true;
    this.#written.push(held);
  }
}

function unread(kind: string, id: string): Held {
  return { id, kind, status: "", value: undefined, isKnown: false, isWritten: false };
}

function toItem({ id, kind, status, value = null }: Held): Item {
  return { id, kind, status, value };
}

function toJson(value: unknown): Json {
  return value as Json;
}

/** Changes one call's state in a response; `lastEntryAt` when that is an entry. */
export function withCallState(
  response: ResponseDocument,
  position: number,
  change: Partial<CallState>,
  lastEntryAt: number = response.lastEntryAt,
): ResponseDocument {
  const state = response.calls[position];
  if (state === undefined) return response;
  return { ...response, lastEntryAt, calls: response.calls.with(position, { ...state, ...change }) };
}

/** Merges a change into a call's record. */
export function withRecord(call: CallDocument, change: Partial<CallRecord>): CallDocument {
  return { ...call, record: { ...call.record, ...change } };
}
