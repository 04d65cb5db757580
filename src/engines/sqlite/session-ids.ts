/** The small number that stands for a session's name in every row. Young sessions are neighbors, so their rows share pages. */

import type { Database, Statement } from "./database.ts";

/** Names in memory; more are looked up. */
const MAX_CACHED = 10_000;

export class SessionIds {
  readonly #cache = new Map<string, number>();
  readonly #find: Statement;
  readonly #insert: Statement;

  constructor(database: Database) {
    this.#find = database.prepare("SELECT session FROM sessions WHERE name = ?");
    this.#insert = database.prepare("INSERT INTO sessions (name) VALUES (?) RETURNING session");
  }

  /** The number of a session that was written to; `undefined` for one that never was. */
  find(name: string): number | undefined {
    const cached = this.#cache.get(name);
    if (cached !== undefined) return cached;
    const id = this.#find.get(name)?.["session"];
    return typeof id === "number" ? this.#remember(name, id) : undefined;
  }

  make(name: string): number {
    return this.find(name) ?? this.#remember(name, Number(this.#insert.get(name)?.["session"]));
  }

  /** After a transaction that left nothing: numbers that it made do not exist. */
  forget(): void {
    this.#cache.clear();
  }

  #remember(name: string, id: number): number {
    if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
    this.#cache.set(name, id);
    return id;
  }
}
