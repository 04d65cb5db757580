/** A clock that a test moves itself. Time stands still until it is advanced. */

import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../core/clock.ts";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Event-loop turns in which everything that follows a wake-up gets done. */
const TURNS = 8;

/** A `Clock` for tests: `advance` moves both times, `jump` moves wall time alone, as a changed system clock does. */
export class ManualClock implements Clock {
  #wall: number;
  #elapsed = 0;
  readonly #sleepers = new Set<Sleeper>();

  /** `wall` is the wall time to begin with, in milliseconds since the epoch. */
  constructor(wall = Date.UTC(2030, 0, 1)) {
    this.#wall = wall;
  }

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper: Sleeper = { at: this.#elapsed + ms, wake: resolve };
      const onAbort = (): void => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason as Error);
      };
      if (signal?.aborted === true) onAbort();
      else if (ms <= 0) resolve();
      else {
        this.#sleepers.add(sleeper);
        signal?.addEventListener("abort", onAbort, { once: true });
      }
    });
  }

  /** How many sleeps are pending. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  /** Moves time on, waking each sleeper at its own time and letting what follows happen before the next one. */
  async advance(ms: number): Promise<void> {
    const target = this.#elapsed + ms;
    await this.settle();
    for (let next = this.#nextUntil(target); next !== undefined; next = this.#nextUntil(target)) {
      this.#moveTo(Math.max(next.at, this.#elapsed));
      this.#sleepers.delete(next);
      next.wake();
      await this.settle();
    }
    this.#moveTo(target);
    await this.settle();
  }

  /** Changes wall time alone; `ms` may be negative. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  /** Lets everything happen that needs no time. */
  async settle(): Promise<void> {
    for (let count = 0; count < TURNS; count += 1) await turn();
  }

  #moveTo(elapsed: number): void {
    this.#wall += elapsed - this.#elapsed;
    this.#elapsed = elapsed;
  }

  #nextUntil(target: number): Sleeper | undefined {
    let earliest: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (sleeper.at <= target && sleeper.at < (earliest?.at ?? Number.POSITIVE_INFINITY)) earliest = sleeper;
    }
    return earliest;
  }
}
