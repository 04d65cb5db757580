/** Removes whole sessions in which nothing happened for a time and nothing is open. The rest of a journal is never removed. */

import type { ForgetPage, KeptItem } from "../embedded/store.ts";
import type { Database, Statement } from "./database.ts";
import { FIRST_NAMED, PART } from "./slots.ts";

const ITEMS = `session = ? AND slot >= ${FIRST_NAMED} AND part = ${PART.item}`;

export class ForgottenSessions {
  readonly #page: Statement;
  readonly #newest: Statement;
  readonly #kinds: Statement;
  readonly #isBusy: Statement;
  readonly #remove: readonly Statement[];

  constructor(database: Database) {
    this.#page = database.prepare("SELECT session FROM sessions WHERE session > ? ORDER BY session LIMIT ?");
    this.#newest = database.prepare(`SELECT max(at) AS at FROM lines WHERE ${ITEMS}`);
    this.#kinds = database.prepare(`SELECT DISTINCT kind, status FROM lines WHERE ${ITEMS}`);
    this.#isBusy = database.prepare(`
      SELECT 1 FROM sessions WHERE session = ?1 AND (
        EXISTS (SELECT 1 FROM alarms WHERE session = ?1)
        OR EXISTS (SELECT 1 FROM inbox WHERE inbox.session = sessions.name)
        OR EXISTS (
          SELECT 1 FROM lines WHERE session = ?1 AND slot >= ${FIRST_NAMED} AND part = ${PART.task} AND value IS NOT NULL))`);
    this.#remove = [
      // Of tasks only unfinished ones are listed, and such a session stays.
      `DELETE FROM listing WHERE part = ${PART.item} AND (kind, status, number) IN (
         SELECT kind, status, number FROM lines WHERE ${ITEMS})`,
      "DELETE FROM lines WHERE session = ?",
      "DELETE FROM alarms WHERE session = ?",
      "DELETE FROM sessions WHERE session = ?",
    ].map((sql) => database.prepare(sql));
  }

  /** Returns the last session that was looked at, and how many were removed; no last one when the page was the last. */
  forget(
    page: ForgetPage,
    mayForget: (item: KeptItem) => boolean,
  ): { readonly last: number | undefined; readonly count: number } {
    const sessions = this.#page.all(page.after, page.limit).map((row) => Number(row["session"]));
    const old = sessions.filter((session) => this.#isOld(session, page.before) && this.#isSettled(session, mayForget));
    for (const session of old) for (const statement of this.#remove) statement.run(session);
    return { last: sessions.length < page.limit ? undefined : sessions.at(-1), count: old.length };
  }

  /** A session without an item is kept: nothing says how old it is. */
  #isOld(session: number, before: number): boolean {
    const newest = this.#newest.get(session)?.["at"];
    return typeof newest === "number" && newest < before;
  }

  #isSettled(session: number, mayForget: (item: KeptItem) => boolean): boolean {
    const kinds = this.#kinds.all(session);
    const isSettled = kinds.every((row) => mayForget({ kind: String(row["kind"]), status: String(row["status"]) }));
    return isSettled && this.#isBusy.get(session) === undefined;
  }
}
