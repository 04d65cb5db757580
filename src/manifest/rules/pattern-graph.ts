/** A pattern as a graph of positions: which character of it may follow which, and in how many ways. */
import { assertNever } from "../../core/assert-never.ts";
import type { CharacterSet } from "./pattern-set.ts";
import type { PatternSteps } from "./pattern-steps.ts";
import { mostPatternSteps, takeSteps } from "./pattern-steps.ts";
import type { PatternPart } from "./pattern-syntax.ts";

/** Position numbers are indexes. Text before the pattern and after it is not part of the graph. */
export interface PatternGraph {
  readonly sets: readonly CharacterSet[];
  /** For each position the positions that may come next, with the number of ways to get there. */
  readonly next: readonly ReadonlyMap<number, number>[];
}

interface Piece {
  readonly isNullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/** Repeats of up to this many positions are written out; longer ones become loops. */
const exactPositions = 64;
const mostPositions = 128;

/** The graph; `undefined` when the pattern has too many positions or ways to be judged. */
export function patternGraph(
  pattern: PatternPart,
  steps: PatternSteps = { left: mostPatternSteps },
): PatternGraph | undefined {
  const written = new PatternSizes(exactPositions);
  if (written.of(pattern) <= mostPositions) return new GraphBuilder(written, steps).build(pattern);
  const looped = new PatternSizes(1);
  return looped.of(pattern) <= mostPositions ? new GraphBuilder(looped, steps).build(pattern) : undefined;
}

type Repeat = Extract<PatternPart, { kind: "repeat" }>;

/** How many positions each part becomes. Each part is measured once: repeats lie in repeats. */
class PatternSizes {
  readonly #exact: number;
  readonly #known = new Map<PatternPart, number>();

  constructor(exact: number) {
    this.#exact = exact;
  }

  of(part: PatternPart): number {
    const known = this.#known.get(part) ?? this.#measured(part);
    this.#known.set(part, known);
    return known;
  }

  #measured(part: PatternPart): number {
    if (part.kind === "set") return 1;
    if (part.kind === "sequence") return part.parts.reduce((sum, each) => sum + this.of(each), 0);
    if (part.kind === "choice") return part.options.reduce((sum, each) => sum + this.of(each), 0);
    return part.kind === "repeat" ? this.of(part.body) * this.copiesOf(part) : 0;
  }

  /** How often the body is written out; one that is repeated without an end has its loop on the last copy. */
  copiesOf({ body, min, max }: Repeat): number {
    const wanted = Math.max(1, max === Infinity ? min : max);
    const size = this.of(body);
    return size > 0 && wanted * size <= this.#exact ? wanted : 1;
  }
}

class GraphBuilder {
  readonly #sizes: PatternSizes;
  readonly #steps: PatternSteps;
  readonly #sets: CharacterSet[] = [];
  readonly #next: Map<number, number>[] = [];

  constructor(sizes: PatternSizes, steps: PatternSteps) {
    this.#sizes = sizes;
    this.#steps = steps;
  }

  build(pattern: PatternPart): PatternGraph | undefined {
    this.#piece(pattern);
    return this.#steps.left < 0 ? undefined : { sets: this.#sets, next: this.#next };
  }

  #piece(part: PatternPart): Piece {
    switch (part.kind) {
      case "set":
        return this.#position(part.set);
      case "sequence":
        return part.parts.map((each) => this.#piece(each)).reduce((one, other) => this.#join(one, other), nothing);
      case "choice": {
        const options = part.options.map((each) => this.#piece(each));
        return {
          isNullable: options.some(({ isNullable }) => isNullable),
          first: options.flatMap(({ first }) => first),
          last: options.flatMap(({ last }) => last),
        };
      }
      case "repeat":
        return this.#repeat(part);
      case "start":
      case "end":
      case "empty":
      case "lookaround":
      case "backreference":
        return nothing;
      default:
        return assertNever(part);
    }
  }

  #position(set: CharacterSet): Piece {
    const position = this.#sets.push(set) - 1;
    this.#next.push(new Map());
    return { isNullable: false, first: [position], last: [position] };
  }

  #join(one: Piece, other: Piece): Piece {
    this.#link(one.last, other.first);
    return {
      isNullable: one.isNullable && other.isNullable,
      first: one.isNullable ? [...one.first, ...other.first] : one.first,
      last: other.isNullable ? [...one.last, ...other.last] : other.last,
    };
  }

  #repeat(part: Repeat): Piece {
    const copies = this.#sizes.copiesOf(part);
    const isExact = part.max <= copies;
    const bodies = Array.from({ length: copies }, () => this.#piece(part.body));
    const final = bodies.at(-1);
    if (!isExact && final !== undefined) this.#link(final.last, final.first);
    // Required rounds may each be empty, so which of them reads a text is open: that is a second way round.
    if (!isExact && final?.isNullable === true && part.min > copies) this.#link(final.last, final.first);
    // The copies follow each other as one way in: each is reached from the one before only.
    const chain = bodies.reduce((one, other) => this.#join(one, { ...other, isNullable: false }), nothing);
    const required = isExact ? part.min : Math.min(part.min, copies);
    const isBodyNullable = bodies.some(({ isNullable }) => isNullable);
    const ends = isBodyNullable ? bodies : bodies.slice(Math.max(0, required - 1));
    return {
      isNullable: part.min === 0 || isBodyNullable,
      first: isBodyNullable ? bodies.flatMap(({ first }) => first) : chain.first,
      last: ends.flatMap(({ last }) => last),
    };
  }

  #link(from: readonly number[], to: readonly number[]): void {
    if (!takeSteps(this.#steps, from.length * to.length)) return;
    for (const start of from) {
      const ways = this.#next[start];
      for (const end of to) ways?.set(end, (ways.get(end) ?? 0) + 1);
    }
  }
}

const nothing: Piece = { isNullable: true, first: [], last: [] };
