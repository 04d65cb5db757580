/** Documents and items that were written lately, as values: what a fold reads is mostly what the fold before it wrote. */

import type { Json } from "../../core/json.ts";

/** All texts together, in UTF-16 units; a session that waits long costs nothing once others have pushed it out. */
const MAX_LENGTH = 4 * 1024 * 1024;

interface Recent {
  readonly value: Json;
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
  readonly #values = new Map<string, Recent>();
  #length = 0;

  get(key: string): Json | undefined {
    const recent = this.#values.get(key);
    if (recent === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, recent);
    return recent.value;
  }

  /** Takes a value over, without a copy, with the length of its text. */
  set(key: string, value: Json, textLength: number): void {
    this.#remove(key);
    const length = textLength + key.length;
    this.#values.set(key, { value, length });
    this.#length += length;
    for (const oldest of this.#values.keys()) {
      if (this.#length <= MAX_LENGTH) return;
      this.#remove(oldest);
    }
  }

  /** After a transaction that left nothing: what it wrote is not in the journal. */
  forget(): void {
    this.#values.clear();
    this.#length = 0;
  }

  #remove(key: string): void {
    const recent = this.#values.get(key);
    if (recent === undefined) return;
    this.#values.delete(key);
    this.#length -= recent.length;
  }
}
