/** Finds items across sessions by kind and status. A kind is indexed from its first search on: most are never searched for. */

import type { FoundItem, Item, ItemQuery } from "../../core/engine.ts";
import type { KeptItem, MemorySession } from "./session.ts";

const DEFAULT_LIMIT = 1_000;

type ByStatus = Map<string, Set<KeptItem>>;

export class ItemIndex {
  readonly #sessions: ReadonlyMap<string, MemorySession>;
  readonly #byKind = new Map<string, ByStatus>();
  #count = 0;

  constructor(sessions: ReadonlyMap<string, MemorySession>) {
    this.#sessions = sessions;
  }

  put(session: MemorySession, item: Item, at: number): void {
    const { id, kind, status, value } = item;
    const known = session.items.get(id);
    if (known === undefined) {
      const kept: KeptItem = { sequence: this.#count++, session: session.id, id, kind, status, value, writtenAt: at };
      session.items.set(id, kept);
      this.#add(kept);
      return;
    }
    if (known.kind !== kind || known.status !== status) this.#move(known, item);
    known.value = value;
    known.writtenAt = at;
  }

  find(query: ItemQuery): readonly FoundItem[] {
    const { after } = query;
    const behind = after === undefined ? -1 : this.#sessions.get(after.session)?.items.get(after.id)?.sequence;
    if (behind === undefined) return [];
    const found = this.#candidates(query).filter((item) => item.sequence > behind);
    found.sort((a, b) => a.sequence - b.sequence);
    return found.slice(0, query.limit ?? DEFAULT_LIMIT).map(toFound);
  }

  #candidates(query: ItemQuery): KeptItem[] {
    const { kind, status, session } = query;
    if (session !== undefined) {
      const ofSession = [...(this.#sessions.get(session)?.items.values() ?? [])];
      return ofSession.filter((item) => item.kind === kind && (status?.includes(item.status) ?? true));
    }
    const ofKind = this.#byKind.get(kind) ?? this.#index(kind);
    const wanted = status === undefined ? ofKind.keys() : new Set(status);
    return Array.from(wanted).flatMap((one) => [...(ofKind.get(one) ?? [])]);
  }

  #index(kind: string): ByStatus {
    const ofKind: ByStatus = new Map();
    this.#byKind.set(kind, ofKind);
    for (const { items } of this.#sessions.values()) {
      for (const item of items.values()) if (item.kind === kind) this.#add(item);
    }
    return ofKind;
  }

  #move(known: KeptItem, item: Item): void {
    this.#byKind.get(known.kind)?.get(known.status)?.delete(known);
    known.kind = item.kind;
    known.status = item.status;
    this.#add(known);
  }

  #add(item: KeptItem): void {
    const ofKind = this.#byKind.get(item.kind);
    if (ofKind === undefined) return;
    const set = ofKind.get(item.status);
    if (set === undefined) ofKind.set(item.status, new Set([item]));
    else set.add(item);
  }
}

function toFound(item: KeptItem): FoundItem {
  const { session, id, kind, status, value, writtenAt } = item;
  return { session, id, kind, status, value, writtenAt };
}
