/** Waits for code of an application, but not for ever. */

import type { Clock } from "../core/clock.ts";

/** How long a predicate or a validator of an application may think, in milliseconds. */
export const answerTimeoutMs = 5_000;

/** The answer, or a throw when there is none in time. */
export async function answerInTime<T>(answer: PromiseLike<T>, clock: Clock): Promise<T> {
  const stop = new AbortController();
  const silence = clock.sleep(answerTimeoutMs, stop.signal).then(() => {
    throw new DOMException("no answer in time", "TimeoutError");
  });
  // After the answer nobody waits for it any more.
  silence.catch(() => undefined);
  try {
    return await Promise.race([answer, silence]);
  } finally {
    stop.abort();
  }
}
