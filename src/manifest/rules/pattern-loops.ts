/** The loops of a pattern's graph, and which of them can divide one text between them in many ways. */
import type { PatternGraph } from "./pattern-graph.ts";
import { intersection, intersects } from "./pattern-set.ts";
import type { PatternSteps } from "./pattern-steps.ts";
import { takeSteps } from "./pattern-steps.ts";

/** For each position the loop it belongs to: the smallest position that it reaches and that reaches it. */
export function loopsOf({ next }: PatternGraph): readonly (number | undefined)[] {
  return new LoopSearch(next).loops();
}

/** Tarjan's search: each way is gone once, however many positions there are. */
class LoopSearch {
  readonly #next: PatternGraph["next"];
  readonly #loops: (number | undefined)[];
  /** The number of each position in the order of the search. */
  readonly #order: number[] = [];
  readonly #open: number[] = [];
  #found = 0;

  constructor(next: PatternGraph["next"]) {
    this.#next = next;
    this.#loops = next.map(() => undefined);
  }

  loops(): readonly (number | undefined)[] {
    for (const at of this.#next.keys()) if (this.#order[at] === undefined) this.#visit(at);
    return this.#loops;
  }

  /** The first position of the search that this one leads back to. */
  #visit(at: number): number {
    const own = this.#found;
    this.#order[at] = own;
    this.#found += 1;
    this.#open.push(at);
    let back = own;
    for (const to of this.#next[at]?.keys() ?? []) {
      const reached = this.#order[to];
      if (reached === undefined) back = Math.min(back, this.#visit(to));
      else if (this.#open.includes(to)) back = Math.min(back, reached);
    }
    if (back === own) this.#close(at);
    return back;
  }

  /** The positions above this one reach each other; one alone is a loop when it follows itself. */
  #close(at: number): void {
    const mates = this.#open.splice(this.#open.indexOf(at));
    if (mates.length === 1 && this.#next[at]?.has(at) !== true) return;
    const loop = Math.min(...mates);
    for (const mate of mates) this.#loops[mate] = loop;
  }
}

/**
 * The most loops in a row of which each can hand any part of its text to the next; it stops at `enough`. `undefined` when
 * that takes too many steps to find out.
 */
export function longestChain(graph: PatternGraph, enough: number, steps: PatternSteps): number | undefined {
  const loopOf = loopsOf(graph);
  const loops = [...new Set(loopOf.filter((loop) => loop !== undefined))].toSorted((one, other) => other - one);
  const lengths = new Map<number, number>();
  let longest = 0;
  // What follows has a higher number, apart from the ways back inside a loop.
  for (const loop of loops) {
    const after = [...lengths].filter(([later]) => sharesText(graph, loopOf, { first: loop, second: later }, steps));
    const length = 1 + Math.max(0, ...after.map(([, each]) => each));
    lengths.set(loop, length);
    longest = Math.max(longest, length);
    if (steps.left < 0) return undefined;
    if (longest >= enough) return longest;
  }
  return longest;
}

/**
 * Whether some text can be read by going round the first loop, by going from the first loop to the second, and by going
 * round the second: then a longer text can be divided between them anywhere.
 */
function sharesText(
  graph: PatternGraph,
  loopOf: readonly (number | undefined)[],
  { first, second }: { readonly first: number; readonly second: number },
  steps: PatternSteps,
): boolean {
  const members = (loop: number): readonly number[] => graph.sets.flatMap((_, at) => (loopOf[at] === loop ? [at] : []));
  return members(first).some((from) => members(second).some((to) => readsAlike(graph, loopOf, { from, to }, steps)));
}

function readsAlike(
  { sets, next }: PatternGraph,
  loopOf: readonly (number | undefined)[],
  { from, to }: { readonly from: number; readonly to: number },
  steps: PatternSteps,
): boolean {
  const stay = (at: number): readonly number[] =>
    [...(next[at]?.keys() ?? [])].filter((end) => loopOf[end] !== undefined && loopOf[end] === loopOf[at]);
  const seen = new Set<string>();
  const open: (readonly [number, number, number])[] = [[from, from, to]];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const [one, way, other] of moves(state, stay, next)) {
      // Which of the two it would be is then of no use to anybody.
      if (!takeSteps(steps, 1)) return true;
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
