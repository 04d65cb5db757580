/** Reads a journal that another process owns, and leaves inputs for that owner. Never takes the lock, never runs a call. */

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import type { Clock } from "../../core/clock.ts";
import type {
  ClientPost,
  Engine,
  EngineListener,
  EngineTraits,
  FoundItem,
  ItemQuery,
  NumberedEntry,
  OpenOptions,
  Program,
} from "../../core/engine.ts";
import { ToolkitError, type ToolkitErrorCode } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import { systemClock } from "../../core/system-clock.ts";
import { Database } from "./database.ts";
import { Followers } from "./followers.ts";
import { Inbox } from "./inbox.ts";
import { assertPrivate, journalPath } from "./journal-file.ts";
import { JournalReader } from "./reader.ts";
import { assertCurrent } from "./schema.ts";
import { SessionIds } from "./session-ids.ts";
import { sqliteTraits } from "./store.ts";

const BUSY_MS = 1_000;
const LOOK_EVERY_MS = 50;
/** An owner that runs answers within half a second. */
const ANSWER_WITHIN_MS = 5_000;

export class SqliteObserver implements Engine {
  readonly traits: EngineTraits = { ...sqliteTraits, isObserver: true };
  readonly #path: string;
  #clock: Clock = systemClock;
  #view: OpenView | undefined;
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
  }

  async open(_program: Program, options: OpenOptions): Promise<void> {
    this.#clock = options.clock;
    this.#look();
  }

  keyNamespace(): string {
    return this.#look().keyNamespace;
  }

  async post(session: string, { id = randomUUID(), body }: ClientPost): Promise<Json | undefined> {
    const { reader, inbox } = this.#look();
    const accepted = reader.accepted(session, id);
    if (accepted !== undefined) return accepted.reply;
    const number = inbox.put(session, { id, body }, this.#clock.now());
    for (let waitedMs = 0; waitedMs < ANSWER_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
      await this.#clock.sleep(LOOK_EVERY_MS);
      const answer = this.#answerTo(session, id, number);
      if (answer !== undefined) return answer.reply;
    }
    const message = `input ${id} is stored, but no owner of the journal ${this.#path} took it within ${ANSWER_WITHIN_MS} ms; it will be handled when one runs`;
    throw new ToolkitError("journal_unavailable", message, { retryable: true });
  }

  #answerTo(session: string, inputId: string, number: number): { readonly reply: Json | undefined } | undefined {
    const { reader, inbox } = this.#look();
    const refusal = inbox.takeRefusal(number);
    if (refusal !== undefined) throw new ToolkitError(refusal.code as ToolkitErrorCode, refusal.message);
    return reader.accepted(session, inputId);
  }

  async item(session: string, id: string): Promise<Json | undefined> {
    return this.#look().reader.item(session, id);
  }

  async find(query: ItemQuery): Promise<readonly FoundItem[]> {
    return this.#look().reader.find(query);
  }

  async history(session: string, from: number, max: number): Promise<readonly NumberedEntry[]> {
    return this.#look().reader.history(session, from, max);
  }

  /** Tells of a session's entries within a fraction of a second, without items; of all sessions at once it tells nothing. */
  subscribe(session: string | undefined, listener: EngineListener): () => void {
    return session === undefined ? () => {} : this.#look().followers.add(session, listener);
  }

  async close(_graceMs: number): Promise<void> {
    this.#isClosed = true;
    this.#view?.followers.stop();
    this.#view?.database.close();
    this.#view = undefined;
  }

  /** Opened at the first look, so that reading needs no program. */
  #look(): OpenView {
    if (this.#isClosed) throw new ToolkitError("closed", "the observer was closed");
    this.#view ??= openView(this.#path);
    return this.#view;
  }
}

interface OpenView {
  readonly database: Database;
  readonly reader: JournalReader;
  readonly inbox: Inbox;
  readonly followers: Followers;
  readonly keyNamespace: string;
}

function openView(given: string): OpenView {
  const path = journalPath(given);
  if (!existsSync(path)) {
    throw new ToolkitError("journal_unavailable", `there is no journal at ${path}; an observer does not make one`);
  }
  assertPrivate(path);
  const database = new Database(path, { busyMs: BUSY_MS });
  try {
    assertCurrent(database);
    // What is left for the owner must survive a power loss like everything else.
    database.exec("PRAGMA synchronous = FULL");
    const keyNamespace = String(database.scalar("SELECT key_namespace FROM journal"));
    const reader = new JournalReader(database, new SessionIds(database));
    return { database, reader, inbox: new Inbox(database), followers: new Followers(reader), keyNamespace };
  } catch (error) {
    database.close();
    throw error;
  }
}
