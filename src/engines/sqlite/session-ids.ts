/** The small number that stands for a session's name in every row, for whoever only reads. */

import type { Database, Statement } from "./database.ts";

export class SessionIds {
  readonly #find: Statement;

  constructor(database: Database) {
    this.#find = database.prepare("SELECT session FROM sessions WHERE name = ?");
  }

  /**
   * The number of a session that was written to; `undefined` for one that never was. Looked up every time: the owner may
   * forget a session, and gives its number to another one.
   */
  find(name: string): number | undefined {
    const id = this.#find.get(name)?.["session"];
    return typeof id === "number" ? id : undefined;
  }
}
