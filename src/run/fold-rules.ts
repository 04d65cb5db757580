/** The settings of a runner that folding depends on. */

export interface FoldRules {
  /** After a restart a response goes on by itself only if its last entry is younger, in milliseconds. */
  readonly resumeWithinMs: number;
  /** How long a question waits for a decision, in milliseconds. */
  readonly approvalDeadlineMs: number;
  /** When this process took the journal over; a decision that was left earlier is as old as it is. */
  readonly startedAt: number;
  /** What happens to a write that equals one of unknown outcome. */
  readonly onEqualUnknown: "refuse" | "ask";
}

export const defaultFoldRules: FoldRules = {
  resumeWithinMs: 10 * 60_000,
  approvalDeadlineMs: 24 * 60 * 60_000,
  startedAt: Number.NEGATIVE_INFINITY,
  onEqualUnknown: "refuse",
};
