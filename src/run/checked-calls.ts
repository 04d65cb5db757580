/** Which calls this process has checked beyond the schema, and with which secrets: an attempt checks the others again. */

import type { Redactor } from "./redact.ts";

/** The oldest are forgotten, which costs a second check. */
const mostRemembered = 4_096;

export class CheckedCalls {
  /** By the key of the call: the redactor of the secrets that were known. */
  readonly #checked = new Map<string, Redactor>();

  note(key: string, redactor: Redactor): void {
    // Anew, so that it is among the youngest.
    this.#checked.delete(key);
    this.#checked.set(key, redactor);
    if (this.#checked.size <= mostRemembered) return;
    for (const oldest of this.#checked.keys()) {
      this.#checked.delete(oldest);
      return;
    }
  }

  has(key: string, redactor: Redactor): boolean {
    return this.#checked.get(key) === redactor;
  }
}
