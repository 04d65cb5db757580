/** Owns the last line of every union switch. Knows nothing of the unions it closes. */

/**
 * Ends a switch over a union, so that a new member is a compile error at each place that must handle it.
 *
 * Reached at run time only when data from outside was not checked; the error names that value as JSON.
 */
export function assertNever(value: never): never {
  throw new Error(`unhandled member of a union: ${describe(value)}`);
}

function describe(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // A cycle or a bigint cannot be JSON; the kind of value is still better than a second error.
    return Object.prototype.toString.call(value);
  }
}
