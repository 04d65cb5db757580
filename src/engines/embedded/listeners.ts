/** Who is told of commits and of ends that could not be written. */

import type { Committed, EngineListener, Item, NumberedEntry, Unrecorded } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";

const NO_ITEMS: readonly Item[] = [];
const NO_LISTENERS: readonly EngineListener[] = [];

export class Listeners {
  /** Lists are replaced, never changed: one that is being told of a commit stays as it was. */
  #ofAll: readonly EngineListener[] = NO_LISTENERS;
  readonly #ofSession = new Map<string, readonly EngineListener[]>();

  add(session: string | undefined, listener: EngineListener): () => void {
    this.#replace(session, (listeners) => [...without(listeners, listener), listener]);
    return () => {
      this.#replace(session, (listeners) => without(listeners, listener));
    };
  }

  /** Whether a commit of the session has to be put together at all. */
  isHeard(session: string): boolean {
    return this.#ofAll.length > 0 || this.#ofSession.has(session);
  }

  committed(change: Committed): void {
    this.#tell(change.session, (listener) => listener.committed(change));
  }

  unrecorded(trouble: Unrecorded): void {
    this.#tell(trouble.session, (listener) => listener.unrecorded?.(trouble));
  }

  #replace(
    session: string | undefined,
    change: (listeners: readonly EngineListener[]) => readonly EngineListener[],
  ): void {
    if (session === undefined) {
      this.#ofAll = change(this.#ofAll);
      return;
    }
    const changed = change(this.#ofSession.get(session) ?? NO_LISTENERS);
    if (changed.length === 0) this.#ofSession.delete(session);
    else this.#ofSession.set(session, changed);
  }

  #tell(session: string, tell: (listener: EngineListener) => void): void {
    const ofSession = this.#ofSession.get(session) ?? NO_LISTENERS;
    tellEach(this.#ofAll, tell);
    tellEach(ofSession, tell);
  }
}

function without(listeners: readonly EngineListener[], listener: EngineListener): readonly EngineListener[] {
  return listeners.filter((other) => other !== listener);
}

function tellEach(listeners: readonly EngineListener[], tell: (listener: EngineListener) => void): void {
  for (const listener of listeners) {
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

/** What one change made visible. Its entries are numbered when somebody looks at them, which few listeners do. */
export class CommittedChange implements Committed {
  readonly session: string;
  readonly items: readonly Item[];
  readonly #first: number;
  readonly #append: readonly Json[] | undefined;

  constructor(session: string, first: number, append: readonly Json[] | undefined, put: readonly Item[] | undefined) {
    this.session = session;
    this.items = put ?? NO_ITEMS;
    this.#first = first;
    this.#append = append;
  }

  get entries(): readonly NumberedEntry[] {
    return (this.#append ?? []).map((entry, index) => ({ number: this.#first + index, entry }));
  }
}
