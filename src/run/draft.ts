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

export class Draft {
  readonly now: number;
  readonly #view: FoldView;
  readonly #items = new Map<string, Item>();
  readonly #events: Json[] = [];
  readonly #tasks: Task[] = [];
  readonly #stops: string[] = [];
  readonly #alarms: { id: string; at: number }[] = [];
  readonly #droppedAlarms: string[] = [];
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
    return this.#read(itemIds.response(turnId, responseId)) as ResponseDocument | undefined;
  }

  setResponse(response: ResponseDocument): void {
    const id = itemIds.response(response.turnId, response.responseId);
    this.#put({ id, kind: "response", status: responseStatus(response), value: toJson(response) });
  }

  call(key: string): CallDocument | undefined {
    return this.#read(itemIds.call(key)) as CallDocument | undefined;
  }

  setCall(call: CallDocument): void {
    const { key, status } = call.record;
    this.#put({ id: itemIds.call(key), kind: "call", status, value: toJson(call) });
  }

  question(questionId: string): QuestionDocument | undefined {
    return this.#read(itemIds.question(questionId)) as QuestionDocument | undefined;
  }

  setQuestion(question: QuestionDocument): void {
    const id = itemIds.question(question.question.questionId);
    this.#put({ id, kind: "question", status: question.state, value: toJson(question) });
  }

  equal(turnId: string, equality: string): EqualDocument | undefined {
    return this.#read(itemIds.equal(turnId, equality)) as EqualDocument | undefined;
  }

  setEqual(turnId: string, equality: string, key: string): void {
    const value: EqualDocument = { v: documentVersion, key };
    this.#put({ id: itemIds.equal(turnId, equality), kind: "equal", status: "", value: toJson(value) });
  }

  /** Whether the session still has to be told what became known about a call after its record. */
  setUntold(key: string, status: "open" | "told"): void {
    this.#put({ id: itemIds.untold(key), kind: "untold", status, value: key });
  }

  emit(event: SessionEvent): void {
    this.#events.push(toJson(event));
  }

  run(task: Task): void {
    this.#tasks.push(task);
  }

  stop(taskId: string): void {
    this.#stops.push(taskId);
  }

  setAlarm(id: string, at: number): void {
    this.#alarms.push({ id, at });
  }

  dropAlarm(id: string): void {
    this.#droppedAlarms.push(id);
  }

  reply(value: unknown): void {
    this.#reply = toJson(value);
  }

  toChange(): Change {
    return {
      ...(this.#session === undefined ? {} : { doc: toJson(this.#session) }),
      ...(this.#items.size === 0 ? {} : { put: [...this.#items.values()] }),
      ...(this.#events.length === 0 ? {} : { append: this.#events }),
      ...(this.#tasks.length === 0 ? {} : { run: this.#tasks }),
      ...(this.#stops.length === 0 ? {} : { stop: this.#stops }),
      ...(this.#alarms.length === 0 ? {} : { alarms: this.#alarms }),
      ...(this.#droppedAlarms.length === 0 ? {} : { dropAlarms: this.#droppedAlarms }),
      ...(this.#reply === undefined ? {} : { reply: this.#reply }),
    };
  }

  /** Documents are plain JSON by construction; the journal gives back exactly what was put. */
  #read(id: string): unknown {
    const written = this.#items.get(id);
    return written === undefined ? this.#view.item(id) : written.value;
  }

  #put(item: Item): void {
    this.#items.set(item.id, item);
  }
}

function toJson(value: unknown): Json {
  return value as Json;
}

/** Replaces one call's state in a response. */
export function withCallState(
  response: ResponseDocument,
  position: number,
  change: Partial<CallState>,
): ResponseDocument {
  const calls = response.calls.map((call, index) => (index === position ? { ...call, ...change } : call));
  return { ...response, calls };
}

/** Merges a change into a call's record. */
export function withRecord(call: CallDocument, change: Partial<CallRecord>): CallDocument {
  return { ...call, record: { ...call.record, ...change } };
}
