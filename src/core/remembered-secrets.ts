/** The secrets that a connection was seen to use, newest last: what was replaced may still stand in an answer. */

import type { Secret } from "./secret.ts";

/** So many are remembered; the ones that were not used for longest are forgotten. */
const MAX_REMEMBERED = 64;

export class RememberedSecrets implements Iterable<Secret> {
  readonly #seen = new Map<string, Secret>();

  /** Notes a use. Noting a secret again makes it the newest. */
  note(secret: Secret): void {
    const text = secret.reveal();
    // A map keeps the place of a key that is set again: one that is in use would be forgotten before those it outlived.
    this.#seen.delete(text);
    this.#seen.set(text, secret);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MAX_REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
  }

  [Symbol.iterator](): Iterator<Secret> {
    return this.#seen.values();
  }
}
