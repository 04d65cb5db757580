/** What a runner waits for ends for those who wait when the runner is closed, whether or not it is answered. */

import { ToolkitError } from "../core/error.ts";

export function closedError(): ToolkitError {
  return new ToolkitError("closed", "the runner was closed");
}

/** The value, or a throw of `closed` once the signal aborts. */
export async function orClosed<T>(wanted: Promise<T>, closed: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onClosed = (): void => {
    reject(closedError());
  };
  if (closed.aborted) onClosed();
  else closed.addEventListener("abort", onClosed, { once: true });
  try {
    return await Promise.race([wanted, promise]);
  } finally {
    closed.removeEventListener("abort", onClosed);
  }
}
