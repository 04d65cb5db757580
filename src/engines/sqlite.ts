/** The durable engine of one machine: a journal in one SQLite file, owned by one process at a time. */

import type { Engine } from "../core/engine.ts";
import { ToolkitError } from "../core/error.ts";
import { createEmbeddedEngine } from "./embedded.ts";
import { SqliteObserver } from "./sqlite/observer.ts";
import { SqliteStore } from "./sqlite/store.ts";

/** Less would forget a session between two responses of one turn. */
const MIN_RETAIN_MS = 60_000;

export interface SqliteEngineOptions {
  /** The journal's file, on a local disk; made (for its owner alone) when it does not exist. Its folder must exist. */
  readonly path: string;
  /** How long opening waits for another owner to let go, in milliseconds. Default 0: refused at once. */
  readonly lockWaitMs?: number | undefined;
  /**
   * How long a session is kept after the last thing that was written in it, in milliseconds, 1 minute or more. Default:
   * for ever. Then it goes as a whole, with its input ids, unless something in it is open: a call that runs, waits or is of
   * unknown outcome, a question, a settlement that its session was not told of.
   */
  readonly retainMs?: number | undefined;
  /** Reads, and leaves inputs for the owner; never takes the lock and never runs a call. Default false. */
  readonly observer?: boolean | undefined;
}

/**
 * Creates an engine that keeps calls in an SQLite file and survives the death of the process.
 *
 * Nothing is opened before the first use. Every commit is synced to disk, and the claim of a call is part of a commit
 * that comes before its first byte is sent: after a crash, a call that may have been sent is never sent again unless
 * that is declared safe. A second owner is refused with `journal_locked`, which says who has it. Two engines for one
 * path count as two owners, in one process too.
 *
 * Errors: `journal_locked`, `journal_unavailable`, `journal_incompatible`, `file_not_private`, `too_large`, `closed`.
 */
export function createSqliteEngine(options: SqliteEngineOptions): Engine {
  const { path, lockWaitMs = 0, observer = false, retainMs } = options;
  if (typeof path !== "string" || path === "" || path === ":memory:") {
    const next = "give the path of a file, or use createMemoryEngine()";
    throw new ToolkitError(
      "invalid_definition",
      `createSqliteEngine: path ${JSON.stringify(path)} names no file; ${next}`,
    );
  }
  if (!Number.isFinite(lockWaitMs) || lockWaitMs < 0) {
    throw new ToolkitError("invalid_definition", `createSqliteEngine: lockWaitMs must be 0 or more, not ${lockWaitMs}`);
  }
  if (retainMs !== undefined && !(Number.isFinite(retainMs) && retainMs >= MIN_RETAIN_MS)) {
    const message = `createSqliteEngine: retainMs must be ${String(MIN_RETAIN_MS)} or more, not ${String(retainMs)}`;
    throw new ToolkitError("invalid_definition", message);
  }
  return observer ? new SqliteObserver(path) : createEmbeddedEngine(new SqliteStore(path, lockWaitMs, retainMs));
}
