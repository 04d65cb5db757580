/** What the author probably meant: another spelling, a typing slip, or a word of another language. */
import { closestName } from "../../core/closest-name.ts";

/** The word of `candidates` nearest to `given`; `undefined` when nothing is near. */
export function suggest(
  given: string,
  candidates: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): string | undefined {
  const near = closestName(given, candidates);
  if (near !== undefined) return near;
  const alias = Object.hasOwn(aliases, given) ? aliases[given] : undefined;
  return alias !== undefined && candidates.includes(alias) ? alias : undefined;
}
