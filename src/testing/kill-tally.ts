/** Gathers what kills hit and what was found of each call, into one report. */

import type { EffectClass } from "../core/effect.ts";
import type { CallStory, KillRow } from "./kill-expectation.ts";
import { faultsOf, killRows } from "./kill-expectation.ts";
import type { KillReport } from "./kill-report.ts";

export class KillTally {
  readonly attempts: number;
  readonly #seed: number;
  readonly #byPoint: Record<string, number> = {};
  readonly #table: Record<KillRow, Record<EffectClass, number>>;
  readonly #faults: string[] = [];
  #kills = 0;
  #calls = 0;
  #unknown = 0;

  constructor(seed: number, attempts: number) {
    this.#seed = seed;
    this.attempts = attempts;
    const none = { read: 0, idempotent_write: 0, non_idempotent_write: 0, unclassified: 0 };
    this.#table = Object.fromEntries(killRows.map((row) => [row, { ...none }])) as Record<KillRow, typeof none>;
  }

  get kills(): number {
    return this.#kills;
  }

  killed(point: string): void {
    this.#kills += 1;
    this.#byPoint[point] = (this.#byPoint[point] ?? 0) + 1;
  }

  hit(row: KillRow, effect: EffectClass): void {
    this.#table[row][effect] += 1;
  }

  judge(story: CallStory): void {
    this.#calls += 1;
    if (story.record.status === "outcome_unknown") this.#unknown += 1;
    this.#faults.push(...faultsOf(story));
  }

  fault(text: string): void {
    this.#faults.push(text);
  }

  report(): KillReport {
    return {
      seed: this.#seed,
      kills: this.#kills,
      byPoint: this.#byPoint,
      table: this.#table,
      calls: this.#calls,
      unknown: this.#unknown,
      faults: this.#faults,
    };
  }
}
