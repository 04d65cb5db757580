/** What the owner knows of sessions without looking: their numbers, which of their slots are taken, where their entries end. */

import type { Database, Statement } from "./database.ts";

/** Sessions in memory, at most twice as many; others are looked up. */
const MAX_SESSIONS = 1_000;
/** Slots of one session in memory. What a longer session holds is looked up. */
const MAX_SLOTS = 2_000;

/** The line that holds the last entries of a session, as it is written. */
export interface LastEntries {
  readonly number: number;
  readonly first: number;
  readonly text: string;
}

export class SessionState {
  readonly name: string;
  /** `undefined`: never written to. */
  id: number | undefined;
  /** The number of the next entry; `undefined`: not looked up yet. */
  nextEntry: number | undefined;
  lastEntries: LastEntries | undefined;
  /** Every slot that is taken; `undefined`: not all of them are known. */
  #taken: Set<number> | undefined;

  constructor(name: string, id: number | undefined) {
    this.name = name;
    this.id = id;
    if (id !== undefined) return;
    this.nextEntry = 0;
    this.#taken = new Set();
  }

  /** Whether nothing lies in a slot, as far as that is known without looking. */
  isFree(slot: number): boolean {
    return this.#taken !== undefined && !this.#taken.has(slot);
  }

  take(slot: number): void {
    if (this.#taken === undefined) return;
    if (this.#taken.size < MAX_SLOTS) this.#taken.add(slot);
    else this.#taken = undefined;
  }
}

export class SessionStates {
  /** Those used lately, and those used before them. */
  #young = new Map<string, SessionState>();
  #old = new Map<string, SessionState>();
  /** The session that was looked at last: one fold looks at one session many times. */
  #last: SessionState | undefined;
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #highest: Statement;
  #nextId: number | undefined;

  constructor(database: Database) {
    this.#find = database.prepare("SELECT session FROM sessions WHERE name = ?");
    this.#insert = database.prepare("INSERT INTO sessions (session, name) VALUES (?, ?)");
    this.#highest = database.prepare("SELECT max(session) AS session FROM sessions");
  }

  of(name: string): SessionState {
    if (this.#last?.name === name) return this.#last;
    const state = this.#young.get(name) ?? this.#remember(this.#old.get(name) ?? this.#look(name));
    this.#last = state;
    return state;
  }

  find(name: string): number | undefined {
    return this.of(name).id;
  }

  /** The number of a session, which it gets with the first thing that is written in it. */
  idOf(state: SessionState): number {
    if (state.id !== undefined) return state.id;
    this.#nextId ??= Number(this.#highest.get()?.["session"] ?? 0) + 1;
    this.#insert.run(this.#nextId, state.name);
    state.id = this.#nextId;
    this.#nextId += 1;
    return state.id;
  }

  /** After a transaction that left nothing, and after sessions were removed. */
  forget(): void {
    this.#young.clear();
    this.#old.clear();
    this.#last = undefined;
    this.#nextId = undefined;
  }

  #look(name: string): SessionState {
    const id = this.#find.get(name)?.["session"];
    return new SessionState(name, typeof id === "number" ? id : undefined);
  }

  #remember(state: SessionState): SessionState {
    if (this.#young.size >= MAX_SESSIONS) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(state.name, state);
    return state;
  }
}
