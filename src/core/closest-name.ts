/** Finds the valid name a mistyped one was meant to be. Pure; whoever shows it decides on the words. */

/** Letter case and separators say nothing about which name was meant. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/g, "");
}

/** Names longer than this are no typing mistakes, and the comparison is quadratic. */
const maxLength = 64;

/**
 * The valid name that is closest to `given`, or `undefined` when none is close.
 *
 * Equal but for case and separators wins; else the fewest insertions, deletions, replacements and swaps of
 * neighbors, at most a third of the length. The earlier of two equally close names is given.
 */
export function closestName(given: string, names: Iterable<string>): string | undefined {
  const wanted = fold(given);
  if (wanted.length > maxLength) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    const folded = fold(name);
    if (folded === wanted) return name;
    if (folded.length > maxLength || Math.abs(folded.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, folded);
    // One letter against another is always one edit apart and means nothing.
    if (distance < bestDistance && distance < Math.max(wanted.length, folded.length))
      [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Damerau–Levenshtein distance in its restricted form: no stretch of text is edited twice. */
export function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = at(last, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      let distance = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && isSwap) distance = Math.min(distance, at(beforeLast, column - 2) + 1);
      current.push(distance);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, right.length);
}

function at(distances: readonly number[], index: number): number {
  return distances[index] ?? Number.POSITIVE_INFINITY;
}
