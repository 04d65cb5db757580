/** One pending sleep on the clock, whatever the number of things that wait. Knows nothing of what it wakes up for. */

import type { Clock } from "../../core/clock.ts";

/** Wall time may jump while a sleep runs (a laptop that was closed), so no sleep is longer. */
const LONGEST_SLEEP_MS = 60_000;

export class Wakeup {
  readonly #clock: Clock;
  readonly #onWake: () => void;
  #armedFor = Number.POSITIVE_INFINITY;
  #sleeping: AbortController | undefined;

  constructor(clock: Clock, onWake: () => void) {
    this.#clock = clock;
    this.#onWake = onWake;
  }

  /** Wakes at a monotonic time or earlier, in place of what was asked before; never at infinity. */
  at(time: number): void {
    const capped =
      time === Number.POSITIVE_INFINITY ? time : Math.min(time, this.#clock.monotonic() + LONGEST_SLEEP_MS);
    // A sleep that ends earlier than needed finds nothing due and asks again: cheaper than a new sleep for each change.
    if (capped >= this.#armedFor && time !== Number.POSITIVE_INFINITY) return;
    this.#cancel();
    if (capped !== Number.POSITIVE_INFINITY) this.#sleep(capped);
  }

  #sleep(time: number): void {
    const sleeping = new AbortController();
    this.#sleeping = sleeping;
    this.#armedFor = time;
    this.#clock.sleep(Math.max(0, time - this.#clock.monotonic()), sleeping.signal).then(
      () => {
        if (this.#sleeping !== sleeping) return;
        this.#sleeping = undefined;
        this.#armedFor = Number.POSITIVE_INFINITY;
        this.#onWake();
      },
      (error: unknown) => {
        if (!sleeping.signal.aborted) throw error;
      },
    );
  }

  #cancel(): void {
    this.#armedFor = Number.POSITIVE_INFINITY;
    this.#sleeping?.abort();
    this.#sleeping = undefined;
  }
}
