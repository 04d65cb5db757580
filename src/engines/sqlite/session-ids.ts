/** The small number that stands for a session's name in every row, for whoever only reads. */

import type { Database, Statement } from "./database.ts";

/** Names in memory; more are looked up. */
const MAX_CACHED = 10_000;

export class SessionIds {
  readonly #cache = new Map<string, number>();
  readonly #find: Statement;

  constructor(database: Database) {
    this.#find = database.prepare("SELECT session FROM sessions WHERE name = ?");
  }

  /** The number of a session that was written to; `undefined` for one that never was. */
  find(name: string): number | undefined {
    const cached = this.#cache.get(name);
    if (cached !== undefined) return cached;
    const id = this.#find.get(name)?.["session"];
    if (typeof id !== "number") return undefined;
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(name, id);
    return id;
  }
}
