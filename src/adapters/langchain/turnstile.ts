/**
 * Lets the calls of one response look at the journal one after the other. LangGraph starts all of them at once, and again
 * at every resume: without this a later write would pause for an earlier one that is being decided in the same moment.
 */
export class Turnstile {
  readonly #inside = new Map<number, Promise<void>>();

  /** Runs the step of the call at a position after those of earlier positions that are inside now. Waits point backwards only. */
  async pass<Result>(position: number, step: () => Promise<Result>): Promise<Result> {
    const left = Promise.withResolvers<void>();
    this.#inside.set(position, left.promise);
    try {
      await this.#earlierLeft(position);
      return await step();
    } finally {
      left.resolve();
      if (this.#inside.get(position) === left.promise) this.#inside.delete(position);
    }
  }

  async #earlierLeft(position: number): Promise<void> {
    // Whoever starts in the same moment is inside before anybody looks.
    await Promise.resolve();
    await Promise.all([...this.#inside].filter(([other]) => other < position).map(async ([, left]) => left));
  }
}
