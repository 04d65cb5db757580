/** Which calls this process has checked beyond the schema, and with which secrets: an attempt checks the others again. */

import type { Redactor } from "./redact.ts";

/** So many are remembered at least, twice as many at most; one that is forgotten costs a second check. */
const leastRemembered = 4_096;

interface Checked {
  /** Of the secrets that were known. */
  readonly redactor: Redactor;
  /** Of the arguments, where somebody may approve others. */
  readonly digest: string | undefined;
}

export class CheckedCalls {
  /** By the key of the call. The older half is dropped whole, which is cheaper than one after the other. */
  #young = new Map<string, Checked>();
  #old: ReadonlyMap<string, Checked> = new Map();

  note(key: string, digest: string | undefined, redactor: Redactor): void {
    if (this.#young.size >= leastRemembered) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, { redactor, digest });
  }

  /** `approved`: the digest of what a person approved; another process may have brought other arguments in. */
  has(key: string, approved: string | undefined, redactor: Redactor): boolean {
    const checked = this.#young.get(key) ?? this.#old.get(key);
    return checked?.redactor === redactor && (approved === undefined || approved === checked.digest);
  }
}
