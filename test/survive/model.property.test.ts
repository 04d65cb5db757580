/** Random sessions: responses, endings, approvals, crashes, deploys and clock jumps, held to the reference model after every move. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ManualClock } from "../../src/testing/manual-clock.ts";
import { RealSession, textOf } from "./real-session.ts";
import { type CallPlan, ReferenceModel } from "./reference-model.ts";

const MINUTE = 60_000;
const options = { resumeWithinMs: 10 * MINUTE, approvalDeadlineMs: 24 * 60 * MINUTE };

/** A question and the answer to it. */
interface Choice {
  readonly pick: number;
  readonly isYes: boolean;
}

type Move =
  | { readonly kind: "submit"; readonly plans: readonly CallPlan[] }
  | (Choice & { readonly kind: "decide" })
  | { readonly kind: "release" | "resume"; readonly pick: number }
  | { readonly kind: "crash"; readonly awayMs: number; readonly isDeploy: boolean; readonly left: Choice | undefined }
  | { readonly kind: "jump"; readonly ms: number };

const plan: fc.Arbitrary<CallPlan> = fc.record({
  kind: fc.constantFrom("read", "keyed", "keyed", "single", "single", "function"),
  mustAsk: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
  outcomes: fc.array(fc.constantFrom("ok", "ok", "failed", "lost", "not_sent", "busy", "hang", "hang"), {
    minLength: 1,
    maxLength: 3,
  }),
});
const pick = fc.nat(100);
const isYes = fc.integer({ min: 0, max: 3 }).map((chance) => chance > 0);

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("submit" as const),
      plans: fc.array(plan, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("decide" as const),
      pick,
      isYes,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("release" as const, "resume" as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("crash" as const),
      awayMs: fc.constantFrom(0, 10 * MINUTE, 10 * MINUTE + 1, 600 * MINUTE),
      isDeploy: fc.boolean(),
      // Answered while nobody runs the journal.
      left: fc.option(fc.record({ pick, isYes }), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("jump" as const),
      ms: fc.constantFrom(-120 * MINUTE, 5 * MINUTE, 25 * 60 * MINUTE),
    }),
  },
);

/** The real session and the model, side by side. */
class Pair {
  readonly clock = new ManualClock();
  readonly model = new ReferenceModel(options.resumeWithinMs, options.approvalDeadlineMs);
  readonly real: RealSession;

  constructor(folder: string) {
    this.real = new RealSession(folder, this.clock, options);
  }

  async play(step: Move): Promise<void> {
    const { model, real, clock } = this;
    switch (step.kind) {
      case "submit":
        model.submit(step.plans, clock.now());
        return real.submit(step.plans);
      case "decide": {
        const place = this.#place("awaiting_approval", step.pick);
        if (place === undefined) return;
        model.decide(place.response, place.call, step.isYes, clock.now());
        return real.decide(place.index, place.position, step.isYes);
      }
      case "release": {
        const place = this.#place("running", step.pick);
        if (place === undefined) return;
        model.settle(place.response, place.call, "ok", clock.now());
        return real.release(place.index, place.position);
      }
      case "resume": {
        const index = step.pick % Math.max(1, model.responses.length);
        const response = model.responses[index];
        if (response === undefined) return;
        model.resume(response, clock.now());
        return real.resume(index);
      }
      case "crash":
        return this.#crash(step);
      case "jump":
        clock.jump(step.ms);
        // Deadlines are noticed within a minute of a jump.
        await clock.advance(MINUTE);
        model.ring(clock.now());
        return real.settle();
    }
  }

  async #crash({ awayMs, isDeploy, left }: Extract<Move, { kind: "crash" }>): Promise<void> {
    const { model, real, clock } = this;
    const place = left === undefined ? undefined : this.#place("awaiting_approval", left.pick);
    let leftAt = 0;
    await real.crash(awayMs, isDeploy, async (observer) => {
      leftAt = clock.now();
      if (place !== undefined) await real.leave(observer, place.index, place.position, left?.isYes === true);
    });
    const now = clock.now();
    model.restart(now, model.version + (isDeploy ? 1 : 0), () => {
      if (place !== undefined) model.decideLeft(place.response, place.call, left?.isYes === true, leftAt, now);
    });
  }

  #place(status: string, chosen: number) {
    const places = this.model.responses.flatMap((response, index) =>
      response.calls.map((call, position) => ({ response, index, call, position })),
    );
    const fitting = places.filter(({ call }) => call.status === status);
    return fitting[chosen % Math.max(1, fitting.length)];
  }

  async check(): Promise<void> {
    const expected: unknown[] = [];
    const found: unknown[] = [];
    for (const [index, { calls }] of this.model.responses.entries()) {
      for (const [position, call] of calls.entries()) {
        const record = await this.real.record(index, position);
        const place = textOf(index, position);
        expected.push([place, call.status, call.isSkipped]);
        found.push([place, record?.status, record?.skipped === true]);
        const entered = this.real.entered.get(place) ?? 0;
        if (call.kind === "single" || call.kind === "function") expect(entered).toBeLessThanOrEqual(1);
        expect(entered).toBeLessThanOrEqual(3);
        if (call.isSkipped || call.status === "rejected") expect(entered).toBe(0);
      }
    }
    expect(found).toEqual(expected);
  }
}

test(
  "P4.1, P4.4, P4.6, P5.5, P6.1, P6.3, P7.4, P1.4: any session ends as the reference model says, whatever crashes and changes on the way",
  { timeout: 10 * MINUTE },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 14, size: "max" }), async (moves) => {
        const folder = mkdtempSync(join(tmpdir(), "model-"));
        const pair = new Pair(folder);
        try {
          for (const step of moves) {
            await pair.play(step);
            await pair.check();
          }
        } finally {
          await pair.real.close();
          rmSync(folder, { recursive: true });
        }
      }),
      { numRuns: Number(process.env["MODEL_RUNS"] ?? 40) },
    );
  },
);
