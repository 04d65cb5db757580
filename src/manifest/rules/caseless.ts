/**
 * Patterns that find words whatever their case. The engine loads tables for the first of them, which costs a start more than
 * the check of a small file; so each says words of which a text must have one, and is asked only then.
 */

export interface CaselessPattern {
  /** In lower case; every text that the pattern matches has one of them. */
  readonly words: readonly string[];
  readonly pattern: RegExp;
}

/** What the first of the patterns finds in a text. */
export function findCaseless(patterns: readonly CaselessPattern[], text: string): string | undefined {
  const lower = text.toLowerCase();
  for (const { words, pattern } of patterns) {
    const found = words.some((word) => lower.includes(word)) ? pattern.exec(text) : null;
    if (found !== null) return found[0];
  }
  return undefined;
}
