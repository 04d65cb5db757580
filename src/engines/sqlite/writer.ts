/** What the owner writes: few lines for one change, each value turned into text once. */

import type { Item } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { SessionWrite, TaskRow } from "../embedded/store.ts";
import type { Database, Statement } from "./database.ts";
import { EntryLines } from "./entry-lines.ts";
import { Lines } from "./lines.ts";
import type { Listing } from "./listing.ts";
import type { JournalReader } from "./reader.ts";
import type { SessionState, SessionStates } from "./session-states.ts";
import { docSlot, PART, slotOf } from "./slots.ts";
import { textOf } from "./value-text.ts";

export interface WriterParts {
  readonly database: Database;
  readonly reader: JournalReader;
  readonly sessions: SessionStates;
  readonly listing: Listing;
}

export class JournalWriter {
  readonly #reader: JournalReader;
  readonly #sessions: SessionStates;
  readonly #listing: Listing;
  readonly #lines: Lines;
  readonly #entries: EntryLines;
  readonly #alarm: Statement;
  readonly #dropAlarm: Statement;

  constructor({ database, reader, sessions, listing }: WriterParts) {
    this.#reader = reader;
    this.#sessions = sessions;
    this.#listing = listing;
    this.#lines = new Lines(database);
    this.#entries = new EntryLines(this.#lines, reader);
    this.#alarm = database.prepare(
      "INSERT INTO alarms (session, id, at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
    );
    this.#dropAlarm = database.prepare("DELETE FROM alarms WHERE session = ? AND id = ?");
  }

  /** After a transaction that left nothing. */
  forget(): void {
    this.#lines.forget();
  }

  /** The last work of every transaction. */
  finish(): void {
    this.#listing.advance(this.#lines.last);
  }

  saveTask(row: TaskRow): void {
    const state = this.#sessions.of(row.task.session);
    this.#putTask(state, this.#sessions.idOf(state), row.task.id, this.#taskLine(state, row.task.id), taskText(row));
    this.#lines.flush();
  }

  /** Returns the number of the first appended entry. */
  write(change: SessionWrite): number {
    // Everything that may be refused comes before the first line.
    const texts = textsOf(change);
    const state = this.#sessions.of(change.session);
    const session = this.#sessions.idOf(state);
    const before = this.#lines.last;
    if (change.doc !== undefined && texts.doc !== null) this.#putDoc(state, session, change.doc, texts.doc);
    if (change.put !== undefined) this.#putItems(state, session, change.put, change.at, texts.items);
    if (change.input !== undefined) {
      this.#add(state, session, PART.input, change.input.id, texts.reply);
    }
    this.#writeTasks(state, session, change, texts.tasks);
    if (change.dropAlarms !== undefined) for (const id of change.dropAlarms) this.#dropAlarm.run(session, id);
    if (change.alarms !== undefined) {
      for (const { id, at } of change.alarms) this.#alarm.run(session, id, Math.ceil(at));
    }
    const first = this.#entries.append(state, session, texts.entries, this.#lines.last > before);
    this.#lines.flush();
    return first;
  }

  #add(state: SessionState, session: number, part: number, key: string, value: string | null): number {
    const number = this.#lines.number();
    const slot = slotOf(part, key);
    this.#sessions.take(state, slot);
    this.#lines.put({ number, session, slot, key, kind: null, status: null, at: null, value });
    return number;
  }

  #putDoc(state: SessionState, session: number, doc: Json, text: string): void {
    const number = this.#valueLine(state, session, docSlot, undefined) ?? this.#lines.number();
    this.#sessions.take(state, docSlot);
    this.#lines.put({ number, session, slot: docSlot, key: null, kind: null, status: null, at: null, value: text });
    this.#sessions.hold(state, undefined, { number, value: doc, length: text.length });
  }

  #putItems(state: SessionState, session: number, items: readonly Item[], at: number, texts: readonly string[]): void {
    for (const [index, { id, kind, status, value }] of items.entries()) {
      const text = texts[index] ?? "null";
      const slot = slotOf(PART.item, id);
      const known = this.#valueLine(state, session, slot, id);
      const number = known ?? this.#lines.number();
      if (known === undefined) this.#sessions.take(state, slot);
      else this.#moveListed(number, kind, status);
      this.#lines.put({ number, session, slot, key: id, kind, status, at, value: text });
      this.#sessions.hold(state, id, { number, value, length: text.length });
    }
  }

  #moveListed(number: number, kind: string, status: string): void {
    if (!this.#listing.isListed(number)) return;
    // One change may write an item twice, and what is listed is what its line says.
    this.#lines.flush();
    this.#listing.move(number, kind, status);
  }

  #valueLine(state: SessionState, session: number, slot: number, item: string | undefined): number | undefined {
    if (state.isFree(slot)) return undefined;
    const known = state.valueOf(item);
    return known === undefined ? this.#reader.lineOf(session, slot, item ?? null) : known.number;
  }

  #writeTasks(state: SessionState, session: number, change: SessionWrite, texts: readonly string[]): void {
    const { endedTask, isTaskForgotten, tasks } = change;
    if (endedTask !== undefined) this.#endTask(state, session, endedTask, isTaskForgotten === true);
    if (tasks === undefined) return;
    for (const [index, { task }] of tasks.entries()) {
      state.startTask(task.id, this.#add(state, session, PART.task, task.id, texts[index] ?? "null"));
    }
  }

  #endTask(state: SessionState, session: number, id: string, isForgotten: boolean): void {
    const number = this.#taskLine(state, id);
    state.endTask(id);
    if (number === undefined) return;
    this.#listing.removeTask(number);
    if (isForgotten) this.#lines.remove(number);
    else this.#putTask(state, session, id, number, null);
  }

  #putTask(state: SessionState, session: number, id: string, number: number | undefined, value: string | null): void {
    if (number === undefined) throw new Error(`the journal has no task ${id} of session ${state.name}`);
    const slot = slotOf(PART.task, id);
    this.#lines.put({ number, session, slot, key: id, kind: null, status: null, at: null, value });
  }

  #taskLine(state: SessionState, id: string): number | undefined {
    const known = state.taskLine(id);
    if (known !== undefined || state.id === undefined) return known;
    return this.#reader.lineOf(state.id, slotOf(PART.task, id), id);
  }
}

interface ChangeTexts {
  readonly reply: string | null;
  readonly doc: string | null;
  readonly items: readonly string[];
  readonly entries: readonly string[];
  readonly tasks: readonly string[];
}

const NONE: readonly string[] = [];

function textsOf(change: SessionWrite): ChangeTexts {
  const { input, doc, put, append, tasks } = change;
  return {
    reply: input?.reply === undefined ? null : textOf(input.reply, `the reply to input ${input.id}`),
    doc: doc === undefined ? null : textOf(doc, "the session's document"),
    items: put === undefined ? NONE : put.map((item) => textOf(item.value, `item ${item.id}`)),
    entries: append === undefined ? NONE : append.map((entry) => textOf(entry, "an entry")),
    tasks: tasks === undefined ? NONE : tasks.map(taskText),
  };
}

function taskText(row: TaskRow): string {
  return textOf(row as unknown as Json, `task ${row.task.id}`);
}
