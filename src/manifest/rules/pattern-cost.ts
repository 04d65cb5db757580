/**
 * How much work a text can make of a pattern, for an engine that tries one way after another. Patterns with several
 * ways to read the same text inside a loop take exponential time; loops side by side multiply.
 */
import { intersects } from "./pattern-set.ts";
import type { PatternGraph } from "./pattern-graph.ts";
import { patternGraph } from "./pattern-graph.ts";
import { longestChain, loopsOf } from "./pattern-loops.ts";
import type { PatternSteps } from "./pattern-steps.ts";
import { mostPatternSteps, takeSteps } from "./pattern-steps.ts";
import { hasTooManyWays } from "./pattern-ways.ts";
import { anchorsOf, parsePattern, partsBelow } from "./pattern-syntax.ts";

/** What keeps a pattern from running in bounded time; `slow` depends on the length of the text. */
export type PatternProblem = "invalid" | "lookaround" | "backreference" | "exponential" | "slow" | "too-long";

const mostCharacters = 1024;
/** What a pattern may take to run: about a tenth of a second. */
const mostMatchSteps = 20_000_000;

/** The first problem of a pattern on texts of up to `maxLength` characters, as far as `steps` reach to find one. */
export function patternProblem(
  source: string,
  maxLength: number,
  steps: PatternSteps = { left: mostPatternSteps },
): PatternProblem | undefined {
  if (source.length > mostCharacters) return "too-long";
  const pattern = parsePattern(source);
  if (pattern === undefined) return "invalid";
  const kinds = new Set(partsBelow(pattern).map(({ kind }) => kind));
  if (kinds.has("lookaround")) return "lookaround";
  if (kinds.has("backreference")) return "backreference";
  const graph = patternGraph(pattern, steps);
  if (graph === undefined) return "too-long";
  const isAmbiguous = repeatsAmbiguously(graph, steps);
  if (isAmbiguous !== false) return isAmbiguous === true ? "exponential" : "too-long";
  const hasManyWays = hasTooManyWays(graph, steps);
  if (hasManyWays !== false) return hasManyWays === true ? "exponential" : "too-long";
  // A search without `^` begins anew at each character.
  const searches = anchorsOf(pattern).start ? 0 : 1;
  const enough = slowDegree(maxLength) - searches;
  const chained = longestChain(graph, enough, steps);
  if (chained === undefined) return "too-long";
  return chained > 0 && chained >= enough ? "slow" : undefined;
}

/** The fewest repeats side by side that can divide a text of this length in too many ways; infinite when none do. */
function slowDegree(length: number): number {
  let ways = 1;
  for (let degree = 1; degree <= mostCharacters; degree += 1) {
    ways *= (length + degree) / degree;
    if (ways > mostMatchSteps) return degree;
  }
  return Infinity;
}

/** Whether a loop can read one text in two ways; `undefined` when that is too much to find out. */
function repeatsAmbiguously(graph: PatternGraph, steps: PatternSteps): boolean | undefined {
  const loopOf = loopsOf(graph);
  const inLoop = (from: number): readonly number[] =>
    [...(graph.next[from]?.keys() ?? [])].filter((to) => loopOf[from] !== undefined && loopOf[to] === loopOf[from]);
  const successors = graph.sets.map((_, position) => inLoop(position));
  const isDouble = successors.some((ends, from) => ends.some((to) => (graph.next[from]?.get(to) ?? 0) > 1));
  return isDouble ? true : meetsAgain(graph, successors, steps);
}

/** Walks two readers through the same texts from one place: do they part and meet again inside the loop? */
function meetsAgain(
  { sets }: PatternGraph,
  successors: readonly (readonly number[])[],
  steps: PatternSteps,
): boolean | undefined {
  const count = sets.length;
  const seen = new Set<number>();
  const open: (readonly [number, number])[] = successors.map((_, position) => [position, position]);
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = pair;
    for (const left of successors[one] ?? []) {
      for (const right of successors[other] ?? []) {
        if (!takeSteps(steps, 1)) return undefined;
        if (left === right && one !== other) return true;
        const key = Math.min(left, right) * count + Math.max(left, right);
        if (left === right || seen.has(key) || !intersects(sets[left] ?? [], sets[right] ?? [])) continue;
        seen.add(key);
        open.push([left, right]);
      }
    }
  }
  return false;
}
