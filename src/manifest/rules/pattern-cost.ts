/**
 * How much work a text can make of a pattern, for an engine that tries one way after another. Patterns with several
 * ways to read the same text inside a loop take exponential time; loops side by side multiply.
 */
import { intersects } from "./pattern-set.ts";
import type { PatternGraph } from "./pattern-graph.ts";
import { patternGraph } from "./pattern-graph.ts";
import { longestChain, loopsOf } from "./pattern-loops.ts";
import { hasTooManyWays } from "./pattern-ways.ts";
import { anchorsOf, parsePattern, partsBelow } from "./pattern-syntax.ts";

/** What keeps a pattern from running in bounded time; `slow` depends on the length of the text. */
export type PatternProblem = "invalid" | "lookaround" | "backreference" | "exponential" | "slow" | "too-long";

const mostCharacters = 1024;
/** About a tenth of a second. */
const mostSteps = 20_000_000;
/** Pairs of positions that are compared before a pattern counts as too long to judge. */
const mostPairs = 300_000;

/** The first problem of a pattern on texts of up to `maxLength` characters. */
export function patternProblem(source: string, maxLength: number): PatternProblem | undefined {
  if (source.length > mostCharacters) return "too-long";
  const pattern = parsePattern(source);
  if (pattern === undefined) return "invalid";
  const kinds = new Set(partsBelow(pattern).map(({ kind }) => kind));
  if (kinds.has("lookaround")) return "lookaround";
  if (kinds.has("backreference")) return "backreference";
  const graph = patternGraph(pattern);
  if (graph === undefined) return "too-long";
  const hasManyWays = repeatsAmbiguously(graph);
  if (hasManyWays !== false) return hasManyWays === true ? "exponential" : "too-long";
  const chained = longestChain(graph);
  if (hasTooManyWays(graph)) return "exponential";
  // A search without `^` begins anew at each character.
  const degree = chained + (chained > 0 && !anchorsOf(pattern).start ? 1 : 0);
  return steps(maxLength, degree) > mostSteps ? "slow" : undefined;
}

function steps(length: number, degree: number): number {
  let product = 1;
  for (let factor = 1; factor <= degree; factor += 1) product *= length / factor;
  return product;
}

/** Whether a loop can read one text in two ways; `undefined` when that is too much to find out. */
function repeatsAmbiguously(graph: PatternGraph): boolean | undefined {
  const loopOf = loopsOf(graph);
  const inLoop = (from: number): readonly number[] =>
    [...(graph.next[from]?.keys() ?? [])].filter((to) => loopOf[from] !== undefined && loopOf[to] === loopOf[from]);
  const successors = graph.sets.map((_, position) => inLoop(position));
  const isDouble = successors.some((ends, from) => ends.some((to) => (graph.next[from]?.get(to) ?? 0) > 1));
  return isDouble ? true : meetsAgain(graph, successors);
}

/** Walks two readers through the same texts from one place: do they part and meet again inside the loop? */
function meetsAgain({ sets }: PatternGraph, successors: readonly (readonly number[])[]): boolean | undefined {
  const count = sets.length;
  const seen = new Set<number>();
  const open: (readonly [number, number])[] = successors.map((_, position) => [position, position]);
  let compared = 0;
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = pair;
    for (const left of successors[one] ?? []) {
      for (const right of successors[other] ?? []) {
        compared += 1;
        if (compared > mostPairs) return undefined;
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
