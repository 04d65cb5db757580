/**
 * Gathers a response for frameworks that hand its calls over one by one: they announce each call in the model's order
 * before they run any. Knows nothing of what becomes of them.
 */

import type { RequestedCall } from "./request.ts";
import { requestDigest } from "./request.ts";

/** A call with its place in the gathered batch. */
export interface Ticket {
  readonly position: number;
  readonly call: RequestedCall;
}

/** The calls of one response while the host announces and releases them. */
export class BatchGathering {
  readonly ordinal: number;
  readonly #calls: RequestedCall[] = [];
  readonly #released = new Set<number>();
  readonly #complete = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(ordinal: number) {
    this.ordinal = ordinal;
  }

  get calls(): readonly RequestedCall[] {
    return this.#calls;
  }

  /** Whether the batch is on its way and takes no more calls. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Adds a call behind those announced before; `undefined` when the batch is on its way already. */
  announce(call: RequestedCall): Ticket | undefined {
    if (this.#isClosed) return undefined;
    this.#calls.push(call);
    return { position: this.#calls.length - 1, call };
  }

  /**
   * The host lets a call run. Models repeat call ids, so the first call of that id and name that was not released yet is
   * meant; `undefined` when none was announced.
   */
  release(id: string, name: string): Ticket | undefined {
    const position = this.#calls.findIndex(
      (call, index) => call.id === id && call.name === name && !this.#released.has(index),
    );
    const call = this.#calls[position];
    if (call === undefined) return undefined;
    this.#released.add(position);
    if (this.#released.size === this.#calls.length) this.#complete.resolve();
    return { position, call };
  }

  /** A call that was released before, for a host that runs it once more: of several of that id and name the equal one. */
  released(call: RequestedCall): Ticket | undefined {
    const text = textOf(call);
    let found: Ticket | undefined;
    for (const position of this.#released) {
      const other = this.#calls[position];
      if (other === undefined || other.id !== call.id || other.name !== call.name) continue;
      found = { position, call: other };
      if (textOf(other) === text) return found;
    }
    return found;
  }

  /** Takes no more calls. */
  close(): void {
    this.#isClosed = true;
  }

  /** Whether the host has let every announced call run, waiting for at most `graceMs`. */
  async allReleased(graceMs: number): Promise<boolean> {
    this.close();
    if (this.#released.size === this.#calls.length) return true;
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, graceMs);
    await Promise.race([this.#complete.promise, late.promise]);
    clearTimeout(timer);
    return this.#released.size === this.#calls.length;
  }
}

function textOf(call: RequestedCall): string {
  return requestDigest([call]);
}
