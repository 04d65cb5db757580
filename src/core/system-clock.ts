/** The clock of the process itself, for everything that was not given another one. */

import type { Clock } from "./clock.ts";

/** The longest time a timer of the platform can wait; longer sleeps are cut into such pieces. */
const maxTimerMs = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    let left = ms;
    do {
      await piece(Math.min(left, maxTimerMs), signal);
      left -= maxTimerMs;
    } while (left > 0);
  },
};

async function piece(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = (): void => {
    reject(signal?.reason as Error);
  };
  const timer = setTimeout(resolve, ms);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
