/** The journal's files on disk: made private, found again, and recognized when somebody replaces them. Knows nothing of SQL. */

import { closeSync, existsSync, openSync, realpathSync, statSync, type Stats } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ToolkitError } from "../../core/error.ts";

const OTHERS = 0o077;

/**
 * The one name of a journal, whatever symbolic links lead to it. Its folder must exist; what is no regular file, or has
 * two names that no link tells apart, is refused.
 */
export function journalPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) {
    const real = realpathSync(absolute);
    const found = statSync(real);
    assertRegular(real, found);
    assertOneName(real, found);
    return real;
  }
  const folder = dirname(absolute);
  if (!existsSync(folder)) {
    throw new ToolkitError(
      "journal_unavailable",
      `the folder ${folder} of the journal does not exist; create it first`,
    );
  }
  return join(realpathSync(folder), basename(absolute));
}

function assertRegular(path: string, found: Stats): void {
  if (found.isFile()) return;
  const what = found.isDirectory() ? "is a folder" : "is no regular file";
  throw new ToolkitError("journal_unavailable", `the journal ${path} ${what}; name a file on a local disk`, {
    details: { path },
  });
}

/** The lock and the log lie beside a name: under two names one file would have two owners. */
function assertOneName(path: string, { nlink }: Stats): void {
  if (nlink <= 1) return;
  throw new ToolkitError(
    "journal_unavailable",
    `the journal ${path} has ${String(nlink)} names (hard links), and an owner under each would send the same calls; remove all but one (find them with: find . -samefile '${path}')`,
    { details: { path, names: nlink } },
  );
}

/** Makes the file for its owner alone, or checks that the one that exists is. */
export function ensurePrivate(path: string): void {
  try {
    // Never opens a file that exists: closing it would drop the locks that this process holds on it.
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolkitError("journal_unavailable", `the journal ${path} cannot be created: ${reason}`, {
        cause: error,
      });
    }
    assertPrivate(path);
  }
}

/** Refuses a file that others can read: it holds the arguments and results of calls. */
export function assertPrivate(path: string): void {
  if (process.platform === "win32") return;
  const { mode } = statSync(path);
  if ((mode & OTHERS) === 0) return;
  throw new ToolkitError("file_not_private", `the journal ${path} can be read by others; run: chmod 600 '${path}'`, {
    details: { path, mode: (mode & 0o777).toString(8) },
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Notices that a file is not the one that was opened (removed, moved away or replaced), or has got a second name. */
export class FileIdentity {
  readonly #path: string;
  readonly #device: number;
  readonly #inode: number;

  constructor(path: string) {
    const { dev, ino } = statSync(path);
    this.#path = path;
    this.#device = dev;
    this.#inode = ino;
  }

  assertSame(): void {
    const now = statSync(this.#path, { throwIfNoEntry: false });
    if (now?.ino === this.#inode && now.dev === this.#device) {
      assertOneName(this.#path, now);
      return;
    }
    const what = now === undefined ? "was removed" : "was replaced by another file";
    throw new ToolkitError(
      "journal_unavailable",
      `the journal file ${this.#path} ${what} while it was open; nothing is sent without it`,
      {
        details: { path: this.#path },
      },
    );
  }
}

/** A folder that changed less than this ago may change again within one tick of its clock. */
const SETTLED_MS = 3_000;

/**
 * Notices the same of the log, by its folder: what is added, removed or renamed there changes the folder's times. The log
 * itself is looked at only after that. On Linux (6.13 and later) a file whose times were asked for gets new ones with its
 * next write, so every sync would write those too: a second trip to the disk.
 */
export class LogIdentity {
  readonly #log: FileIdentity;
  readonly #folder: string;
  readonly #now: () => number;
  /** The folder as it was when it had been at rest and the log was the one that was opened. */
  #settled: Pick<Stats, "dev" | "ino" | "ctimeMs"> | undefined;

  /** `now` is wall time, which the folder's times are of. */
  constructor(path: string, now: () => number = Date.now) {
    this.#log = new FileIdentity(path);
    this.#folder = dirname(path);
    this.#now = now;
  }

  assertSame(): void {
    // Before the log: a change in between is seen the next time.
    const folder = statSync(this.#folder, { throwIfNoEntry: false });
    if (folder !== undefined && isUnchanged(folder, this.#settled)) return;
    this.#settled = undefined;
    this.#log.assertSame();
    if (folder !== undefined && this.#now() - folder.ctimeMs > SETTLED_MS) this.#settled = folder;
  }
}

function isUnchanged(now: Stats, before: Pick<Stats, "dev" | "ino" | "ctimeMs"> | undefined): boolean {
  return before !== undefined && now.ctimeMs === before.ctimeMs && now.ino === before.ino && now.dev === before.dev;
}
