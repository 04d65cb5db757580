/** Forgets sessions that ended long ago, a page at a time, so that no commit takes long. Knows nothing of what is kept in them. */

import type { Job } from "./commit-loop.ts";
import type { Runtime } from "./runtime.ts";
import type { Forgetting } from "./store.ts";

/** Sessions that are looked at in one commit. */
const PAGE = 200;
const BETWEEN_PAGES_MS = 1_000;
const BETWEEN_SWEEPS_MS = 3_600_000;

export class Retention {
  readonly #runtime: Runtime;
  readonly #forgetting: Forgetting | undefined;
  /** Monotonic time of the next page. */
  #dueAt = Number.POSITIVE_INFINITY;
  /** The last session of the page before. */
  #after = 0;
  /** The last session of the page that is being committed; undefined when no page follows it. */
  #last: number | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#forgetting = runtime.program.mayForget === undefined ? undefined : runtime.store.forgetting;
    if (this.#forgetting !== undefined) this.#dueAt = runtime.clock.monotonic();
  }

  nextWakeAt(): number {
    return this.#dueAt;
  }

  wake(): void {
    const { clock, loop, phase } = this.#runtime;
    if (phase !== "open" || this.#dueAt > clock.monotonic()) return;
    this.#dueAt = Number.POSITIVE_INFINITY;
    loop.add(this.#job());
  }

  #job(): Job {
    return {
      stage: () => this.#stage(),
      committed: () => {
        this.#after = this.#last ?? 0;
        this.#next(this.#last === undefined ? BETWEEN_SWEEPS_MS : BETWEEN_PAGES_MS);
      },
      // A journal that cannot be written now is swept later.
      refused: () => {
        this.#next(BETWEEN_SWEEPS_MS);
        return false;
      },
    };
  }

  #stage(): void {
    const { program, clock } = this.#runtime;
    const forgetting = this.#forgetting;
    if (forgetting === undefined) return;
    const before = clock.now() - forgetting.retainMs;
    const page = { before, after: this.#after, limit: PAGE };
    this.#last = forgetting.forget(page, (item) => program.mayForget?.(item) === true);
  }

  #next(waitMs: number): void {
    this.#dueAt = this.#runtime.clock.monotonic() + waitMs;
    this.#runtime.reviewWakeup();
  }
}
