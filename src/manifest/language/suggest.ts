/** What the author probably meant: another spelling, a typing slip, or a word of another language. */

/** The word of `candidates` nearest to `given`; `undefined` when nothing is near. */
export function suggest(
  given: string,
  candidates: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): string | undefined {
  const folded = fold(given);
  const sameWord = candidates.find((candidate) => fold(candidate) === folded);
  if (sameWord !== undefined) return sameWord;
  const near = nearest(folded, given.length, candidates);
  if (near !== undefined) return near;
  const alias = Object.hasOwn(aliases, given) ? aliases[given] : undefined;
  return alias !== undefined && candidates.includes(alias) ? alias : undefined;
}

function fold(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ .$]/g, "");
}

function nearest(folded: string, length: number, candidates: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(length / 3));
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of candidates) {
    const distance = typingDistance(folded, fold(candidate), bestDistance);
    // A distance of the whole word says nothing: `at` is not a slip of `in`.
    if (distance < bestDistance && distance < folded.length) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbors between two words; `limit` when it is that far or more. */
export function typingDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      const edited = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + cost);
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(isSwap ? Math.min(edited, at(beforeLast, column - 2) + 1) : edited);
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(limit, at(last, to.length));
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
