/** One journal and one provider under kills: worker after worker, each recovering what the one before it left. */

import { copyFileSync, existsSync, rmSync } from "node:fs";
import type { CallRecord } from "../core/call.ts";
import type { EffectClass } from "../core/effect.ts";
import type { Program } from "../core/engine.ts";
import { systemClock } from "../core/system-clock.ts";
import { createSqliteEngine } from "../engines/sqlite.ts";
import { type AtKill, isOrderedWrite, rowOf } from "./kill-expectation.ts";
import { type KillSlot, markOf, sessionOf, type WorkerOrders } from "./kill-orders.ts";
import type { RoundMoments } from "./kill-plan.ts";
import { WorkerProcess } from "./kill-process.ts";
import type { CountingProvider, Sends } from "./kill-provider.ts";
import type { KillTally } from "./kill-tally.ts";

export interface LaneParts {
  readonly worker: URL;
  readonly journal: string;
  readonly provider: CountingProvider;
  readonly nodeOptions: readonly string[];
}

export interface LaneFindings {
  readonly tally: KillTally;
  isEnough(): boolean;
  readonly onKill: ((kills: number) => void) | undefined;
}

/** Rounds that wait for their records; with more, the next worker begins no new one. */
const MOST_OPEN_ROUNDS = 2;

export class KillLane {
  readonly #parts: LaneParts;
  readonly #findings: LaneFindings;
  #nextRound = 0;
  /** Rounds begun of which no worker has told the records. */
  #open: number[] = [];
  /** By round: how each call stood at each kill. */
  readonly #kills = new Map<number, readonly (readonly AtKill[])[]>();
  /** The effect class of each position, learned from the round that is left alone. */
  #effects: readonly EffectClass[] = [];
  /** By key. */
  readonly #questions = new Map<string, Set<string>>();

  constructor(parts: LaneParts, findings: LaneFindings) {
    this.#parts = parts;
    this.#findings = findings;
  }

  /** Runs a round that is left alone and counts the moments that it passes. */
  async measure(): Promise<RoundMoments> {
    const worker = await this.#run(undefined);
    if (this.#open.length > 0) throw new Error(`a round without a kill did not end: ${tail(worker)}`);
    this.#effects = worker.of("records").flatMap(({ records }) => records.map(({ effect }) => effect));
    const begun = worker.reports.findIndex(({ event }) => event === "begun");
    const points = worker.reports.slice(begun).filter(({ event }) => event === "point").length;
    return { points, requests: this.#parts.provider.requests };
  }

  async run(slots: Iterator<KillSlot, never>): Promise<void> {
    while (!this.#findings.isEnough()) await this.#run(slots.next().value);
    while (this.#open.length > 0) await this.#run(undefined, false);
  }

  async #run(slot: KillSlot | undefined, mayBegin = true): Promise<WorkerProcess> {
    if (mayBegin && this.#open.length < MOST_OPEN_ROUNDS) this.#open.push(this.#nextRound++);
    const { journal, provider } = this.#parts;
    const signalAt = slot?.at === "point" ? slot : undefined;
    const orders: WorkerOrders = { journal, origin: provider.origin, rounds: this.#open, signalAt };
    const worker = new WorkerProcess(this.#parts.worker, orders, this.#parts.nodeOptions);
    provider.arm(slot, () => worker.signal("SIGKILL"));
    await worker.ended();
    await provider.quiet();
    this.#hear(worker);
    if (worker.wasKilled) await this.#killed(worker, slot);
    else if (worker.of("finished").length === 0) throw new Error(`the worker failed: ${tail(worker)}`);
    return worker;
  }

  #hear(worker: WorkerProcess): void {
    for (const { key, questionId } of worker.of("asked")) {
      this.#questions.set(key, (this.#questions.get(key) ?? new Set()).add(questionId));
    }
    for (const { round, records } of worker.of("records")) this.#judge(round, records);
    const { tally } = this.#findings;
    for (const { unknown } of worker.of("finished")) {
      const listed = new Set(unknown);
      for (const { records } of worker.of("records")) {
        for (const { key, status } of records) {
          if ((status === "outcome_unknown") !== listed.has(key))
            tally.fault(`${key} is ${status}, and is listed wrongly`);
        }
      }
    }
  }

  async #killed(worker: WorkerProcess, slot: KillSlot | undefined): Promise<void> {
    const { tally, onKill } = this.#findings;
    const last = worker.of("point").at(-1)?.point ?? "start";
    tally.killed(slot?.at === "point" ? last : (slot?.at ?? "start"));
    onKill?.(tally.kills);
    const begun = new Set(worker.of("begun").map(({ round }) => round));
    for (const round of this.#open) if (begun.has(round) || this.#kills.has(round)) await this.#look(round);
  }

  /** Notes how the calls of a round stand while nobody works on them. */
  async #look(round: number): Promise<void> {
    const records = new Map((await this.#recordsOf(round)).map((record) => [positionOf(record), record]));
    const before = this.#kills.get(round) ?? [];
    const calls = this.#effects.map((effect, position) => {
      const kill: AtKill = { record: records.get(position), sends: this.#sends(round, position) };
      this.#findings.tally.hit(rowOf(kill, before.at(-1)?.[position]?.sends), effect);
      return kill;
    });
    this.#kills.set(round, [...before, calls]);
  }

  async #recordsOf(round: number): Promise<readonly CallRecord[]> {
    const engine = createSqliteEngine({ path: copyOf(this.#parts.journal), observer: true });
    try {
      await engine.open(noProgram, { clock: systemClock });
      const found = await engine.find({ kind: "call", session: sessionOf(round) });
      return found.map(({ value }) => (value as unknown as { readonly record: CallRecord }).record);
    } finally {
      await engine.close(0);
    }
  }

  #sends(round: number, position: number): Sends {
    return this.#parts.provider.sends(markOf(round, position));
  }

  #judge(round: number, records: readonly CallRecord[]): void {
    this.#open = this.#open.filter((open) => open !== round);
    let isStopped = false;
    for (const record of records) {
      const position = positionOf(record);
      this.#findings.tally.judge({
        record,
        kills: (this.#kills.get(round) ?? []).flatMap((calls) => calls[position] ?? []),
        sends: this.#sends(round, position),
        isStopped,
        questionIds: this.#questions.get(record.key) ?? new Set(),
        attempts: this.#findings.tally.attempts,
      });
      if (isOrderedWrite(record) && record.status !== "succeeded") isStopped = true;
    }
    this.#kills.delete(round);
  }
}

/** Read as a copy: the next worker finds the files as the dead one left them, the log that was not written back included. */
function copyOf(journal: string): string {
  const copy = `${journal}.copy`;
  for (const side of ["", "-wal", "-shm"]) rmSync(`${copy}${side}`, { force: true });
  for (const side of ["", "-wal"])
    if (existsSync(`${journal}${side}`)) copyFileSync(`${journal}${side}`, `${copy}${side}`);
  return copy;
}

/** An observer runs nothing. */
const noProgram: Program = {
  fold: () => ({}),
  prepare: () => null,
  perform: () => Promise.reject(new Error("an observer runs nothing")),
};

/** The position of a call in its response. */
function positionOf(record: CallRecord): number {
  return Number(record.callId.slice(record.responseId.length + 1));
}

function tail(worker: WorkerProcess): string {
  return `${JSON.stringify(worker.reports.slice(-5))} ${worker.errors}`;
}
