/** Sessions in memory, without copies: what is put in must not be changed afterwards. Nothing survives the process. */

import { randomUUID } from "node:crypto";
import type { Alarm, EngineTraits, FoundItem, Item, ItemQuery, NumberedEntry } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { JournalStore, OpenedJournal, SessionWrite } from "../embedded/store.ts";
import { AlarmHeap } from "./alarm-heap.ts";
import { ItemIndex } from "./item-index.ts";

interface Session {
  doc: Json | undefined;
  readonly entries: Json[];
  /** Replies by input id. */
  readonly accepted: Map<string, Json | undefined>;
}

export class MemoryStore implements JournalStore {
  readonly traits: EngineTraits = { maxValueBytes: Number.POSITIVE_INFINITY, isShared: false, isDurable: false };
  readonly isGrouping = false;
  readonly #sessions = new Map<string, Session>();
  readonly #items = new ItemIndex();
  readonly #tasks = new Set<string>();
  readonly #alarms = new AlarmHeap();

  open(): Promise<OpenedJournal> {
    return Promise.resolve({ keyNamespace: randomUUID(), unfinished: [] });
  }

  transact(work: () => void): void {
    work();
  }

  assertOwned(): void {
    // Nobody else can reach this memory.
  }

  accepted(session: string, inputId: string): { readonly reply: Json | undefined } | undefined {
    const accepted = this.#sessions.get(session)?.accepted;
    return accepted?.has(inputId) === true ? { reply: accepted.get(inputId) } : undefined;
  }

  isTaskKnown(_session: string, taskId: string): boolean {
    return this.#tasks.has(taskId);
  }

  doc(session: string): Json | undefined {
    return this.#sessions.get(session)?.doc;
  }

  item(session: string, id: string): Json | undefined {
    return this.#items.get(session, id)?.value;
  }

  find(query: ItemQuery): readonly FoundItem[] {
    return this.#items.find(query);
  }

  history(session: string, from: number, max: number): readonly NumberedEntry[] {
    const entries = this.#sessions.get(session)?.entries.slice(from, from + max) ?? [];
    return entries.map((entry, index) => ({ number: from + index, entry }));
  }

  dueAlarms(now: number, limit: number): readonly Alarm[] {
    return this.#alarms.due(now, limit);
  }

  alarmAt(session: string, id: string): number | undefined {
    return this.#alarms.at(session, id);
  }

  nextAlarmAt(): number | undefined {
    return this.#alarms.nextAt();
  }

  write(change: SessionWrite): number {
    const session = this.#session(change.session);
    const first = session.entries.length;
    if (change.input !== undefined) session.accepted.set(change.input.id, change.input.reply);
    if (change.doc !== undefined) session.doc = change.doc;
    if (change.append !== undefined) for (const entry of change.append) session.entries.push(entry);
    if (change.put !== undefined) this.#put(change.session, change.put, change.at);
    if (change.endedTask !== undefined && change.isTaskForgotten === true) this.#tasks.delete(change.endedTask);
    if (change.tasks !== undefined) for (const row of change.tasks) this.#tasks.add(row.task.id);
    if (change.dropAlarms !== undefined) for (const id of change.dropAlarms) this.#alarms.drop(change.session, id);
    if (change.alarms !== undefined) {
      for (const { id, at } of change.alarms) this.#alarms.set({ session: change.session, id, at });
    }
    return first;
  }

  saveTask(): void {
    // The engine keeps the row of an unfinished task itself.
  }

  close(): void {
    // Forgotten with the last reference.
  }

  #put(session: string, items: readonly Item[], at: number): void {
    for (const item of items) this.#items.put(session, item, at);
  }

  #session(id: string): Session {
    let session = this.#sessions.get(id);
    if (session === undefined) {
      session = { doc: undefined, entries: [], accepted: new Map() };
      this.#sessions.set(id, session);
    }
    return session;
  }
}
