/** Folds the log into the file while nothing is asked of the journal, so that calls seldom wait for it. */

import { isToolkitError } from "../../core/error.ts";
import type { Database, Statement } from "./database.ts";

const LOOK_EVERY_MS = 500;
/** Folding costs about as much as a call does; fewer commits are not worth it. */
const MIN_COMMITS = 32;

export class IdleFolding {
  readonly #fold: Statement;
  #commits = 0;
  /** Commits at the last look, and at the last folding. */
  #seen = 0;
  #folded = 0;

  constructor(database: Database) {
    // It waits for nobody: what a reader still needs stays in the log.
    this.#fold = database.prepare("PRAGMA wal_checkpoint(PASSIVE)");
  }

  committed(): void {
    this.#commits += 1;
  }

  /** Begins; returns how to stop. Does not keep the process alive. */
  start(): () => void {
    const timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
    timer.unref();
    return () => clearInterval(timer);
  }

  #look(): void {
    const isBusy = this.#commits !== this.#seen;
    this.#seen = this.#commits;
    if (isBusy || this.#commits - this.#folded < MIN_COMMITS) return;
    this.#folded = this.#commits;
    try {
      this.#fold.get();
    } catch (error) {
      // The log keeps what could not be folded; the next commit tells its caller what is wrong with the file.
      if (!isToolkitError(error)) throw error;
    }
  }
}
