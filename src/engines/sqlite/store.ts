/** A journal file as the embedded engine's store, from taking its lock to giving it back. */

import type { Alarm, EngineTraits, FoundItem, ItemQuery, NumberedEntry } from "../../core/engine.ts";
import { ToolkitError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import type { Forgetting, JournalStore, LeftInput, OpenedJournal, SessionWrite, TaskRow } from "../embedded/store.ts";
import { journalPath } from "./journal-file.ts";
import { OwnedJournal } from "./owned-journal.ts";
import { OwnerLock } from "./owner-lock.ts";
import { MAX_VALUE_BYTES } from "./value-text.ts";

export const sqliteTraits: EngineTraits = {
  maxValueBytes: MAX_VALUE_BYTES,
  isShared: false,
  isObserver: false,
  isDurable: true,
};

export class SqliteStore implements JournalStore {
  readonly traits = sqliteTraits;
  readonly isGrouping = true;
  readonly #path: string;
  readonly #lockWaitMs: number;
  readonly forgetting: Forgetting | undefined;
  #owned: OwnedJournal | undefined;

  constructor(path: string, lockWaitMs: number, retainMs?: number) {
    this.#path = path;
    this.#lockWaitMs = lockWaitMs;
    this.forgetting =
      retainMs === undefined ? undefined : { retainMs, forget: (...page) => this.#journal.forget(...page) };
  }

  async open(options: { readonly now: number; sleep(ms: number): Promise<void> }): Promise<OpenedJournal> {
    const path = journalPath(this.#path);
    const lock = await OwnerLock.take(path, this.#lockWaitMs, (ms) => options.sleep(ms));
    try {
      this.#owned = new OwnedJournal(path, lock, options.now);
      return this.#owned.found();
    } catch (error) {
      this.close();
      lock.release();
      throw error;
    }
  }

  close(): void {
    this.#owned?.close();
    this.#owned = undefined;
  }

  get #journal(): OwnedJournal {
    if (this.#owned === undefined) throw new ToolkitError("closed", "the journal was closed");
    return this.#owned;
  }

  transact(work: () => void): void {
    this.#journal.transact(work);
  }

  assertOwned(): void {
    this.#journal.assertOwned();
  }

  accepted(session: string, inputId: string): { readonly reply: Json | undefined } | undefined {
    return this.#journal.accepted(session, inputId);
  }

  isTaskKnown(session: string, taskId: string): boolean {
    return this.#journal.isTaskKnown(session, taskId);
  }

  doc(session: string): Json | undefined {
    return this.#journal.doc(session);
  }

  item(session: string, id: string): Json | undefined {
    return this.#journal.item(session, id);
  }

  find(query: ItemQuery): readonly FoundItem[] {
    return this.#journal.reader.find(query);
  }

  history(session: string, from: number, max: number): readonly NumberedEntry[] {
    return this.#journal.reader.history(session, from, max);
  }

  dueAlarms(now: number, limit: number): readonly Alarm[] {
    return this.#journal.reader.dueAlarms(now, limit);
  }

  alarmAt(session: string, id: string): number | undefined {
    return this.#journal.reader.alarmAt(session, id);
  }

  nextAlarmAt(): number | undefined {
    return this.#journal.reader.nextAlarmAt();
  }

  write(change: SessionWrite): number {
    return this.#journal.writer.write(change);
  }

  saveTask(row: TaskRow): void {
    this.#journal.writer.saveTask(row);
  }

  watchLeftInputs(onNews: () => void): () => void {
    return this.#journal.watch(onNews);
  }

  leftInputs(limit: number): readonly LeftInput[] {
    return this.#journal.inbox.left(limit);
  }

  answerLeftInput(number: number, refusal?: { readonly code: string; readonly message: string }): void {
    this.#journal.inbox.answer(number, refusal);
  }
}
