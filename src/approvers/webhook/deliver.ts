/** Hands a signed question to the receiver: bounded in time and tries, following no redirect. */

import { signedHeaders } from "./signature.ts";

/** One delivery, in milliseconds. */
const deliveryTimeoutMs = 10_000;

/** Waits before each further try, in milliseconds. The receiver tells equal questions by `webhook-id`. */
const pausesMs: readonly number[] = [0, 1_000, 5_000, 15_000, 60_000];

export interface Delivery {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Resolves once a try was answered with 2xx; throws the last trouble after five tries. */
export async function deliver(delivery: Delivery, pauses: readonly number[] = pausesMs): Promise<void> {
  let trouble = "it was not tried";
  for (const pause of pauses) {
    if (pause > 0) await wait(pause, delivery.signal);
    delivery.signal.throwIfAborted();
    const result = await tryOnce(delivery);
    if (result === undefined) return;
    trouble = result;
  }
  throw new Error(`the question could not be delivered to ${new URL(delivery.url).origin}: ${trouble}`);
}

async function tryOnce(delivery: Delivery): Promise<string | undefined> {
  const { url, secret, id, body } = delivery;
  const headers = { "content-type": "application/json", ...signedHeaders(secret, id, Date.now(), body) };
  const signal = AbortSignal.any([delivery.signal, AbortSignal.timeout(deliveryTimeoutMs)]);
  try {
    const response = await fetch(url, { method: "POST", redirect: "error", headers, body, signal });
    await response.body?.cancel();
    return response.ok ? undefined : `it answered ${String(response.status)}`;
  } catch (error) {
    delivery.signal.throwIfAborted();
    return error instanceof Error && error.name === "TimeoutError"
      ? "it did not answer in time"
      : "it could not be reached";
  }
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const onAbort = (): void => {
    resolve();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", onAbort);
}
