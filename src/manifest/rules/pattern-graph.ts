/** A pattern as a graph of positions: which character of it may follow which, and in how many ways. */
import { assertNever } from "../../core/assert-never.ts";
import type { CharacterSet } from "./pattern-set.ts";
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

/** The graph; `undefined` when the pattern has too many positions to be judged. */
export function patternGraph(pattern: PatternPart): PatternGraph | undefined {
  if (sizeOf(pattern, exactPositions) <= mostPositions) return new GraphBuilder(exactPositions).build(pattern);
  return sizeOf(pattern, 1) <= mostPositions ? new GraphBuilder(1).build(pattern) : undefined;
}

function sizeOf(part: PatternPart, exact: number): number {
  if (part.kind === "set") return 1;
  if (part.kind === "sequence") return part.parts.reduce((sum, each) => sum + sizeOf(each, exact), 0);
  if (part.kind === "choice") return part.options.reduce((sum, each) => sum + sizeOf(each, exact), 0);
  return part.kind === "repeat" ? sizeOf(part.body, exact) * copiesOf(part, exact) : 0;
}

type Repeat = Extract<PatternPart, { kind: "repeat" }>;

/** How often the body is written out; one that is repeated without an end has its loop on the last copy. */
function copiesOf({ body, min, max }: Repeat, exact: number): number {
  const wanted = Math.max(1, max === Infinity ? min : max);
  return wanted * sizeOf(body, exact) <= exact ? wanted : 1;
}

class GraphBuilder {
  readonly #exact: number;
  readonly #sets: CharacterSet[] = [];
  readonly #next: Map<number, number>[] = [];

  constructor(exact: number) {
    this.#exact = exact;
  }

  build(pattern: PatternPart): PatternGraph {
    this.#piece(pattern);
    return { sets: this.#sets, next: this.#next };
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
    const copies = copiesOf(part, this.#exact);
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
    for (const start of from) {
      const ways = this.#next[start];
      for (const end of to) ways?.set(end, (ways.get(end) ?? 0) + 1);
    }
  }
}

const nothing: Piece = { isNullable: true, first: [], last: [] };
