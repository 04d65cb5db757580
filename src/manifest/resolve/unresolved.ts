/**
 * What could not be resolved. A rule reports each of these in better words; this list makes sure that nothing which
 * needed a placeholder is ever taken for a checked manifest.
 */

/** Collects one sentence for each place that got a placeholder. */
export interface Unresolved {
  readonly problems: readonly string[];
  readonly add: (problem: string) => void;
}

export function createUnresolved(): Unresolved {
  const problems: string[] = [];
  return { problems, add: (problem) => void problems.push(problem) };
}
