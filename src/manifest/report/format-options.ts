/** What formats may need besides the report. */
import type { FailOn } from "../check-report.ts";

/** Options of all formats; each uses what concerns it. */
export interface FormatOptions {
  /** The toolkit's version. */
  readonly version: string;
  readonly failOn: FailOn;
  /** Findings that `pretty` shows; the rest is counted. */
  readonly maxProblems: number;
  readonly hasColor: boolean;
  /** Only what fails the check. */
  readonly isQuiet: boolean;
}
