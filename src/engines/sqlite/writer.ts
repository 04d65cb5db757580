/** What the owner writes: few rows for one change, each value turned into text once. */

import type { Json } from "../../core/json.ts";
import type { SessionWrite, TaskRow } from "../embedded/store.ts";
import type { Database, Statement } from "./database.ts";
import { EntryCounts } from "./entry-counts.ts";
import { docKey, itemKey, type RecentValues } from "./recent-values.ts";
import type { SessionIds } from "./session-ids.ts";
import { textOf } from "./value-text.ts";

export class JournalWriter {
  readonly #sessions: SessionIds;
  readonly #recent: RecentValues;
  readonly #entries: EntryCounts;
  readonly #doc: Statement;
  readonly #entry: Statement;
  readonly #input: Statement;
  readonly #item: Statement;
  readonly #task: Statement;
  readonly #unfinished: Statement;
  readonly #finish: Statement;
  readonly #forgetTask: Statement;
  readonly #alarm: Statement;
  readonly #dropAlarm: Statement;
  /** The number of the next item. A transaction that left nothing leaves a gap, which nobody counts. */
  #nextItem: number;

  constructor(database: Database, sessions: SessionIds, recent: RecentValues) {
    this.#sessions = sessions;
    this.#recent = recent;
    this.#entries = new EntryCounts(database);
    this.#doc = database.prepare(`
      INSERT INTO cells (session, part, key, value) VALUES (?, 1, '', ?)
      ON CONFLICT DO UPDATE SET value = excluded.value`);
    this.#input = database.prepare("INSERT INTO cells (session, part, key, value) VALUES (?, 2, ?, ?)");
    this.#item = database.prepare(`
      INSERT INTO cells (session, part, key, kind, status, value, written_at, number) VALUES (?, 3, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET
        kind = excluded.kind, status = excluded.status, value = excluded.value, written_at = excluded.written_at`);
    this.#task = database.prepare("INSERT INTO cells (session, part, key) VALUES (?, 4, ?)");
    this.#unfinished = database.prepare(
      "INSERT INTO unfinished_tasks (id, task) VALUES (?, ?) ON CONFLICT DO UPDATE SET task = excluded.task",
    );
    this.#finish = database.prepare("DELETE FROM unfinished_tasks WHERE id = ?");
    this.#forgetTask = database.prepare("DELETE FROM cells WHERE session = ? AND part = 4 AND key = ?");
    this.#entry = database.prepare("INSERT INTO cells (session, part, key, value) VALUES (?, 5, ?, ?)");
    this.#alarm = database.prepare(
      "INSERT INTO alarms (session, id, at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
    );
    this.#dropAlarm = database.prepare("DELETE FROM alarms WHERE session = ? AND id = ?");
    this.#nextItem = lastItem(database) + 1;
  }

  /** After a transaction that left nothing, and after sessions were removed. */
  forget(): void {
    this.#entries.forget();
  }

  saveTask(row: TaskRow): void {
    this.#unfinished.run(row.task.id, taskText(row));
  }

  /** Returns the number of the first appended entry. */
  write(change: SessionWrite): number {
    // Everything that may be refused comes before the first row.
    const texts = textsOf(change);
    const session = this.#sessions.make(change.session);
    if (change.input !== undefined) this.#input.run(session, change.input.id, texts.reply);
    for (const [index, item] of (change.put ?? []).entries()) {
      const text = texts.items[index] ?? "null";
      this.#item.run(session, item.id, item.kind, item.status, text, change.at, this.#nextItem++);
      this.#recent.set(itemKey(session, item.id), item.value, text.length);
    }
    this.#writeTasks(session, change, texts.tasks);
    for (const id of change.dropAlarms ?? []) this.#dropAlarm.run(session, id);
    for (const { id, at } of change.alarms ?? []) this.#alarm.run(session, id, Math.ceil(at));
    if (change.doc !== undefined && texts.doc !== null) {
      this.#doc.run(session, texts.doc);
      this.#recent.set(docKey(session), change.doc, texts.doc.length);
    }
    return this.#writeEntries(session, texts);
  }

  #writeTasks(session: number, change: SessionWrite, tasks: readonly string[]): void {
    const { endedTask, isTaskForgotten } = change;
    if (endedTask !== undefined) this.#finish.run(endedTask);
    if (endedTask !== undefined && isTaskForgotten === true) this.#forgetTask.run(session, endedTask);
    for (const [index, { task }] of (change.tasks ?? []).entries()) {
      this.#task.run(session, task.id);
      this.#unfinished.run(task.id, tasks[index] ?? "null");
    }
  }

  #writeEntries(session: number, texts: ChangeTexts): number {
    const { entries } = texts;
    if (entries.length === 0) return 0;
    const first = this.#entries.next(session);
    for (const [index, entry] of entries.entries()) this.#entry.run(session, first + index, entry);
    this.#entries.set(session, first + entries.length);
    return first;
  }
}

/** The highest number of an item: two seeks for each kind and status, however many items there are. */
function lastItem(database: Database): number {
  const next = database.prepare(
    "SELECT kind, status FROM items WHERE (kind, status) > (?, ?) ORDER BY kind, status LIMIT 1",
  );
  const last = database.prepare("SELECT max(number) AS number FROM items WHERE kind = ? AND status = ?");
  let highest = 0;
  for (let at = next.get("", ""); at !== undefined;) {
    const pair = [String(at["kind"]), String(at["status"])] as const;
    highest = Math.max(highest, Number(last.get(...pair)?.["number"]));
    at = next.get(...pair);
  }
  return highest;
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
