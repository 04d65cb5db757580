/** What the owner writes: few rows for one change, each value turned into text once. */

import type { SessionWrite, TaskRow } from "../embedded/store.ts";
import type { Json } from "../../core/json.ts";
import type { Database, Statement } from "./database.ts";
import { textOf } from "./value-text.ts";

export class JournalWriter {
  readonly #session: Statement;
  readonly #entry: Statement;
  readonly #input: Statement;
  readonly #item: Statement;
  readonly #task: Statement;
  readonly #endTask: Statement;
  readonly #forgetTask: Statement;
  readonly #isTaskKnown: Statement;
  readonly #alarm: Statement;
  readonly #dropAlarm: Statement;

  constructor(database: Database) {
    this.#session = database.prepare(`
      INSERT INTO sessions (session, doc, entries) VALUES (?, ?, ?)
      ON CONFLICT (session) DO UPDATE SET doc = coalesce(excluded.doc, doc), entries = entries + excluded.entries
      RETURNING entries`);
    this.#entry = database.prepare("INSERT INTO entries (session, number, entry) VALUES (?, ?, ?)");
    this.#input = database.prepare("INSERT INTO inputs (session, id, reply) VALUES (?, ?, ?)");
    this.#item = database.prepare(`
      INSERT INTO items (session, id, kind, status, value, written_at) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (session, id) DO UPDATE SET
        kind = excluded.kind, status = excluded.status, value = excluded.value, written_at = excluded.written_at`);
    this.#task = database.prepare(
      "INSERT INTO tasks (id, unfinished) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET unfinished = excluded.unfinished",
    );
    this.#endTask = database.prepare("UPDATE tasks SET unfinished = NULL WHERE id = ?");
    this.#forgetTask = database.prepare("DELETE FROM tasks WHERE id = ?");
    this.#isTaskKnown = database.prepare("SELECT 1 FROM tasks WHERE id = ?");
    this.#alarm = database.prepare(
      "INSERT INTO alarms (session, id, at) VALUES (?, ?, ?) ON CONFLICT (session, id) DO UPDATE SET at = excluded.at",
    );
    this.#dropAlarm = database.prepare("DELETE FROM alarms WHERE session = ? AND id = ?");
  }

  isTaskKnown(taskId: string): boolean {
    return this.#isTaskKnown.get(taskId) !== undefined;
  }

  saveTask(row: TaskRow): void {
    this.#task.run(row.task.id, taskText(row));
  }

  /** Returns the number of the first appended entry. */
  write(change: SessionWrite): number {
    const { session } = change;
    // Everything that may be refused comes before the first row.
    const texts = textsOf(change);
    if (change.input !== undefined) this.#input.run(session, change.input.id, texts.reply);
    for (const [index, item] of (change.put ?? []).entries()) {
      this.#item.run(session, item.id, item.kind, item.status, texts.items[index] ?? "null", change.at);
    }
    this.#writeTasks(change, texts.tasks);
    for (const id of change.dropAlarms ?? []) this.#dropAlarm.run(session, id);
    for (const { id, at } of change.alarms ?? []) this.#alarm.run(session, id, Math.ceil(at));
    return this.#writeEntries(session, texts);
  }

  #writeTasks(change: SessionWrite, tasks: readonly string[]): void {
    const { endedTask, isTaskForgotten } = change;
    if (endedTask !== undefined) (isTaskForgotten === true ? this.#forgetTask : this.#endTask).run(endedTask);
    for (const [index, row] of (change.tasks ?? []).entries()) this.#task.run(row.task.id, tasks[index] ?? null);
  }

  #writeEntries(session: string, texts: ChangeTexts): number {
    const { doc, entries } = texts;
    if (doc === null && entries.length === 0) return 0;
    const count = Number(this.#session.get(session, doc, entries.length)?.["entries"]);
    const first = count - entries.length;
    for (const [index, entry] of entries.entries()) this.#entry.run(session, first + index, entry);
    return first;
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
