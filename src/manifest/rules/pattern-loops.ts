/** The loops of a pattern's graph, and which of them can divide one text between them in many ways. */
import type { PatternGraph } from "./pattern-graph.ts";
import { intersection, intersects } from "./pattern-set.ts";

/** For each position the loop it belongs to: the smallest position that it reaches and that reaches it. */
export function loopsOf({ next }: PatternGraph): readonly (number | undefined)[] {
  const reach = next.map((_, from) => reachable(next, from));
  return next.map((_, from) => {
    const mates = [...(reach[from] ?? [])].filter((to) => reach[to]?.has(from));
    return mates.length === 0 ? undefined : Math.min(...mates);
  });
}

function reachable(next: PatternGraph["next"], from: number): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const to of next[at]?.keys() ?? []) {
      if (!found.has(to)) open.push(to);
      found.add(to);
    }
  }
  return found;
}

/** Steps before the loops of a pattern count as sharing texts without proof. */
const mostSteps = 100_000;

/** The most loops in a row of which each can hand any part of its text to the next. */
export function longestChain(graph: PatternGraph): number {
  const loopOf = loopsOf(graph);
  const loops = [...new Set(loopOf.filter((loop) => loop !== undefined))].toSorted((one, other) => other - one);
  const lengths = new Map<number, number>();
  const budget = { left: mostSteps };
  // What follows has a higher number, apart from the ways back inside a loop.
  for (const loop of loops) {
    const after = [...lengths].filter(([later]) => sharesText(graph, loopOf, { first: loop, second: later }, budget));
    lengths.set(loop, 1 + Math.max(0, ...after.map(([, length]) => length)));
  }
  return Math.max(0, ...lengths.values());
}

/**
 * Whether some text can be read by going round the first loop, by going from the first loop to the second, and by going
 * round the second: then a longer text can be divided between them anywhere.
 */
function sharesText(
  graph: PatternGraph,
  loopOf: readonly (number | undefined)[],
  { first, second }: { readonly first: number; readonly second: number },
  budget: { left: number },
): boolean {
  const members = (loop: number): readonly number[] => graph.sets.flatMap((_, at) => (loopOf[at] === loop ? [at] : []));
  return members(first).some((from) => members(second).some((to) => readsAlike(graph, loopOf, { from, to }, budget)));
}

function readsAlike(
  { sets, next }: PatternGraph,
  loopOf: readonly (number | undefined)[],
  { from, to }: { readonly from: number; readonly to: number },
  budget: { left: number },
): boolean {
  const stay = (at: number): readonly number[] =>
    [...(next[at]?.keys() ?? [])].filter((end) => loopOf[end] !== undefined && loopOf[end] === loopOf[at]);
  const seen = new Set<string>();
  const open: (readonly [number, number, number])[] = [[from, from, to]];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const [one, way, other] of moves(state, stay, next)) {
      budget.left -= 1;
      if (budget.left < 0) return true;
      const common = intersection(sets[one] ?? [], sets[way] ?? []);
      if (!intersects(common, sets[other] ?? [])) continue;
      if (one === from && way === to && other === to) return true;
      const key = `${String(one)} ${String(way)} ${String(other)}`;
      if (!seen.has(key)) open.push([one, way, other]);
      seen.add(key);
    }
  }
  return false;
}

function* moves(
  [one, way, other]: readonly [number, number, number],
  stay: (at: number) => readonly number[],
  next: PatternGraph["next"],
): Generator<readonly [number, number, number]> {
  for (const first of stay(one)) {
    for (const between of next[way]?.keys() ?? []) for (const second of stay(other)) yield [first, between, second];
  }
}
