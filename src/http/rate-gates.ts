/** Client-side rate limits: who may send when. Owns counters in memory; knows nothing of requests. */

import type { RateLimit } from "../core/manifest-execution.ts";
import type { Clock } from "../core/clock.ts";

/** A place in the stream of requests; give it back when the exchange is over. */
export interface Pass {
  readonly kind: "pass";
  leave(): void;
}

/** The next free place lies behind the attempt's time. */
export interface Held {
  readonly kind: "held";
  readonly waitMs: number;
}

export interface GateRequest {
  /** What shares the limit: equal texts share. */
  readonly name: string;
  readonly limit: RateLimit;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Wall time in milliseconds. */
  readonly deadline: number;
}

/** The limits of one connection, or of all connections of a connector. */
export interface RateGates {
  /** Waits for a place, or says how long the wait would be when it does not fit before the deadline. Rejects when the signal aborts. */
  enter(request: GateRequest): Promise<Pass | Held>;
}

/** New counters, all at rest. */
export function createRateGates(): RateGates {
  const gates = new Map<string, Gate>();
  return {
    enter(request) {
      let gate = gates.get(request.name);
      if (gate === undefined) {
        if (gates.size >= MAX_GATES) dropIdle(gates, request.clock.monotonic());
        gate = new Gate(request.limit);
        gates.set(request.name, gate);
      }
      return gate.enter(request);
    },
  };
}

/** A limit per argument makes a gate per value; idle ones are dropped beyond this many. */
const MAX_GATES = 1_000;

function dropIdle(gates: Map<string, Gate>, now: number): void {
  for (const [name, gate] of gates) if (gate.isIdle(now)) gates.delete(name);
}

/** Reserves places in time first, then waits for one of the concurrent places, first come first served. */
class Gate {
  readonly #limit: RateLimit;
  /** Reserved starts, the last `count` of them, on the monotonic clock. */
  #starts: number[] = [];
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  isIdle(now: number): boolean {
    const last = this.#starts.at(-1) ?? Number.NEGATIVE_INFINITY;
    const memoryMs = Math.max(this.#limit.requests?.perMs ?? 0, this.#limit.minIntervalMs ?? 0);
    return this.#running === 0 && this.#waiting.length === 0 && last + memoryMs <= now;
  }

  async enter({ clock, signal, deadline }: GateRequest): Promise<Pass | Held> {
    const left = deadline - clock.now();
    const waitMs = this.#nextStart(clock.monotonic()) - clock.monotonic();
    if (waitMs >= left) return { kind: "held", waitMs };
    this.#starts.push(clock.monotonic() + waitMs);
    this.#starts = this.#starts.slice(-(this.#limit.requests?.count ?? 1));
    if (waitMs > 0) await clock.sleep(waitMs, signal);
    if (!(await this.#takePlace({ clock, signal, deadline }))) return { kind: "held", waitMs: left };
    return { kind: "pass", leave: this.#leaver() };
  }

  #nextStart(now: number): number {
    const { requests, minIntervalMs } = this.#limit;
    const last = this.#starts.at(-1) ?? Number.NEGATIVE_INFINITY;
    const counted = requests === undefined ? undefined : this.#starts.at(-requests.count);
    const afterWindow = requests === undefined || counted === undefined ? now : counted + requests.perMs;
    // Starts are handed out in order, so a place in time never overtakes one given before.
    return Math.max(now, afterWindow, last + (minIntervalMs ?? 0));
  }

  async #takePlace({ clock, signal, deadline }: Omit<GateRequest, "name" | "limit">): Promise<boolean> {
    if (this.#running < (this.#limit.concurrency ?? Number.POSITIVE_INFINITY)) {
      this.#running += 1;
      return true;
    }
    const over = new AbortController();
    const wait = Promise.withResolvers<boolean>();
    const wake = (): void => wait.resolve(true);
    // Out of the line at once: a place handed to one who no longer waits would be lost for good.
    const giveUp = (): void => {
      this.#forget(wake);
      wait.resolve(false);
    };
    this.#waiting.push(wake);
    // It rejects when aborted from outside, or because the place came first and this answer is no longer heard.
    clock.sleep(deadline - clock.now(), AbortSignal.any([signal, over.signal])).then(giveUp, giveUp);
    const hasPlace = await wait.promise;
    over.abort();
    return hasPlace;
  }

  #forget(wake: () => void): void {
    const index = this.#waiting.indexOf(wake);
    if (index !== -1) this.#waiting.splice(index, 1);
  }

  /** Hands the place to the next in line, which keeps the count as it is. */
  #leaver(): () => void {
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    };
  }
}
