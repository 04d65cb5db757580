/** Runs writes one after the other, in the order in which they arrive. */
export class WriteLane {
  #last: Promise<unknown> = Promise.resolve();

  /** A step that fails lets the next one go on. */
  async run<Result>(step: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const mine = before.then(step, step);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
