/** Documents and items that were written lately, as values: what a fold reads is mostly what the fold before it wrote. */

import type { Json } from "../../core/json.ts";

/** All texts together, in UTF-16 units; a session that waits long costs nothing once others have pushed it out. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** A value and the number of its line; neither for what was looked for and is not there. */
export interface RecentValue {
  readonly number: number | undefined;
  readonly value: Json | undefined;
}

interface Kept extends RecentValue {
  readonly length: number;
}

export function docKey(session: number): string {
  return `${session}`;
}

export function itemKey(session: number, id: string): string {
  return `${session}/${id}`;
}

export class RecentValues {
  /** In the order of use, the longest unused first. */
  readonly #values = new Map<string, Kept>();
  #length = 0;

  get(key: string): RecentValue | undefined {
    const recent = this.#values.get(key);
    if (recent === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, recent);
    return recent;
  }

  /** Takes a value over, without a copy, with the length of its text. */
  set(key: string, number: number | undefined, value: Json | undefined, textLength: number): void {
    const before = this.#values.get(key);
    if (before !== undefined) {
      this.#values.delete(key);
      this.#length -= before.length;
    }
    const length = textLength + key.length;
    this.#values.set(key, { number, value, length });
    this.#length += length;
    if (this.#length > MAX_LENGTH) this.#makeRoom();
  }

  /** After a transaction that left nothing: what it wrote is not in the journal. */
  forget(): void {
    this.#values.clear();
    this.#length = 0;
  }

  #makeRoom(): void {
    for (const [key, { length }] of this.#values) {
      if (this.#length <= MAX_LENGTH) return;
      this.#values.delete(key);
      this.#length -= length;
    }
  }
}
