/** The only module that touches `node:sqlite`: connections and statements whose errors are the toolkit's. Knows no table. */

import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { ToolkitError, type ToolkitErrorCode } from "../../core/error.ts";

export type SqlValue = SQLInputValue;
export type SqlRow = Readonly<Record<string, unknown>>;

export interface DatabaseOptions {
  /** How long a statement waits for another process, in milliseconds; the event loop stands still meanwhile. */
  readonly busyMs: number;
  readonly readOnly?: boolean;
}

export class Database {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #begin: Statement;
  readonly #commit: Statement;

  constructor(path: string, options: DatabaseOptions) {
    this.path = path;
    const { busyMs, readOnly = false } = options;
    this.#database = run(path, () => new DatabaseSync(path, { timeout: busyMs, readOnly }));
    this.#begin = this.prepare("BEGIN IMMEDIATE");
    this.#commit = this.prepare("COMMIT");
  }

  exec(sql: string): void {
    run(this.path, () => this.#database.exec(sql));
  }

  prepare(sql: string): Statement {
    return new Statement(
      this.path,
      run(this.path, () => this.#database.prepare(sql)),
    );
  }

  /** Gives statements a function of their own, which must give the same for the same. */
  define(name: string, compute: (...values: readonly unknown[]) => SqlValue): void {
    run(this.path, () => this.#database.function(name, { deterministic: true, varargs: true }, compute));
  }

  /** The first value of a pragma or a query of one row. */
  scalar(sql: string): unknown {
    const row = this.prepare(sql).get();
    return row === undefined ? undefined : Object.values(row)[0];
  }

  /** Runs `work` in one transaction that writes; anything thrown leaves nothing of it. */
  transact(work: () => void): void {
    this.#begin.run();
    try {
      work();
      this.#commit.run();
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  #rollBack(): void {
    // A full disk or an unreadable page makes SQLite roll back by itself.
    if (this.#database.isTransaction) this.exec("ROLLBACK");
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}

export class Statement {
  readonly #path: string;
  readonly #statement: StatementSync;

  constructor(path: string, statement: StatementSync) {
    this.#path = path;
    this.#statement = statement;
  }

  get(...values: readonly SqlValue[]): SqlRow | undefined {
    try {
      return this.#statement.get(...values);
    } catch (error) {
      throw translated(this.#path, error);
    }
  }

  all(...values: readonly SqlValue[]): readonly SqlRow[] {
    try {
      return this.#statement.all(...values);
    } catch (error) {
      throw translated(this.#path, error);
    }
  }

  run(...values: readonly SqlValue[]): void {
    try {
      this.#statement.run(...values);
    } catch (error) {
      throw translated(this.#path, error);
    }
  }
}

function run<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw translated(path, error);
  }
}

interface Trouble {
  readonly code: ToolkitErrorCode;
  readonly isRetryable: boolean;
  readonly text: string;
}

/** By SQLite's primary result code (https://www.sqlite.org/rescode.html). */
const TROUBLES: Readonly<Record<number, Trouble>> = {
  3: unavailable("may not be opened: check the rights of the file and its folder"),
  5: unavailable("is held by another process that does not let go; try again, and end what else has it open", true),
  6: unavailable("is locked by another statement; try again", true),
  8: unavailable("cannot be written: check the rights of the file, its folder and the file system"),
  10: unavailable("cannot be read or written: the file system reports an error", true),
  11: unavailable("is damaged: restore it from a copy, or start a new one and settle open calls by hand"),
  13: unavailable("cannot grow: the disk is full", true),
  14: unavailable("cannot be opened: check that its folder exists and may be written"),
  26: { code: "journal_incompatible", isRetryable: false, text: "is not a journal: name another path" },
};

function unavailable(text: string, isRetryable = false): Trouble {
  return { code: "journal_unavailable", isRetryable, text };
}

function translated(path: string, error: unknown): unknown {
  const number = errorNumber(error);
  if (number === undefined) return error;
  const trouble = TROUBLES[number & 0xff] ?? unavailable("reports an error");
  const reason = error instanceof Error ? error.message : String(error);
  return new ToolkitError(trouble.code, `the journal ${path} ${trouble.text} (${reason})`, {
    retryable: trouble.isRetryable,
    cause: error,
    details: { path, sqliteCode: number },
  });
}

/** SQLite's own code of an error that came from SQLite. */
function errorNumber(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode : undefined;
}

/** Whether an error says that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof ToolkitError)) return false;
  const code = error.details["sqliteCode"];
  return typeof code === "number" && (code & 0xff) === 5;
}
