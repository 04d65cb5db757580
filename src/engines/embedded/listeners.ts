/** Who is told of commits and of ends that could not be written. */

import type { Committed, EngineListener, Item, NumberedEntry, Unrecorded } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";

const NO_ITEMS: readonly Item[] = [];

export class Listeners {
  readonly #ofAll = new Set<EngineListener>();
  readonly #ofSession = new Map<string, Set<EngineListener>>();

  add(session: string | undefined, listener: EngineListener): () => void {
    const set = session === undefined ? this.#ofAll : this.#of(session);
    set.add(listener);
    return () => {
      set.delete(listener);
      if (session !== undefined && set.size === 0) this.#ofSession.delete(session);
    };
  }

  /** Whether a commit of the session has to be put together at all. */
  isHeard(session: string): boolean {
    return this.#ofAll.size > 0 || this.#ofSession.has(session);
  }

  committed(change: Committed): void {
    this.#tell(change.session, (listener) => listener.committed(change));
  }

  unrecorded(trouble: Unrecorded): void {
    this.#tell(trouble.session, (listener) => listener.unrecorded?.(trouble));
  }

  #of(session: string): Set<EngineListener> {
    let set = this.#ofSession.get(session);
    if (set === undefined) this.#ofSession.set(session, (set = new Set()));
    return set;
  }

  #tell(session: string, tell: (listener: EngineListener) => void): void {
    for (const listener of [...this.#ofAll, ...(this.#ofSession.get(session) ?? [])]) {
      try {
        tell(listener);
      } catch (error) {
        // What was committed stands. The listener's fault surfaces as uncaught instead of stopping the engine half-way.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

/** What one change made visible. */
export function committedOf(
  session: string,
  first: number,
  append: readonly Json[] | undefined,
  put: readonly Item[] | undefined,
): Committed {
  const entries: readonly NumberedEntry[] = (append ?? []).map((entry, index) => ({ number: first + index, entry }));
  return { session, entries, items: put ?? NO_ITEMS };
}
