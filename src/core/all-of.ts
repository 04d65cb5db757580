/** Waits for values only when one of them is not there yet, so that the common case costs no turn of the event loop. */

/** The values themselves when all are there, else a promise of them. */
export function allOf<T>(values: readonly (T | Promise<T>)[]): readonly T[] | Promise<readonly T[]> {
  const isThere = (value: T | Promise<T>): value is T => !(value instanceof Promise);
  return values.every(isThere) ? values : Promise.all(values.map(async (value) => value));
}
