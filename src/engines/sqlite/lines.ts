/**
 * Writes lines: one for each thing that is kept, numbered in the order in which they were first written. Those of one
 * moment lie side by side, whatever their sessions, so a commit changes few pages.
 */

import type { Database, SqlValue, Statement } from "./database.ts";

/** Lines that one statement writes; more take several. */
const MAX_AT_ONCE = 8;

export interface Line {
  readonly number: number;
  readonly session: number;
  readonly slot: number;
  /** The name of what is kept; none for a document and for entries. */
  readonly key: string | null;
  /** Of items. */
  readonly kind: string | null;
  readonly status: string | null;
  /** Of items: wall time in milliseconds. */
  readonly at: number | null;
  readonly value: string | null;
}

export class Lines {
  readonly #database: Database;
  /** By the number of lines. */
  readonly #writes: (Statement | undefined)[] = [];
  readonly #remove: Statement;
  /** The number of the next line. A transaction that left nothing leaves a gap, which nobody counts. */
  #next: number;
  #values: SqlValue[] = [];
  #count = 0;

  constructor(database: Database) {
    this.#database = database;
    this.#remove = database.prepare("DELETE FROM lines WHERE number = ?");
    // Lines that were removed may have had the highest numbers.
    const last = "SELECT max(coalesce((SELECT max(number) FROM lines), 0), listed_to) FROM journal";
    this.#next = Number(database.scalar(last)) + 1;
  }

  get last(): number {
    return this.#next - 1;
  }

  /** The number of a line that is about to be added. */
  number(): number {
    return this.#next++;
  }

  /** Writes a line, or what changed of one, together with others at the next `flush`. */
  put(line: Line): void {
    const { number, session, slot, key, kind, status, at, value } = line;
    this.#values.push(number, session, slot, key, kind, status, at, value);
    this.#count += 1;
    if (this.#count === MAX_AT_ONCE) this.flush();
  }

  flush(): void {
    if (this.#count === 0) return;
    const write = (this.#writes[this.#count] ??= this.#prepare(this.#count));
    const values = this.#values;
    this.#values = [];
    this.#count = 0;
    write.run(...values);
  }

  /** After a transaction that left nothing. */
  forget(): void {
    this.#values = [];
    this.#count = 0;
  }

  remove(number: number): void {
    this.#remove.run(number);
  }

  #prepare(count: number): Statement {
    const rows = Array.from({ length: count }, () => "(?, ?, ?, ?, ?, ?, ?, ?)").join(", ");
    // What an index holds is not set again: it never changes.
    return this.#database.prepare(`
      INSERT INTO lines (number, session, slot, key, kind, status, at, value) VALUES ${rows}
      ON CONFLICT (number) DO UPDATE SET
        kind = excluded.kind, status = excluded.status, at = excluded.at, value = excluded.value`);
  }
}
