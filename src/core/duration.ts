/** Durations as manifests and settings write them: a whole number and one unit. */

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** The form of a duration, for schemas and messages: no zero, no sign, no fraction, one unit. */
export const durationPattern = "^[1-9][0-9]{0,8}(?:ms|s|m|h)$";

/** Milliseconds of a duration such as `250ms`, `30s`, `5m` or `2h`; `undefined` for anything else. */
export function parseDuration(text: string): number | undefined {
  const match = /^([1-9][0-9]{0,8})(ms|s|m|h)$/.exec(text);
  const unit = unitMs[match?.[2] ?? ""];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}

/** The shortest exact text of a whole number of milliseconds above zero. */
export function formatDuration(ms: number): string {
  for (const unit of ["h", "m", "s"]) {
    const size = unitMs[unit] ?? 1;
    if (ms % size === 0) return `${ms / size}${unit}`;
  }
  return `${ms}ms`;
}
