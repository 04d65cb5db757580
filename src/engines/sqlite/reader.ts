/** What can be read of a journal, for its owner and for observers alike. */

import type { Alarm, FoundItem, ItemQuery, NumberedEntry } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { Database, SqlRow, Statement } from "./database.ts";
import { EntryCounts } from "./entry-counts.ts";
import type { SessionIds } from "./session-ids.ts";
import { valueOf } from "./value-text.ts";

const DEFAULT_LIMIT = 1_000;
const ITEM = "name, id, kind, status, value, number, written_at";

export class JournalReader {
  readonly #sessions: SessionIds;
  readonly #doc: Statement;
  readonly #entries: EntryCounts;
  readonly #item: Statement;
  readonly #itemNumber: Statement;
  readonly #statuses: Statement;
  readonly #ofKind: Statement;
  readonly #ofSession: Statement;
  readonly #history: Statement;
  readonly #accepted: Statement;
  readonly #task: Statement;
  readonly #dueAlarms: Statement;
  readonly #alarm: Statement;
  readonly #nextAlarm: Statement;

  constructor(database: Database, sessions: SessionIds) {
    this.#sessions = sessions;
    this.#doc = database.prepare("SELECT doc FROM docs WHERE session = ?");
    this.#entries = new EntryCounts(database);
    this.#item = database.prepare("SELECT value FROM items WHERE session = ? AND id = ?");
    this.#itemNumber = database.prepare("SELECT number FROM items WHERE session = ? AND id = ?");
    // Each step is one seek in the index, so the number of items does not matter.
    this.#statuses = database.prepare(`
      WITH RECURSIVE s(status) AS (
        SELECT min(status) FROM items WHERE kind = ?1
        UNION ALL
        SELECT (SELECT min(status) FROM items WHERE kind = ?1 AND status > s.status) FROM s WHERE s.status IS NOT NULL
      ) SELECT status FROM s WHERE status IS NOT NULL`);
    this.#ofKind = database.prepare(
      `SELECT ${ITEM} FROM items JOIN sessions USING (session)
       WHERE kind = ? AND status = ? AND number > ? ORDER BY number LIMIT ?`,
    );
    // The plus signs keep SQLite on the session's own rows, which are few beside all rows of one status.
    this.#ofSession = database.prepare(
      `SELECT ${ITEM} FROM items JOIN sessions USING (session)
       WHERE session = ? AND +kind = ? AND +status IN (SELECT value FROM json_each(?)) AND +number > ?
       ORDER BY +number LIMIT ?`,
    );
    this.#history = database.prepare(
      "SELECT number, entry FROM entries WHERE session = ? AND number >= ? ORDER BY number LIMIT ?",
    );
    this.#accepted = database.prepare("SELECT reply FROM inputs WHERE session = ? AND id = ?");
    this.#task = database.prepare("SELECT 1 FROM tasks WHERE session = ? AND id = ?");
    this.#dueAlarms = database.prepare(
      "SELECT name, id, at FROM alarms JOIN sessions USING (session) WHERE at <= ? ORDER BY at LIMIT ?",
    );
    this.#alarm = database.prepare("SELECT at FROM alarms WHERE session = ? AND id = ?");
    this.#nextAlarm = database.prepare("SELECT min(at) AS at FROM alarms");
  }

  accepted(session: string, inputId: string): { readonly reply: Json | undefined } | undefined {
    const row = this.#of(session, (id) => this.#accepted.get(id, inputId));
    return row === undefined ? undefined : { reply: valueOf(row["reply"]) };
  }

  isTaskKnown(session: string, taskId: string): boolean {
    return this.#of(session, (id) => this.#task.get(id, taskId)) !== undefined;
  }

  doc(session: string): Json | undefined {
    return valueOf(this.#of(session, (id) => this.#doc.get(id))?.["doc"]);
  }

  item(session: string, itemId: string): Json | undefined {
    return valueOf(this.#of(session, (id) => this.#item.get(id, itemId))?.["value"]);
  }

  /** How many entries a session has. */
  entryCount(session: string): number {
    return this.#of(session, (id) => this.#entries.next(id)) ?? 0;
  }

  history(session: string, from: number, max: number): readonly NumberedEntry[] {
    const rows = this.#of(session, (id) => this.#history.all(id, from, max)) ?? [];
    return rows.map((row) => ({ number: Number(row["number"]), entry: valueOf(row["entry"]) ?? null }));
  }

  find(query: ItemQuery): readonly FoundItem[] {
    const behind = this.#behind(query);
    if (behind === undefined) return [];
    const { kind, session, limit = DEFAULT_LIMIT } = query;
    const statuses = query.status ?? this.#statuses.all(kind).map((row) => String(row["status"]));
    if (session !== undefined) {
      const wanted = JSON.stringify(statuses);
      return (this.#of(session, (id) => this.#ofSession.all(id, kind, wanted, behind, limit)) ?? []).map(foundItem);
    }
    const rows = [...new Set(statuses)].flatMap((status) => this.#ofKind.all(kind, status, behind, limit));
    rows.sort((a, b) => Number(a["number"]) - Number(b["number"]));
    return rows.slice(0, limit).map(foundItem);
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

  /** The number of the item behind which a page begins; `undefined` when there is no such item. */
  #behind({ after }: ItemQuery): number | undefined {
    if (after === undefined) return -1;
    return numberOf(this.#of(after.session, (id) => this.#itemNumber.get(id, after.id))?.["number"]);
  }

  #of<Found>(session: string, read: (id: number) => Found): Found | undefined {
    const id = this.#sessions.find(session);
    return id === undefined ? undefined : read(id);
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function foundItem(row: SqlRow): FoundItem {
  return {
    session: String(row["name"]),
    id: String(row["id"]),
    kind: String(row["kind"]),
    status: String(row["status"]),
    value: valueOf(row["value"]) ?? null,
    writtenAt: Number(row["written_at"]),
  };
}
