/** What a test that kills found, and how a person reads it. */

import type { EffectClass } from "../core/effect.ts";
import type { KillRow } from "./kill-expectation.ts";
import { killRows } from "./kill-expectation.ts";

/** The effect classes, in the order of the table. */
const effects: readonly EffectClass[] = ["read", "idempotent_write", "non_idempotent_write", "unclassified"];

/** How often each row was hit, by effect class. */
export type KillTable = Readonly<Record<KillRow, Readonly<Record<EffectClass, number>>>>;

export interface KillReport {
  /** Give it again to get the same order of kills. */
  readonly seed: number;
  readonly kills: number;
  /** Kills by the moment that they hit: a probe point of the engine, `received` or `answered`. */
  readonly byPoint: Readonly<Record<string, number>>;
  /** Each call that was alive or just recorded when its worker died, by where that was. */
  readonly table: KillTable;
  readonly calls: number;
  readonly unknown: number;
  /** Everything that contradicts the promises; empty when all hold. */
  readonly faults: readonly string[];
}

/** Rows and effect classes that no kill hit. A call that is not asked about has no row for approval. */
export function cellsWithoutKill(report: KillReport): readonly string[] {
  return killRows.flatMap((row) =>
    row === "waiting for approval"
      ? []
      : effects.filter((effect) => report.table[row][effect] === 0).map((effect) => `${row}, ${effect}`),
  );
}

/** The report in lines of text. */
export function renderKillReport(report: KillReport): string {
  const { seed, kills, calls, unknown, byPoint, table, faults } = report;
  const width = Math.max(...killRows.map((row) => row.length));
  const header = ["killed when the call was".padEnd(width), ...effects].join("  ");
  const rows = killRows.map((row) =>
    [row.padEnd(width), ...effects.map((effect) => String(table[row][effect]).padStart(effect.length))].join("  "),
  );
  const points = Object.entries(byPoint).map(([point, count]) => `${point} ${String(count)}`);
  return [
    `${String(kills)} kills (seed ${String(seed)}), ${String(calls)} calls, ${String(unknown)} of unknown outcome`,
    `at ${points.join(", ")}`,
    "",
    header,
    ...rows,
    "",
    ...(faults.length === 0 ? ["no contradiction to the promises"] : faults),
  ].join("\n");
}
