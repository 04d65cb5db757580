/** Which calls this process has checked beyond the schema, and with which secrets: an attempt checks the others again. */

import type { Redactor } from "./redact.ts";

/** The oldest are forgotten, which costs a second check. */
const mostRemembered = 4_096;

interface Checked {
  /** Of the secrets that were known. */
  readonly redactor: Redactor;
  /** Of the arguments, where somebody may approve others. */
  readonly digest: string | undefined;
}

export class CheckedCalls {
  /** By the key of the call. */
  readonly #checked = new Map<string, Checked>();

  note(key: string, digest: string | undefined, redactor: Redactor): void {
    // Anew, so that it is among the youngest.
    this.#checked.delete(key);
    this.#checked.set(key, { redactor, digest });
    if (this.#checked.size <= mostRemembered) return;
    for (const oldest of this.#checked.keys()) {
      this.#checked.delete(oldest);
      return;
    }
  }

  /** `approved`: the digest of what a person approved; another process may have brought other arguments in. */
  has(key: string, approved: string | undefined, redactor: Redactor): boolean {
    const checked = this.#checked.get(key);
    return checked?.redactor === redactor && (approved === undefined || approved === checked.digest);
  }
}
