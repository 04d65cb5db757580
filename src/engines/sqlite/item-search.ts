/** Finds items by kind and status: of one session among its own lines, of all sessions by the listing and the young lines. */

import type { FoundItem, ItemQuery } from "../../core/engine.ts";
import type { Database, SqlRow, Statement } from "./database.ts";
import { FIRST_NAMED, PART, slotOf } from "./slots.ts";
import { valueOf } from "./value-text.ts";

/** Where the small number of a session is found by its name. */
export interface SessionNumbers {
  find(name: string): number | undefined;
}

const DEFAULT_LIMIT = 1_000;
const ITEM = "name, key, kind, status, value, lines.number, at";
const YOUNG = `number > (SELECT listed_to FROM journal) AND part = ${PART.item} AND kind = ?1`;

export class ItemSearch {
  readonly #sessions: SessionNumbers;
  readonly #number: Statement;
  readonly #statuses: Statement;
  readonly #ofKind: Statement;
  readonly #ofSession: Statement;

  constructor(database: Database, sessions: SessionNumbers) {
    this.#sessions = sessions;
    this.#number = database.prepare("SELECT number FROM lines WHERE session = ? AND slot = ? AND key IS ?");
    // Each step is one seek in the listing, so the number of items does not matter.
    this.#statuses = database.prepare(`
      WITH RECURSIVE s(status) AS (
        SELECT min(status) FROM listing WHERE part = ${PART.item} AND kind = ?1
        UNION ALL
        SELECT (
          SELECT min(status) FROM listing WHERE part = ${PART.item} AND kind = ?1 AND status > s.status
        ) FROM s WHERE s.status IS NOT NULL
      )
      SELECT status FROM s WHERE status IS NOT NULL UNION SELECT status FROM lines WHERE ${YOUNG}`);
    this.#ofKind = database.prepare(`
      SELECT ${ITEM} FROM (
        SELECT number FROM listing WHERE part = ${PART.item} AND kind = ?1 AND status = ?2 AND number > ?3
        UNION ALL SELECT number FROM lines WHERE ${YOUNG} AND status = ?2 AND number > ?3
        ORDER BY number LIMIT ?4
      ) AS found JOIN lines ON lines.number = found.number JOIN sessions USING (session) ORDER BY found.number`);
    this.#ofSession = database.prepare(`
      SELECT ${ITEM} FROM lines JOIN sessions USING (session)
      WHERE session = ? AND slot >= ${FIRST_NAMED} AND part = ${PART.item}
        AND kind = ? AND status IN (SELECT value FROM json_each(?)) AND +number > ?
      ORDER BY +number LIMIT ?`);
  }

  find(query: ItemQuery): readonly FoundItem[] {
    const behind = this.#behind(query);
    if (behind === undefined) return [];
    const { kind, session, limit = DEFAULT_LIMIT } = query;
    const statuses = query.status ?? this.#statuses.all(kind).map((row) => String(row["status"]));
    if (session !== undefined) {
      const id = this.#sessions.find(session);
      if (id === undefined) return [];
      return this.#ofSession.all(id, kind, JSON.stringify(statuses), behind, limit).map(foundItem);
    }
    const rows = [...new Set(statuses)].flatMap((status) => this.#ofKind.all(kind, status, behind, limit));
    rows.sort((a, b) => Number(a["number"]) - Number(b["number"]));
    return rows.slice(0, limit).map(foundItem);
  }

  /** The number of the item behind which a page begins; `undefined` when there is no such item. */
  #behind({ after }: ItemQuery): number | undefined {
    if (after === undefined) return -1;
    const session = this.#sessions.find(after.session);
    if (session === undefined) return undefined;
    const number = this.#number.get(session, slotOf(PART.item, after.id), after.id)?.["number"];
    return typeof number === "number" ? number : undefined;
  }
}

function foundItem(row: SqlRow): FoundItem {
  return {
    session: String(row["name"]),
    id: String(row["key"]),
    kind: String(row["kind"]),
    status: String(row["status"]),
    value: valueOf(row["value"]) ?? null,
    writtenAt: Number(row["at"]),
  };
}
