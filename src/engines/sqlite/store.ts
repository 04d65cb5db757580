/** A journal file as the embedded engine's store, from taking its lock to giving it back. */

import type { Alarm, EngineTraits, FoundItem, ItemQuery, NumberedEntry } from "../../core/engine.ts";
import { ToolkitError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import type { Forgetting, JournalStore, LeftInput, OpenedJournal, SessionWrite, TaskRow } from "../embedded/store.ts";
import { Database, type Statement } from "./database.ts";
import { ForgottenSessions } from "./forgotten-sessions.ts";
import { Inbox } from "./inbox.ts";
import { ensurePrivate, FileIdentity, journalPath } from "./journal-file.ts";
import { OwnerLock, thisOwner } from "./owner-lock.ts";
import { JournalReader } from "./reader.ts";
import { docKey, itemKey, RecentValues } from "./recent-values.ts";
import { assertJournal, migrate } from "./schema.ts";
import { SessionIds } from "./session-ids.ts";
import { MAX_VALUE_BYTES } from "./value-text.ts";
import { JournalWriter } from "./writer.ts";

/** Observers write one row at a time; whoever holds the file longer than this is not one of them. */
const BUSY_MS = 1_000;

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
    this.#journal.assertSameFiles();
  }

  accepted(session: string, inputId: string): { readonly reply: Json | undefined } | undefined {
    return this.#journal.reader.accepted(session, inputId);
  }

  isTaskKnown(session: string, taskId: string): boolean {
    return this.#journal.reader.isTaskKnown(session, taskId);
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
    return this.#journal.inbox.watch(onNews);
  }

  leftInputs(limit: number): readonly LeftInput[] {
    return this.#journal.inbox.left(limit);
  }

  answerLeftInput(number: number, refusal?: { readonly code: string; readonly message: string }): void {
    this.#journal.inbox.answer(number, refusal);
  }
}

/** The open file of the one owner. */
class OwnedJournal {
  readonly reader: JournalReader;
  readonly writer: JournalWriter;
  readonly inbox: Inbox;
  readonly #database: Database;
  readonly #lock: OwnerLock;
  readonly #sessions: SessionIds;
  readonly #recent = new RecentValues();
  #forgotten: ForgottenSessions | undefined;
  readonly #epoch: number;
  readonly #readEpoch: Statement;
  readonly #files: readonly FileIdentity[];

  constructor(path: string, lock: OwnerLock, now: number) {
    ensurePrivate(path);
    this.#lock = lock;
    this.#database = new Database(path, { busyMs: BUSY_MS });
    try {
      // First of all: nothing is done to a file that is not ours.
      assertJournal(this.#database);
      setDurable(this.#database);
      migrate(this.#database, now);
      this.#epoch = takeOver(this.#database, now);
      this.#readEpoch = this.#database.prepare("SELECT epoch FROM journal");
      this.#sessions = new SessionIds(this.#database);
      this.reader = new JournalReader(this.#database, this.#sessions);
      this.writer = new JournalWriter(this.#database, this.#sessions, this.#recent);
      this.inbox = new Inbox(this.#database);
      this.#files = [new FileIdentity(path), new FileIdentity(`${path}-wal`)];
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  found(): OpenedJournal {
    const rows = this.#database.prepare("SELECT task FROM unfinished_tasks").all();
    return {
      keyNamespace: String(this.#database.scalar("SELECT key_namespace FROM journal")),
      unfinished: rows.map((row) => JSON.parse(String(row["task"])) as TaskRow),
    };
  }

  doc(session: string): Json | undefined {
    return this.#recently(session, docKey, () => this.reader.doc(session));
  }

  item(session: string, itemId: string): Json | undefined {
    return this.#recently(
      session,
      (id) => itemKey(id, itemId),
      () => this.reader.item(session, itemId),
    );
  }

  /** What was written or missed lately, else what is read. */
  #recently(session: string, keyOf: (id: number) => string, read: () => Json | undefined): Json | undefined {
    const id = this.#sessions.find(session);
    if (id === undefined) return undefined;
    const key = keyOf(id);
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent === NOTHING ? undefined : recent;
    const value = read();
    // Most sessions have no document and every fold asks; a new response is asked for twice before it is written.
    if (value === undefined) this.#recent.set(key, NOTHING, 0);
    return value;
  }

  forget(...page: Parameters<Forgetting["forget"]>): number | undefined {
    this.#forgotten ??= new ForgottenSessions(this.#database);
    const { last, count } = this.#forgotten.forget(...page);
    // Names and values of what is gone.
    if (count > 0) this.#forgetCaches();
    return last;
  }

  transact(work: () => void): void {
    this.assertSameFiles();
    try {
      this.#database.transact(() => {
        this.#assertEpoch();
        work();
      });
    } catch (error) {
      this.#forgetCaches();
      throw error;
    }
  }

  #forgetCaches(): void {
    this.#sessions.forget();
    this.#recent.forget();
    this.writer.forget();
  }

  assertSameFiles(): void {
    for (const file of this.#files) file.assertSame();
  }

  /** A second net, should a file system not honor the lock or somebody remove the lock's file. */
  #assertEpoch(): void {
    if (this.#readEpoch.get()?.["epoch"] === this.#epoch) return;
    const message = `the journal ${this.#database.path} was taken over by another process; this one must not go on`;
    throw new ToolkitError("journal_locked", message, { details: { path: this.#database.path } });
  }

  close(): void {
    this.#database.close();
    this.#lock.release();
  }
}

/** Stands in memory for what was never written. */
const NOTHING: Json = Object.freeze({});

/** A claim that a power loss forgets would be sent twice, so every commit is synced. */
function setDurable(database: Database): void {
  const mode = database.scalar("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL");
  // Pages that calls write again and again are folded in less often; the log stays near 16 MB.
  database.exec("PRAGMA wal_autocheckpoint = 4000");
  const synchronous = database.scalar("PRAGMA synchronous");
  if (mode === "wal" && synchronous === 2) return;
  const state = `journal_mode ${String(mode)}, synchronous ${String(synchronous)}`;
  const message = `the journal ${database.path} cannot be made durable here (${state}); keep it on a local disk`;
  throw new ToolkitError("journal_unavailable", message);
}

/** Counts up the epoch and says who owns the journal; returns the epoch. */
function takeOver(database: Database, now: number): number {
  let epoch = 0;
  database.transact(() => {
    const sql = "UPDATE journal SET epoch = epoch + 1, owner = ? RETURNING epoch";
    epoch = Number(database.prepare(sql).get(JSON.stringify(thisOwner(now)))?.["epoch"]);
  });
  return epoch;
}
