/**
 * The engine of one process over a synchronous store: memory and SQLite differ only in where things are kept.
 * Composes commit loop, folding, tasks and alarms, and owns opening and closing.
 */

import type { Engine, EngineListener, EngineTraits, FoundItem, ItemQuery, NumberedEntry } from "../core/engine.ts";
import type { ClientPost, OpenOptions, Program } from "../core/engine.ts";
import { ToolkitError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { Alarms } from "./embedded/alarms.ts";
import { CommitLoop } from "./embedded/commit-loop.ts";
import { Folding } from "./embedded/folding.ts";
import { type Answer, LeftInputs, PostJob } from "./embedded/inputs.ts";
import { Listeners } from "./embedded/listeners.ts";
import { Retention } from "./embedded/retention.ts";
import type { Runtime } from "./embedded/runtime.ts";
import type { JournalStore } from "./embedded/store.ts";
import { Tasks } from "./embedded/tasks.ts";
import { Wakeup } from "./embedded/wakeup.ts";

/** An engine over a store that only this engine uses. */
export function createEmbeddedEngine(store: JournalStore): Engine {
  return new EmbeddedEngine(store);
}

class EmbeddedEngine implements Engine {
  readonly traits: EngineTraits;
  readonly #store: JournalStore;
  readonly #listeners = new Listeners();
  #opening: { readonly program: Program; readonly done: Promise<void> } | undefined;
  #opened: OpenedEngine | undefined;
  #closing: Promise<void> | undefined;

  constructor(store: JournalStore) {
    this.#store = store;
    this.traits = store.traits;
  }

  open(program: Program, options: OpenOptions): Promise<void> {
    if (this.#closing !== undefined) return Promise.reject(closed());
    if (this.#opening === undefined) {
      this.#opening = { program, done: this.#open(program, options) };
      // A refused opening (another owner) may be tried again.
      this.#opening.done.catch(() => (this.#opening = undefined));
    }
    if (this.#opening.program === program) return this.#opening.done;
    const message = "this engine was opened for another program (runner); create one engine for each";
    return Promise.reject(new ToolkitError("invalid_definition", message));
  }

  async #open(program: Program, options: OpenOptions): Promise<void> {
    const { clock } = options;
    const found = await this.#store.open({ now: clock.now(), sleep: (ms) => clock.sleep(ms) });
    if (this.#closing !== undefined) {
      this.#store.close();
      throw closed();
    }
    this.#opened = new OpenedEngine(program, options, this.#store, this.#listeners, found.keyNamespace);
    this.#opened.recover(found.unfinished);
  }

  keyNamespace(): string {
    return this.#use().keyNamespace;
  }

  post(session: string, input: ClientPost): Promise<Json | undefined> {
    return new Promise((resolve, reject) => this.#use().post(session, input, { resolve, reject }));
  }

  item(session: string, id: string): Json | undefined {
    this.#use();
    return this.#store.item(session, id);
  }

  async find(query: ItemQuery): Promise<readonly FoundItem[]> {
    this.#use();
    return this.#store.find(query);
  }

  async history(session: string, from: number, max: number): Promise<readonly NumberedEntry[]> {
    this.#use();
    return this.#store.history(session, from, max);
  }

  subscribe(session: string | undefined, listener: EngineListener): () => void {
    return this.#listeners.add(session, listener);
  }

  close(graceMs: number): Promise<void> {
    this.#closing ??= this.#close(graceMs);
    return this.#closing;
  }

  async #close(graceMs: number): Promise<void> {
    // An opening under way sees that it came too late and gives the store back itself.
    if (this.#opened === undefined) return;
    await this.#opened.close(graceMs);
    this.#store.close();
  }

  #use(): OpenedEngine {
    if (this.#closing !== undefined) throw closed();
    if (this.#opened === undefined)
      throw new ToolkitError("invalid_request", "the engine is not open; await open() first");
    return this.#opened;
  }
}

/** What exists from opening to closing. */
class OpenedEngine implements Runtime {
  readonly program: Program;
  readonly store: JournalStore;
  readonly listeners: Listeners;
  readonly clock: OpenOptions["clock"];
  readonly probe: OpenOptions["probe"];
  readonly keyNamespace: string;
  readonly loop: CommitLoop;
  phase: "open" | "closing" | "closed" = "open";
  readonly #wakeup: Wakeup;
  readonly #tasks: Tasks;
  readonly #folding: Folding;
  readonly #alarms: Alarms;
  readonly #leftInputs: LeftInputs;
  readonly #retention: Retention;
  readonly #stopWatching: (() => void) | undefined;
  #deferredUntil = Number.POSITIVE_INFINITY;
  #isReviewing = false;

  constructor(program: Program, options: OpenOptions, store: JournalStore, listeners: Listeners, keyNamespace: string) {
    this.program = program;
    this.store = store;
    this.listeners = listeners;
    this.clock = options.clock;
    this.probe = options.probe;
    this.keyNamespace = keyNamespace;
    this.loop = new CommitLoop(store, (waitMs) => this.#defer(waitMs));
    this.#wakeup = new Wakeup(options.clock, () => this.#wake());
    this.#folding = new Folding(this, {
      admit: (task) => this.#tasks.admit(task),
      begin: (live) => this.#tasks.begin(live),
      stop: (id) => this.#tasks.stop(id),
    });
    this.#tasks = new Tasks(this, this.#folding);
    this.#alarms = new Alarms(this, this.#folding);
    this.#leftInputs = new LeftInputs(this, this.#folding);
    this.#retention = new Retention(this);
    this.#stopWatching = store.watchLeftInputs?.(() => this.#leftInputs.take());
  }

  recover(unfinished: Parameters<Tasks["revive"]>[0]): void {
    this.#tasks.revive(unfinished);
    this.#leftInputs.take();
    this.loop.drain();
    this.reviewWakeup();
  }

  post(session: string, input: ClientPost, answer: Answer): void {
    this.loop.add(new PostJob(this, this.#folding, { session, id: input.id, body: input.body }, answer));
  }

  alarmsChanged(): void {
    this.#alarms.changed();
  }

  reviewWakeup(): void {
    if (this.#isReviewing) return;
    this.#isReviewing = true;
    // After this turn: work that begins and ends within it needs no timer.
    setImmediate(() => {
      this.#isReviewing = false;
      if (this.phase !== "closed") this.#arm();
    });
  }

  async close(graceMs: number): Promise<void> {
    this.phase = "closing";
    this.#stopWatching?.();
    await this.#settleDown(graceMs);
    this.loop.drain();
    this.phase = "closed";
    this.loop.abandon(closed());
    this.#wakeup.at(Number.POSITIVE_INFINITY);
    this.#tasks.forgetAll();
  }

  async #settleDown(graceMs: number): Promise<void> {
    this.loop.drain();
    const tooLate = new AbortController();
    const grace = this.clock.sleep(graceMs, tooLate.signal).catch((error: unknown) => {
      if (!tooLate.signal.aborted) throw error;
    });
    await Promise.race([this.#tasks.idle(), grace]);
    tooLate.abort();
  }

  #wake(): void {
    if (this.phase === "closed") return;
    if (this.#deferredUntil <= this.clock.monotonic()) {
      this.#deferredUntil = Number.POSITIVE_INFINITY;
      this.loop.retryDeferred();
    }
    this.#tasks.wake();
    // A decision that another process left before its deadline comes before the alarm of that deadline, also after a pause.
    this.#leftInputs.take();
    this.#alarms.wake();
    this.#retention.wake();
    this.reviewWakeup();
  }

  #arm(): void {
    this.#wakeup.at(
      Math.min(this.#tasks.nextWakeAt(), this.#alarms.nextWakeAt(), this.#retention.nextWakeAt(), this.#deferredUntil),
    );
  }

  #defer(waitMs: number): void {
    this.#deferredUntil = Math.min(this.#deferredUntil, this.clock.monotonic() + waitMs);
    this.reviewWakeup();
  }
}

function closed(): ToolkitError {
  return new ToolkitError("closed", "the engine was closed");
}
