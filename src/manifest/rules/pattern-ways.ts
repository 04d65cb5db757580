/** In how many ways a pattern can read a short text of one character: optional parts in a row double it without any loop. */
import type { PatternGraph } from "./pattern-graph.ts";
import { intersects } from "./pattern-set.ts";
import type { PatternSteps } from "./pattern-steps.ts";
import { takeSteps } from "./pattern-steps.ts";

const textLength = 48;
const mostWays = 1_000_000;
/** Fewer choices than this cannot multiply to much. */
const fewChoices = 16;

/** Whether some text of one character has far too many readings; `undefined` when that takes too many steps. */
export function hasTooManyWays(graph: PatternGraph, steps: PatternSteps): boolean | undefined {
  const choices = graph.next.filter((ends, from) => !ends.has(from) && isChoice(graph, [...ends.keys()]));
  if (choices.length < fewChoices) return false;
  const isFound = graph.sets.some((_, position) => waysOf(graph, position, steps) > mostWays);
  return isFound || (steps.left < 0 ? undefined : false);
}

function isChoice({ sets }: PatternGraph, ends: readonly number[]): boolean {
  const [first, ...others] = ends;
  return first !== undefined && others.some((end) => intersects(sets[first] ?? [], sets[end] ?? []));
}

/** The readings of texts of the characters that this position takes, beginning at it. */
function waysOf({ sets, next }: PatternGraph, start: number, steps: PatternSteps): number {
  let ways = new Map([[start, 1]]);
  let total = 0;
  for (let length = 1; length < textLength && ways.size > 0 && total <= mostWays; length += 1) {
    const after = new Map<number, number>();
    for (const [at, count] of ways) {
      for (const to of next[at]?.keys() ?? []) {
        if (!takeSteps(steps, 1)) return 0;
        if (intersects(sets[start] ?? [], sets[to] ?? [])) after.set(to, (after.get(to) ?? 0) + count);
      }
    }
    ways = after;
    for (const count of ways.values()) total += count;
  }
  return total;
}
