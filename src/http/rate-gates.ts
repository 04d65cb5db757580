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
  /** Waits for a place, or says at once how long the wait would be when it does not fit before the deadline. */
  enter(request: GateRequest): Promise<Pass | Held>;
}

/** New counters, all at rest. */
export function createRateGates(): RateGates {
  throw new Error("not ready");
}
