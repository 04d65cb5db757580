/** The clock port: wall time, monotonic time and waiting, so that tests and engines move time themselves. */

/** Times are milliseconds. `now` is wall time since the epoch and may jump; `monotonic` never goes back. */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** Resolves after `ms`, or rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
