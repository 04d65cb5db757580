/** Sessions in memory, without copies: what is put in must not be changed afterwards. Nothing survives the process. */

import { randomUUID } from "node:crypto";
import type { Alarm, EngineTraits, FoundItem, ItemQuery, NumberedEntry } from "../../core/engine.ts";
import type { Json } from "../../core/json.ts";
import type { JournalStore, OpenedJournal, SessionWrite } from "../embedded/store.ts";
import { AlarmHeap } from "./alarm-heap.ts";
import { ItemIndex } from "./item-index.ts";
import { MemorySession } from "./session.ts";

export class MemoryStore implements JournalStore {
  readonly traits: EngineTraits = {
    maxValueBytes: Number.POSITIVE_INFINITY,
    isShared: false,
    isObserver: false,
    isDurable: false,
  };
  readonly isGrouping = false;
  readonly #sessions = new Map<string, MemorySession>();
  readonly #items = new ItemIndex(this.#sessions);
  /** The session that was looked at last: one fold looks at one session many times. */
  #last: MemorySession | undefined;
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
    const accepted = this.#find(session)?.accepted;
    return accepted?.has(inputId) === true ? { reply: accepted.get(inputId) } : undefined;
  }

  isTaskKnown(session: string, taskId: string): boolean {
    return this.#find(session)?.tasks.has(taskId) === true;
  }

  doc(session: string): Json | undefined {
    return this.#find(session)?.doc;
  }

  item(session: string, id: string): Json | undefined {
    return this.#find(session)?.items.get(id)?.value;
  }

  find(query: ItemQuery): readonly FoundItem[] {
    return this.#items.find(query);
  }

  history(session: string, from: number, max: number): readonly NumberedEntry[] {
    const entries = this.#find(session)?.entries.slice(from, from + max) ?? [];
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
    if (change.put !== undefined) for (const item of change.put) this.#items.put(session, item, change.at);
    if (change.endedTask !== undefined && change.isTaskForgotten === true) session.tasks.delete(change.endedTask);
    if (change.tasks !== undefined) for (const row of change.tasks) session.tasks.add(row.task.id);
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

  #find(id: string): MemorySession | undefined {
    if (this.#last?.id === id) return this.#last;
    const session = this.#sessions.get(id);
    if (session !== undefined) this.#last = session;
    return session;
  }

  #session(id: string): MemorySession {
    const known = this.#find(id);
    if (known !== undefined) return known;
    const session = new MemorySession(id);
    this.#sessions.set(id, session);
    return session;
  }
}
