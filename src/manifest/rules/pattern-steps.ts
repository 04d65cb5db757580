/**
 * The steps that judging patterns may take. A pattern is a line of a manifest, but what is asked of it can take time far
 * out of proportion to its length: what would take more steps counts as too long to be judged.
 */

/** How many steps are left; below zero, work was left undone. */
export interface PatternSteps {
  left: number;
}

/** For one pattern; an ordinary one takes less than 20,000. */
export const mostPatternSteps = 300_000;

/** For all patterns of a manifest. */
export const mostManifestSteps = 5_000_000;

/** Takes steps; false when there are not enough left. */
export function takeSteps(steps: PatternSteps, count: number): boolean {
  steps.left -= count;
  return steps.left >= 0;
}
