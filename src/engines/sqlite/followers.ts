/** Tells an observer's listeners of entries that the owner appended, by looking for them. Items are not told: read them. */

import type { EngineListener } from "../../core/engine.ts";
import { isToolkitError } from "../../core/error.ts";
import type { JournalReader } from "./reader.ts";

const LOOK_EVERY_MS = 200;
const PAGE = 1_000;

interface Follower {
  readonly session: string;
  readonly listener: EngineListener;
  /** The number of the first entry that was not told. */
  next: number;
}

export class Followers {
  readonly #reader: JournalReader;
  readonly #all = new Set<Follower>();
  #timer: NodeJS.Timeout | undefined;

  constructor(reader: JournalReader) {
    this.#reader = reader;
  }

  /** Follows a session from here on; the process lives as long as somebody follows. */
  add(session: string, listener: EngineListener): () => void {
    const follower: Follower = { session, listener, next: this.#reader.entryCount(session) };
    this.#all.add(follower);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
    return () => {
      this.#all.delete(follower);
      if (this.#all.size === 0) this.stop();
    };
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#all.clear();
  }

  #look(): void {
    for (const follower of this.#all) {
      try {
        this.#tell(follower);
      } catch (error) {
        // A journal that cannot be read now is looked at again.
        if (!isToolkitError(error)) throw error;
      }
    }
  }

  #tell(follower: Follower): void {
    const { session, listener } = follower;
    const entries = this.#reader.history(session, follower.next, PAGE);
    if (entries.length === 0) return;
    follower.next += entries.length;
    listener.committed({ session, entries, items: [] });
  }
}
