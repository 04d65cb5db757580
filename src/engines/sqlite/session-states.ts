/**
 * What the owner knows of sessions without looking: their numbers, which of their slots are taken, where their entries end,
 * and what was written or read lately. What a fold reads is mostly what the fold before it wrote.
 */

import type { Json } from "../../core/json.ts";
import type { Database, Statement } from "./database.ts";

/** Sessions in memory, at most twice as many; others are looked up. */
const MAX_SESSIONS = 1_000;
/** Texts of their values, in UTF-16 units, at most twice as many: a session that waits long is pushed out by others. */
const MAX_LENGTH = 4 * 1024 * 1024;
/** What one session may take along when it is used again after a while. */
const MAX_LENGTH_KEPT = 64 * 1024;
/** Slots in memory, at most twice as many, and those of one session. What a longer session holds is looked up. */
const MAX_SLOTS = 200_000;
const MAX_SLOTS_EACH = 20_000;
/** A prime below 2 ** 30: what is left of a slot takes little memory. Two slots that leave the same are looked up. */
const SMALL = 1_073_741_789;

/** A value with the number of its line, neither for what was looked for and is not there; and what counts as its length. */
export interface KnownValue {
  readonly number: number | undefined;
  readonly value: Json | undefined;
  readonly length: number;
}

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
  /** The document's value has no name. */
  readonly #values = new Map<string | undefined, KnownValue>();
  #length = 0;
  /** The lines of unfinished tasks that this process began, or none. */
  #tasks: Map<string, number> | undefined;
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
    return this.#taken !== undefined && !this.#taken.has(slot % SMALL);
  }

  /** How many slots are known to be taken. */
  get slots(): number {
    return this.#taken?.size ?? 0;
  }

  take(slot: number): void {
    if (this.#taken === undefined) return;
    if (this.#taken.size < MAX_SLOTS_EACH) this.#taken.add(slot % SMALL);
    else this.#taken = undefined;
  }

  /** The length of what is held here. */
  get length(): number {
    return this.#length;
  }

  /** What is known of an item, or of the document. */
  valueOf(item: string | undefined): KnownValue | undefined {
    return this.#values.get(item);
  }

  /** Returns by how much the length grew. */
  hold(item: string | undefined, known: KnownValue): number {
    const grown = known.length - (this.#values.get(item)?.length ?? 0);
    this.#values.set(item, known);
    this.#length += grown;
    return grown;
  }

  /** The line of an unfinished task, if it is known. */
  taskLine(id: string): number | undefined {
    return this.#tasks?.get(id);
  }

  startTask(id: string, line: number): void {
    (this.#tasks ??= new Map()).set(id, line);
  }

  endTask(id: string): void {
    this.#tasks?.delete(id);
    if (this.#tasks?.size === 0) this.#tasks = undefined;
  }

  forgetValues(): void {
    this.#values.clear();
    this.#length = 0;
  }
}

export class SessionStates {
  /** Those used lately, and those used before them. */
  #young = new Map<string, SessionState>();
  #old = new Map<string, SessionState>();
  /** The length of what the young ones hold, and how many of their slots. */
  #length = 0;
  #slots = 0;
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
    const state = this.#young.get(name) ?? this.#remember(name);
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

  /** Keeps that something lies in a slot. */
  take(state: SessionState, slot: number): void {
    const before = state.slots;
    state.take(slot);
    this.#slots += state.slots - before;
    if (this.#slots > MAX_SLOTS) this.#age();
  }

  /** Keeps what was written to an item, or to the document, or was not found there. */
  hold(state: SessionState, item: string | undefined, known: KnownValue): void {
    this.#length += state.hold(item, known);
    if (this.#length > MAX_LENGTH) this.#age();
  }

  /** After a transaction that left nothing, and after sessions were removed. */
  forget(): void {
    this.#young.clear();
    this.#old.clear();
    this.#length = 0;
    this.#slots = 0;
    this.#last = undefined;
    this.#nextId = undefined;
  }

  #remember(name: string): SessionState {
    if (this.#young.size >= MAX_SESSIONS) this.#age();
    const state = this.#old.get(name) ?? this.#look(name);
    // Else what one busy session holds would grow for ever.
    if (state.length > MAX_LENGTH_KEPT) state.forgetValues();
    this.#length += state.length;
    this.#slots += state.slots;
    this.#young.set(name, state);
    return state;
  }

  #look(name: string): SessionState {
    const id = this.#find.get(name)?.["session"];
    return new SessionState(name, typeof id === "number" ? id : undefined);
  }

  #age(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#length = 0;
    this.#slots = 0;
    this.#last = undefined;
  }
}
