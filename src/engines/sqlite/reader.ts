/** What can be read of a journal, for its owner and for observers alike. */

import type { Alarm, FoundItem, ItemQuery, NumberedEntry } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { Database, SqlRow, Statement } from "./database.ts";
import { valueOf } from "./value-text.ts";

const DEFAULT_LIMIT = 1_000;
const ITEM = "sequence, session, id, kind, status, value, written_at";

export class JournalReader {
  readonly #doc: Statement;
  readonly #item: Statement;
  readonly #sequence: Statement;
  readonly #statuses: Statement;
  readonly #ofKind: Statement;
  readonly #ofSession: Statement;
  readonly #history: Statement;
  readonly #accepted: Statement;
  readonly #dueAlarms: Statement;
  readonly #alarm: Statement;
  readonly #nextAlarm: Statement;

  constructor(database: Database) {
    this.#doc = database.prepare("SELECT doc FROM sessions WHERE session = ?");
    this.#item = database.prepare("SELECT value FROM items WHERE session = ? AND id = ?");
    this.#sequence = database.prepare("SELECT sequence FROM items WHERE session = ? AND id = ?");
    // Each step is one seek in the index, so the number of items does not matter.
    this.#statuses = database.prepare(`
      WITH RECURSIVE s(status) AS (
        SELECT min(status) FROM items WHERE kind = ?1
        UNION ALL
        SELECT (SELECT min(status) FROM items WHERE kind = ?1 AND status > s.status) FROM s WHERE s.status IS NOT NULL
      ) SELECT status FROM s WHERE status IS NOT NULL`);
    this.#ofKind = database.prepare(
      `SELECT ${ITEM} FROM items WHERE kind = ? AND status = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
    );
    this.#ofSession = database.prepare(
      `SELECT ${ITEM} FROM items INDEXED BY sqlite_autoindex_items_1
       WHERE session = ? AND kind = ? AND status IN (SELECT value FROM json_each(?)) AND sequence > ?
       ORDER BY sequence LIMIT ?`,
    );
    this.#history = database.prepare(
      "SELECT number, entry FROM entries WHERE session = ? AND number >= ? ORDER BY number LIMIT ?",
    );
    this.#accepted = database.prepare("SELECT reply FROM inputs WHERE session = ? AND id = ?");
    this.#dueAlarms = database.prepare("SELECT session, id, at FROM alarms WHERE at <= ? ORDER BY at LIMIT ?");
    this.#alarm = database.prepare("SELECT at FROM alarms WHERE session = ? AND id = ?");
    this.#nextAlarm = database.prepare("SELECT min(at) AS at FROM alarms");
  }

  accepted(session: string, inputId: string): { readonly reply: Json | undefined } | undefined {
    const row = this.#accepted.get(session, inputId);
    return row === undefined ? undefined : { reply: valueOf(row["reply"]) };
  }

  doc(session: string): Json | undefined {
    return valueOf(this.#doc.get(session)?.["doc"]);
  }

  item(session: string, id: string): Json | undefined {
    return valueOf(this.#item.get(session, id)?.["value"]);
  }

  history(session: string, from: number, max: number): readonly NumberedEntry[] {
    const rows = this.#history.all(session, from, max);
    return rows.map((row) => ({ number: Number(row["number"]), entry: valueOf(row["entry"]) ?? null }));
  }

  find(query: ItemQuery): readonly FoundItem[] {
    const behind = this.#behind(query);
    if (behind === undefined) return [];
    const limit = query.limit ?? DEFAULT_LIMIT;
    const statuses = query.status ?? this.#statuses.all(query.kind).map((row) => String(row["status"]));
    if (query.session !== undefined) {
      const rows = this.#ofSession.all(query.session, query.kind, JSON.stringify(statuses), behind, limit);
      return rows.map(foundItem);
    }
    const rows = [...new Set(statuses)].flatMap((status) => this.#ofKind.all(query.kind, status, behind, limit));
    rows.sort((a, b) => Number(a["sequence"]) - Number(b["sequence"]));
    return rows.slice(0, limit).map(foundItem);
  }

  dueAlarms(now: number, limit: number): readonly Alarm[] {
    const rows = this.#dueAlarms.all(now, limit);
    return rows.map((row) => ({ session: String(row["session"]), id: String(row["id"]), at: Number(row["at"]) }));
  }

  alarmAt(session: string, id: string): number | undefined {
    return numberOf(this.#alarm.get(session, id)?.["at"]);
  }

  nextAlarmAt(): number | undefined {
    return numberOf(this.#nextAlarm.get()?.["at"]);
  }

  #behind(query: ItemQuery): number | undefined {
    if (query.after === undefined) return -1;
    return numberOf(this.#sequence.get(query.after.session, query.after.id)?.["sequence"]);
  }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function foundItem(row: SqlRow): FoundItem {
  return {
    session: String(row["session"]),
    id: String(row["id"]),
    kind: String(row["kind"]),
    status: String(row["status"]),
    value: valueOf(row["value"]) ?? null,
    writtenAt: Number(row["written_at"]),
  };
}
