/** What can be read of a journal, for its owner and for observers alike. */

import type { Alarm, FoundItem, ItemQuery, NumberedEntry } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { Database, Statement } from "./database.ts";
import { ItemSearch, type SessionNumbers } from "./item-search.ts";
import { FIRST_NAMED, PART, slotOf } from "./slots.ts";
import { valueOf } from "./value-text.ts";

/** A line as it is looked up. */
interface FoundLine {
  readonly number: number;
  readonly text: unknown;
}

export class JournalReader {
  readonly #sessions: SessionNumbers;
  readonly #line: Statement;
  readonly #lastEntries: Statement;
  readonly #history: Statement;
  readonly #dueAlarms: Statement;
  readonly #alarm: Statement;
  readonly #nextAlarm: Statement;
  readonly #search: ItemSearch;

  constructor(database: Database, sessions: SessionNumbers) {
    this.#sessions = sessions;
    this.#search = new ItemSearch(database, sessions);
    this.#line = database.prepare("SELECT number, value FROM lines WHERE session = ? AND slot = ? AND key IS ?");
    this.#lastEntries = database.prepare(`
      SELECT slot, json_array_length(value) AS count FROM lines
      WHERE session = ? AND slot < ${FIRST_NAMED} ORDER BY slot DESC LIMIT 1`);
    // A line holds one entry or more: the first line that is wanted may begin before the first entry that is.
    this.#history = database.prepare(`
      SELECT slot, value FROM lines
      WHERE session = ?1 AND slot < ${FIRST_NAMED} AND slot >= coalesce(
        (SELECT max(slot) FROM lines WHERE session = ?1 AND slot <= ?2), ?2)
      ORDER BY slot LIMIT ?3`);
    this.#dueAlarms = database.prepare(
      "SELECT name, id, at FROM alarms JOIN sessions USING (session) WHERE at <= ? ORDER BY at LIMIT ?",
    );
    this.#alarm = database.prepare("SELECT at FROM alarms WHERE session = ? AND id = ?");
    this.#nextAlarm = database.prepare("SELECT min(at) AS at FROM alarms");
  }

  accepted(session: string, inputId: string): { readonly reply: Json | undefined } | undefined {
    const line = this.#of(session, (id) => this.#find(id, slotOf(PART.input, inputId), inputId));
    return line === undefined ? undefined : { reply: valueOf(line.text) };
  }

  isTaskKnown(session: string, taskId: string): boolean {
    return this.#of(session, (id) => this.#find(id, slotOf(PART.task, taskId), taskId)) !== undefined;
  }

  item(session: string, itemId: string): Json | undefined {
    return valueOf(this.#of(session, (id) => this.#find(id, slotOf(PART.item, itemId), itemId))?.text);
  }

  /** The value of a document or an item. */
  valueAt(session: number, slot: number, key: string | null): Json | undefined {
    return valueOf(this.#find(session, slot, key)?.text);
  }

  /** The number of a line. */
  lineOf(session: number, slot: number, key: string | null): number | undefined {
    return this.#find(session, slot, key)?.number;
  }

  /** How many entries a session has. */
  entryCount(session: string): number {
    return this.#of(session, (id) => this.nextEntry(id)) ?? 0;
  }

  nextEntry(session: number): number {
    const last = this.#lastEntries.get(session);
    return last === undefined ? 0 : Number(last["slot"]) + Number(last["count"]);
  }

  history(session: string, from: number, max: number): readonly NumberedEntry[] {
    const rows = this.#of(session, (id) => this.#history.all(id, Math.min(from, FIRST_NAMED - 1), max)) ?? [];
    const entries = rows.flatMap((row) => {
      const first = Number(row["slot"]);
      return (JSON.parse(String(row["value"])) as Json[]).map((entry, index) => ({ number: first + index, entry }));
    });
    return entries.filter(({ number }) => number >= from).slice(0, max);
  }

  find(query: ItemQuery): readonly FoundItem[] {
    return this.#search.find(query);
  }

  dueAlarms(now: number, limit: number): readonly Alarm[] {
    const rows = this.#dueAlarms.all(now, limit);
    return rows.map((row) => ({ session: String(row["name"]), id: String(row["id"]), at: Number(row["at"]) }));
  }

  alarmAt(session: string, alarmId: string): number | undefined {
    return numberOf(this.#of(session, (id) => this.#alarm.get(id, alarmId))?.["at"]);
  }

  nextAlarmAt(): number | undefined {
    return numberOf(this.#nextAlarm.get()?.["at"]);
  }

  #find(session: number, slot: number, key: string | null): FoundLine | undefined {
    const row = this.#line.get(session, slot, key);
    return row === undefined ? undefined : { number: Number(row["number"]), text: row["value"] };
  }

  #of<Found>(session: string, read: (id: number) => Found): Found | undefined {
    const id = this.#sessions.find(session);
    return id === undefined ? undefined : read(id);
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
