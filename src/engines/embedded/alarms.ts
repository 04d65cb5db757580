/** Fires alarms when they are due. Only the earliest is known in memory, however many sessions wait. */

import type { Alarm } from "../../core/engine.ts";
import { isJournalTrouble, type Job } from "./commit-loop.ts";
import type { Folding, Staged } from "./folding.ts";
import type { Runtime } from "./runtime.ts";

/** Alarms that are handed to the loop at once; more follow when these are done. */
const PAGE = 256;
/** The wait before an alarm whose fold failed is tried again. */
const RETRY_MS = 1_000;

export class Alarms {
  readonly #runtime: Runtime;
  readonly #folding: Folding;
  /** Wall time; `undefined` when the store has to be asked. */
  #next: number | undefined;
  #notBefore = Number.NEGATIVE_INFINITY;

  constructor(runtime: Runtime, folding: Folding) {
    this.#runtime = runtime;
    this.#folding = folding;
  }

  changed(): void {
    this.#next = undefined;
    this.#runtime.reviewWakeup();
  }

  /** The monotonic time at which the next alarm is due. */
  nextWakeAt(): number {
    const { clock } = this.#runtime;
    const next = this.#nextAt();
    return Math.max(this.#notBefore, clock.monotonic() + next - clock.now());
  }

  wake(): void {
    const { clock, loop, phase } = this.#runtime;
    const now = clock.now();
    if (phase !== "open" || clock.monotonic() < this.#notBefore || (this.#next ?? now) > now) return;
    for (const { session, id } of this.#due(now)) loop.add(this.#job(session, id));
    this.changed();
  }

  #nextAt(): number {
    try {
      this.#next ??= this.#runtime.store.nextAlarmAt() ?? Number.POSITIVE_INFINITY;
      return this.#next;
    } catch (error) {
      this.#pause(error);
      return Number.NEGATIVE_INFINITY;
    }
  }

  #due(now: number): readonly Alarm[] {
    try {
      return this.#runtime.store.dueAlarms(now, PAGE);
    } catch (error) {
      this.#pause(error);
      return [];
    }
  }

  /** A journal that cannot be read now is asked again later; whoever writes next is told what is wrong with it. */
  #pause(error: unknown): void {
    if (!isJournalTrouble(error)) throw error;
    this.#notBefore = this.#runtime.clock.monotonic() + RETRY_MS;
  }

  #job(session: string, id: string): Job {
    let staged: Staged | undefined;
    return {
      stage: () => {
        staged = this.#stage(session, id);
      },
      committed: () => {
        if (staged === undefined) return;
        this.#folding.follow(staged);
        this.changed();
      },
      // It stays in the store, so it is found again.
      refused: () => {
        this.#notBefore = this.#runtime.clock.monotonic() + RETRY_MS;
        this.changed();
        return false;
      },
    };
  }

  #stage(session: string, id: string): Staged | undefined {
    const { store, clock } = this.#runtime;
    const at = store.alarmAt(session, id);
    // An earlier input of this turn may have dropped or moved it.
    if (at === undefined || at > clock.now()) return undefined;
    return this.#folding.stage(session, { from: "alarm", id });
  }
}
