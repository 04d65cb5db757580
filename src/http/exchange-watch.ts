/** Ends exchanges in time: one timer looks after all that are under way. A timer and a listener for each would cost more than building its request. */

/** An exchange under way. */
export interface Watched {
  /** When its time is over, on the monotonic clock. */
  readonly endsAt: number;
  /** Stops it as well, at the next look. */
  readonly signal: AbortSignal;
  /** Its place among the others; the watch's own. */
  slot: number;
  /** May be called more than once; the first counts. */
  stop(why: "time" | "signal"): void;
}

/** How late a stopped attempt is noticed at most. Times are kept exactly. */
const LOOK_MS = 20;

/** No timer is longer than a look, so an exchange may take any time: longer than a timer of the platform can wait, too. */
export class ExchangeWatch {
  readonly #running: Watched[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** When the next look is due. */
  #dueAt: number | undefined;
  #hasYielded = false;

  add(exchange: Watched): void {
    exchange.slot = this.#running.push(exchange) - 1;
    if (this.#dueAt === undefined || exchange.endsAt < this.#dueAt) this.#lookBy(exchange.endsAt);
  }

  /** It has ended. To be called once for each that was added. */
  remove(exchange: Watched): void {
    const last = this.#running.pop();
    if (last === undefined || last === exchange) return;
    this.#running[exchange.slot] = last;
    last.slot = exchange.slot;
  }

  #lookBy(latest: number): void {
    const now = performance.now();
    this.#dueAt = Math.min(latest, now + LOOK_MS);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(look, Math.max(0, this.#dueAt - now), this);
  }

  /** For the timer alone. */
  look(): void {
    const now = performance.now();
    if (!this.#hasYielded && now - (this.#dueAt ?? now) > LOOK_MS) {
      // The process was busy elsewhere: what arrived meanwhile is read before anything counts as late.
      this.#hasYielded = true;
      setImmediate(look, this);
      return;
    }
    this.#hasYielded = false;
    this.#dueAt = undefined;
    let next = Number.POSITIVE_INFINITY;
    // From the end, as stopping one moves the last into its place.
    for (let slot = this.#running.length - 1; slot >= 0; slot -= 1) {
      const exchange = this.#running[slot];
      if (exchange?.signal.aborted === true) exchange.stop("signal");
      else if (exchange !== undefined && exchange.endsAt <= now) exchange.stop("time");
      else next = Math.min(next, exchange?.endsAt ?? next);
    }
    if (this.#running.length > 0) this.#lookBy(next);
  }
}

function look(watch: ExchangeWatch): void {
  watch.look();
}
