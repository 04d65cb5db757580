/**
 * Gathers a response for frameworks that hand its calls over one by one: they announce each call in the model's order
 * before they run any. Knows nothing of what becomes of them.
 */

import type { RequestedCall } from "./request.ts";
import { requestDigest } from "./request.ts";

/** How long a host may take to let all calls of a response run, in milliseconds: longer means that it holds one back. */
export const releaseGraceMs = 3_000;

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

  /** Whether a call of that id and name was announced. */
  has(call: RequestedCall): boolean {
    return this.#places(call).length > 0;
  }

  /** Whether a call of that id and name has yet to be released. */
  isWaitingFor(call: RequestedCall): boolean {
    return this.#places(call, false).length > 0;
  }

  /**
   * The host lets a call run. Models repeat call ids, so of those of that id and name that were not released yet the equal
   * one is meant, else the first; `undefined` when there is none. Arguments that the host changed since are those that run.
   */
  release(call: RequestedCall): Ticket | undefined {
    const [position] = this.#bestOf(this.#places(call, false), call);
    return this.#releaseAt(position, call);
  }

  /** As `release`, for a host whose responses are known before: only an equal call is meant, also one that was released before. */
  releaseEqual(call: RequestedCall): Ticket | undefined {
    const equal = this.#places(call).filter((position) => this.#isEqual(position, call));
    return this.#releaseAt(equal.find((position) => !this.#released.has(position)) ?? equal[0], call);
  }

  /** A call that was released before, for a host that runs it once more: of several of that id and name the equal one. */
  released(call: RequestedCall): Ticket | undefined {
    const [position] = this.#bestOf(this.#places(call, true), call);
    return position === undefined ? undefined : { position, call };
  }

  /** The places of a call that the host speaks of again: of the equal ones, else of those of its id and name. */
  placesOf(call: RequestedCall): readonly number[] {
    return this.#bestOf(this.#places(call), call);
  }

  #releaseAt(position: number | undefined, call: RequestedCall): Ticket | undefined {
    if (position === undefined) return undefined;
    this.#calls[position] = call;
    this.#released.add(position);
    if (this.#released.size === this.#calls.length) this.#complete.resolve();
    return { position, call };
  }

  /** Where calls of that id and name stand: all, or those that were or were not released. */
  #places({ id, name }: RequestedCall, isReleased?: boolean): readonly number[] {
    return this.#calls.flatMap((other, position) =>
      other.id === id &&
      other.name === name &&
      (isReleased === undefined || this.#released.has(position) === isReleased)
        ? [position]
        : [],
    );
  }

  /** The equal ones of several, where there are any: an id that is there once says enough. */
  #bestOf(places: readonly number[], call: RequestedCall): readonly number[] {
    if (places.length < 2) return places;
    const equal = places.filter((position) => this.#isEqual(position, call));
    return equal.length > 0 ? equal : places;
  }

  #isEqual(position: number, call: RequestedCall): boolean {
    const other = this.#calls[position];
    return other === call || (other !== undefined && textOf(other) === textOf(call));
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
