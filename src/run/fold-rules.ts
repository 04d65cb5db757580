/** The settings of a runner that folding depends on. */

export interface FoldRules {
  /** After a restart a response goes on by itself only if its last entry is younger, in milliseconds. */
  readonly resumeWithinMs: number;
  /** How long a question waits for a decision, in milliseconds. */
  readonly approvalDeadlineMs: number;
  /** What happens to a write that equals one of unknown outcome. */
  readonly onEqualUnknown: "refuse" | "ask";
}

export const defaultFoldRules: FoldRules = {
  resumeWithinMs: 10 * 60_000,
  approvalDeadlineMs: 24 * 60 * 60_000,
  onEqualUnknown: "refuse",
};
