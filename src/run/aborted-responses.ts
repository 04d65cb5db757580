/**
 * Which responses were given up by whoever waits for them, from the moment of the abort on: its cancel is in the journal
 * only later, and what begins in between must not.
 */

import { callKey } from "../core/call.ts";
import type { ResponseDocument } from "./session.ts";

type Place = Pick<ResponseDocument, "sessionId" | "turnId" | "responseId">;

export class AbortedResponses {
  /** How many waiters gave each up, by what the keys of its calls begin with. */
  readonly #waiters = new Map<string, number>();

  /** Watches a waiter's signal until the returned function is called. */
  heed(response: Place, signal: AbortSignal | undefined): () => void {
    if (signal === undefined) return nothing;
    const prefix = prefixOf(response);
    let isGivenUp = false;
    const giveUp = (): void => {
      isGivenUp = true;
      this.#waiters.set(prefix, (this.#waiters.get(prefix) ?? 0) + 1);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
    return () => {
      signal.removeEventListener("abort", giveUp);
      if (!isGivenUp) return;
      const left = (this.#waiters.get(prefix) ?? 1) - 1;
      if (left > 0) this.#waiters.set(prefix, left);
      else this.#waiters.delete(prefix);
    };
  }

  /** Whether the call of a key belongs to one of them. */
  has(key: string): boolean {
    return this.#waiters.size > 0 && this.#waiters.has(key.slice(0, key.lastIndexOf(".") + 1));
  }
}

function nothing(): void {
  // Without a signal nobody gives up.
}

function prefixOf({ sessionId, turnId, responseId }: Place): string {
  return `${callKey({ sessionId, turnId, callId: responseId })}.`;
}
