/**
 * What can be found without its session: items by kind and status, and unfinished tasks. Young lines are not listed yet but
 * read through, so that a call that begins and ends soon changes no list.
 */

import type { Database, Statement } from "./database.ts";
import { PART } from "./slots.ts";

/** Lines that are read through by a search, at most and at least. */
const MAX_YOUNG = 4_096;
const MIN_YOUNG = 1_024;

/** The part of a query that finds the numbers of unfinished tasks. */
export const UNFINISHED_TASKS = `
  SELECT number FROM listing WHERE part = ${PART.task}
  UNION ALL SELECT number FROM lines
  WHERE number > (SELECT listed_to FROM journal) AND part = ${PART.task} AND value IS NOT NULL`;

export class Listing {
  readonly #add: Statement;
  readonly #mark: Statement;
  readonly #marked: Statement;
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #remove: Statement;
  #upTo: number | undefined;

  constructor(database: Database) {
    this.#add = database.prepare(`
      INSERT INTO listing (part, kind, status, number)
      SELECT part, coalesce(kind, ''), coalesce(status, ''), number FROM lines
      WHERE number > ? AND number <= ?
        AND (part = ${PART.item} OR part = ${PART.task} AND value IS NOT NULL)`);
    this.#mark = database.prepare("UPDATE journal SET listed_to = ?");
    this.#marked = database.prepare("SELECT listed_to FROM journal");
    this.#find = database.prepare("SELECT part, kind, status FROM lines WHERE number = ?");
    this.#insert = database.prepare("INSERT INTO listing (part, kind, status, number) VALUES (?, ?, ?, ?)");
    this.#remove = database.prepare("DELETE FROM listing WHERE part = ? AND kind = ? AND status = ? AND number = ?");
  }

  /** Whether a line is old enough to be listed, if it is of those that are. */
  isListed(number: number): boolean {
    return number <= this.#listedTo();
  }

  /** Before a listed item gets another kind or status. */
  move(number: number, kind: string, status: string): void {
    const line = this.#find.get(number);
    if (line === undefined || (line["kind"] === kind && line["status"] === status)) return;
    this.#remove.run(PART.item, String(line["kind"]), String(line["status"]), number);
    this.#insert.run(PART.item, kind, status, number);
  }

  /** When a task has ended. */
  removeTask(number: number): void {
    if (this.isListed(number)) this.#remove.run(PART.task, "", "", number);
  }

  /** Lists the older of the young lines, once there are many. */
  advance(last: number): void {
    const upTo = this.#listedTo();
    if (last - upTo < MAX_YOUNG) return;
    this.#add.run(upTo, last - MIN_YOUNG);
    this.#mark.run(last - MIN_YOUNG);
    this.#upTo = last - MIN_YOUNG;
  }

  /** After a transaction that left nothing. */
  forget(): void {
    this.#upTo = undefined;
  }

  #listedTo(): number {
    return (this.#upTo ??= Number(this.#marked.get()?.["listed_to"]));
  }
}
