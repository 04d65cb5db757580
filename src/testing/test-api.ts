/** What a suite needs of a test runner, so that it runs under vitest, node:test, Jest and others alike. */

/** The two functions that every runner has; pass the runner's own. */
export interface TestApi {
  readonly describe: (name: string, body: () => void) => void;
  /** Must fail a test whose promise rejects, and allow it 20 s. */
  readonly test: (name: string, body: () => Promise<void> | void) => void;
  /** Lists a test that cannot run here. Left out: not listed. */
  readonly skip?: (name: string, body: () => Promise<void> | void) => void;
}
