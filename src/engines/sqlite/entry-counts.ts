/** How many entries each session has: counted once from its last entry, then kept while the session is in use. */

import type { Database, Statement } from "./database.ts";

/** Sessions in memory; more are looked up. */
const MAX_CACHED = 10_000;

export class EntryCounts {
  readonly #counts = new Map<number, number>();
  readonly #last: Statement;

  constructor(database: Database) {
    this.#last = database.prepare("SELECT number FROM entries WHERE session = ? ORDER BY number DESC LIMIT 1");
  }

  /** The number of the next entry of a session. */
  next(session: number): number {
    const known = this.#counts.get(session);
    if (known !== undefined) return known;
    const last = this.#last.get(session)?.["number"];
    return typeof last === "number" ? last + 1 : 0;
  }

  set(session: number, count: number): void {
    if (this.#counts.size >= MAX_CACHED) this.#counts.clear();
    this.#counts.set(session, count);
  }

  /** After a transaction that left nothing, and after sessions were removed. */
  forget(): void {
    this.#counts.clear();
  }
}
