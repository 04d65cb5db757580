/**
 * The lock that makes one process the owner of a journal: an exclusive transaction on a file beside it, held for life.
 * The operating system drops it when the process dies, and keeps it while the process is paused.
 */

import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { ToolkitError } from "../../core/error.ts";
import { Database, isBusy } from "./database.ts";
import { ensurePrivate } from "./journal-file.ts";

const POLL_MS = 50;

/** Who owns a journal; kept in the journal itself, so that a refused process can tell. */
export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Wall time in milliseconds. */
  readonly since: number;
}

export function thisOwner(since: number): Owner {
  return { pid: process.pid, host: hostname(), since };
}

export class OwnerLock {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Takes the lock of the journal, waiting up to `waitMs` for another owner to let go. */
  static async take(journal: string, waitMs: number, sleep: (ms: number) => Promise<void>): Promise<OwnerLock> {
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const lock = OwnerLock.#tryTake(`${journal}.lock`);
      if (lock !== undefined) return lock;
      if (waitedMs >= waitMs) throw locked(journal);
      await sleep(Math.min(POLL_MS, waitMs - waitedMs));
    }
  }

  static #tryTake(path: string): OwnerLock | undefined {
    ensurePrivate(path);
    const database = new Database(path, { busyMs: 0 });
    try {
      database.exec("BEGIN EXCLUSIVE");
      return new OwnerLock(database);
    } catch (error) {
      database.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
  }

  release(): void {
    this.#database.close();
  }
}

function locked(journal: string): ToolkitError {
  const owner = ownerOf(journal);
  const who =
    owner === undefined
      ? "another process"
      : `process ${owner.pid} on ${owner.host}, since ${new Date(owner.since).toISOString()}`;
  const next = "end it, wait with lockWaitMs, or open the journal with observer: true to read and decide";
  return new ToolkitError("journal_locked", `the journal ${journal} is owned by ${who}; ${next}`, {
    retryable: true,
    details: { path: journal, ...owner },
  });
}

/** Best effort, for the message: an owner that is just starting may not have said who it is. */
function ownerOf(journal: string): Owner | undefined {
  if (!existsSync(journal)) return undefined;
  let database: Database | undefined;
  try {
    database = new Database(journal, { busyMs: 100, readOnly: true });
    const text = database.scalar("SELECT owner FROM journal");
    return typeof text === "string" ? (JSON.parse(text) as Owner) : undefined;
  } catch {
    // The refusal is what matters; a journal that cannot be read now is told at its own opening.
    return undefined;
  } finally {
    database?.close();
  }
}
