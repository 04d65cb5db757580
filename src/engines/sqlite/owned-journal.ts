/** The open file of the one owner: what is known without looking, then what is read; every commit durable and by the owner. */

import type { Json } from "../../core/json.ts";
import { ToolkitError } from "../../core/error.ts";
import type { Forgetting, OpenedJournal, TaskRow } from "../embedded/store.ts";
import { Database, type Statement } from "./database.ts";
import { ForgottenSessions } from "./forgotten-sessions.ts";
import { IdleFolding } from "./idle-folding.ts";
import { Inbox } from "./inbox.ts";
import { ensurePrivate, FileIdentity, LogIdentity } from "./journal-file.ts";
import { Listing, UNFINISHED_TASKS } from "./listing.ts";
import { type OwnerLock, thisOwner } from "./owner-lock.ts";
import { JournalReader } from "./reader.ts";
import { assertJournal, migrate } from "./schema.ts";
import { type SessionState, SessionStates } from "./session-states.ts";
import { docSlot, PART, slotOf } from "./slots.ts";
import { JournalWriter } from "./writer.ts";

/** Observers write one row at a time; whoever holds the file longer than this is not one of them. */
const BUSY_MS = 1_000;
/** How long a look at the files counts for the calls that one commit sets going. */
const FRESH_MS = 5;

export class OwnedJournal {
  readonly reader: JournalReader;
  readonly writer: JournalWriter;
  readonly inbox: Inbox;
  readonly #folding: IdleFolding;
  readonly #database: Database;
  readonly #lock: OwnerLock;
  readonly #sessions: SessionStates;
  readonly #listing: Listing;
  #forgotten: ForgottenSessions | undefined;
  readonly #epoch: number;
  readonly #readEpoch: Statement;
  readonly #files: readonly (FileIdentity | LogIdentity)[];
  #isRightAfterCommit = false;
  #isSeenAfterCommit = false;
  #seenAt = 0;

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
      this.#sessions = new SessionStates(this.#database);
      this.#listing = new Listing(this.#database);
      this.reader = new JournalReader(this.#database, this.#sessions);
      this.writer = new JournalWriter({
        database: this.#database,
        reader: this.reader,
        sessions: this.#sessions,
        listing: this.#listing,
      });
      this.inbox = new Inbox(this.#database);
      this.#folding = new IdleFolding(this.#database);
      this.#files = [new FileIdentity(path), new LogIdentity(`${path}-wal`)];
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  found(): OpenedJournal {
    const rows = this.#database
      .prepare(`SELECT value FROM lines WHERE number IN (${UNFINISHED_TASKS}) ORDER BY number`)
      .all();
    return {
      keyNamespace: String(this.#database.scalar("SELECT key_namespace FROM journal")),
      unfinished: rows.map((row) => JSON.parse(String(row["value"])) as TaskRow),
    };
  }

  accepted(session: string, inputId: string): { readonly reply: Json | undefined } | undefined {
    if (this.#sessions.of(session).isFree(slotOf(PART.input, inputId))) return undefined;
    return this.reader.accepted(session, inputId);
  }

  isTaskKnown(session: string, taskId: string): boolean {
    return !this.#sessions.of(session).isFree(slotOf(PART.task, taskId)) && this.reader.isTaskKnown(session, taskId);
  }

  doc(session: string): Json | undefined {
    return this.#value(this.#sessions.of(session), docSlot, undefined);
  }

  item(session: string, id: string): Json | undefined {
    return this.#value(this.#sessions.of(session), slotOf(PART.item, id), id);
  }

  #value(state: SessionState, slot: number, item: string | undefined): Json | undefined {
    if (state.id === undefined || state.isFree(slot)) return undefined;
    const known = state.valueOf(item);
    if (known !== undefined) return known.value;
    const found = this.reader.valueAt(state.id, slot, item ?? null);
    // What is not there is asked for again until it is written; what is there is mostly not asked for again.
    if (found === undefined)
      this.#sessions.hold(state, item, { number: undefined, value: undefined, length: item?.length ?? 0 });
    return found;
  }

  forget(...page: Parameters<Forgetting["forget"]>): number | undefined {
    this.#forgotten ??= new ForgottenSessions(this.#database);
    const { last, count } = this.#forgotten.forget(...page);
    // Names and values of what is gone.
    if (count > 0) this.#forgetCaches();
    return last;
  }

  /** Calls back when others may have left inputs, and tidies up when there is nothing to do; returns how to stop both. */
  watch(onNews: () => void): () => void {
    const stops = [this.inbox.watch(onNews), this.#folding.start()];
    return () => stops.forEach((stop) => stop());
  }

  transact(work: () => void): void {
    this.#assertSameFiles();
    try {
      this.#database.transact(() => {
        this.#assertEpoch();
        work();
        this.writer.finish();
      });
    } catch (error) {
      this.#forgetCaches();
      throw error;
    }
    this.#folding.committed();
    this.#isRightAfterCommit = true;
    this.#isSeenAfterCommit = false;
    queueMicrotask(this.#endOfEffects);
  }

  /**
   * Looked at once for all that begins right after a commit, in the same breath as it. Whoever asks later, or when that
   * takes long, has it looked at anew.
   */
  assertOwned(): void {
    if (this.#isSeenAfterCommit && performance.now() - this.#seenAt < FRESH_MS) return;
    this.#assertSameFiles();
    this.#isSeenAfterCommit = this.#isRightAfterCommit;
    this.#seenAt = performance.now();
  }

  readonly #endOfEffects = (): void => {
    this.#isRightAfterCommit = false;
    this.#isSeenAfterCommit = false;
  };

  #forgetCaches(): void {
    this.#sessions.forget();
    this.#listing.forget();
    this.writer.forget();
  }

  #assertSameFiles(): void {
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

/** A claim that a power loss forgets would be sent twice, so every commit is synced. */
function setDurable(database: Database): void {
  // Of a new file only: fewer, larger pages for a commit that appends.
  database.exec("PRAGMA page_size = 8192");
  const mode = database.scalar("PRAGMA journal_mode = WAL");
  database.exec("PRAGMA synchronous = FULL");
  // Lines of sessions that were not used lately are found without reading the file again.
  database.exec("PRAGMA cache_size = -8000");
  // Near 8 MB the log is folded in and begins anew: a sync of what is written over costs half of one that grows a file.
  database.exec("PRAGMA wal_autocheckpoint = 1000");
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
