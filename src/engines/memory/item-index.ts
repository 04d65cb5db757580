/** Items by session and id, and by kind and status for those who search across sessions. */

import type { FoundItem, Item, ItemQuery } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";

interface Entry {
  /** Order of the first write. */
  readonly sequence: number;
  readonly session: string;
  readonly id: string;
  kind: string;
  status: string;
  value: Json;
  writtenAt: number;
}

const DEFAULT_LIMIT = 1_000;

export class ItemIndex {
  readonly #bySession = new Map<string, Map<string, Entry>>();
  /** Kind, then status. */
  readonly #byKind = new Map<string, Map<string, Set<Entry>>>();
  #count = 0;

  get(session: string, id: string): { readonly value: Json } | undefined {
    return this.#bySession.get(session)?.get(id);
  }

  put(session: string, item: Item, at: number): void {
    let ofSession = this.#bySession.get(session);
    if (ofSession === undefined) this.#bySession.set(session, (ofSession = new Map()));
    const known = ofSession.get(item.id);
    if (known === undefined) {
      const { id, kind, status, value } = item;
      const entry: Entry = { sequence: this.#count++, session, id, kind, status, value, writtenAt: at };
      ofSession.set(item.id, entry);
      this.#of(item.kind, item.status).add(entry);
      return;
    }
    this.#move(known, item);
    known.value = item.value;
    known.writtenAt = at;
  }

  find(query: ItemQuery): readonly FoundItem[] {
    const { after } = query;
    const behind = after === undefined ? -1 : this.#bySession.get(after.session)?.get(after.id)?.sequence;
    if (behind === undefined) return [];
    const found = this.#candidates(query).filter((entry) => entry.sequence > behind);
    found.sort((a, b) => a.sequence - b.sequence);
    return found.slice(0, query.limit ?? DEFAULT_LIMIT).map(toFound);
  }

  #candidates(query: ItemQuery): Entry[] {
    const { kind, status, session } = query;
    if (session !== undefined) {
      const ofSession = [...(this.#bySession.get(session)?.values() ?? [])];
      return ofSession.filter((entry) => entry.kind === kind && (status?.includes(entry.status) ?? true));
    }
    const ofKind = this.#byKind.get(kind);
    if (ofKind === undefined) return [];
    const wanted = status === undefined ? ofKind.keys() : new Set(status);
    return Array.from(wanted).flatMap((one) => [...(ofKind.get(one) ?? [])]);
  }

  #move(entry: Entry, item: Item): void {
    if (entry.kind === item.kind && entry.status === item.status) return;
    this.#of(entry.kind, entry.status).delete(entry);
    entry.kind = item.kind;
    entry.status = item.status;
    this.#of(item.kind, item.status).add(entry);
  }

  #of(kind: string, status: string): Set<Entry> {
    let ofKind = this.#byKind.get(kind);
    if (ofKind === undefined) this.#byKind.set(kind, (ofKind = new Map()));
    let set = ofKind.get(status);
    if (set === undefined) ofKind.set(status, (set = new Set()));
    return set;
  }
}

function toFound(entry: Entry): FoundItem {
  const { session, id, kind, status, value, writtenAt } = entry;
  return { session, id, kind, status, value, writtenAt };
}
