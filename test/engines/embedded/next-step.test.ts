/** The decision after an attempt, over every combination of facts. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AttemptEnd } from "../../../src/core/engine.ts";
import { nextStep, type TaskFacts } from "../../../src/engines/embedded/next-step.ts";

const ends: fc.Arbitrary<AttemptEnd> = fc.oneof(
  fc.record({ kind: fc.constant("done" as const), value: fc.constant(1) }),
  fc.record({ kind: fc.constant("did_not_happen" as const), error: fc.constant("e"), isFinal: fc.boolean() }),
  fc.record({ kind: fc.constant("ambiguous" as const), error: fc.constant("e"), isFinal: fc.boolean() }),
);

interface Given {
  readonly facts: TaskFacts;
  readonly end: AttemptEnd;
}

/** Facts as the engine makes them: an ambiguous end has already been noted as one that may have sent. */
const given: fc.Arbitrary<Given> = fc
  .record({
    mode: fc.constantFrom("once" as const, "repeatable" as const),
    attempts: fc.integer({ min: 1, max: 6 }),
    sentBefore: fc.boolean(),
    spentMs: fc.integer({ min: 0, max: 200_000 }),
    isStopped: fc.boolean(),
    end: ends,
  })
  .map(({ mode, attempts, sentBefore, spentMs, isStopped, end }) => {
    const retry = { attempts: 4, initial: 100, factor: 2, max: 1_000, total: 100_000, jitter: "full" } as const;
    const mayHaveSent = end.kind === "ambiguous" || (mode === "repeatable" && attempts > 1 && sentBefore);
    return { facts: { task: { mode, retry }, attempts, mayHaveSent, spentMs, isStopped }, end };
  });

function always(holds: (given: Given) => void): void {
  fc.assert(fc.property(given, holds), { numRuns: 1_000 });
}

describe("the step after an attempt", () => {
  test("P4.1: is never another attempt of a single-attempt task", () => {
    always(({ facts, end }) => {
      if (facts.task.mode === "once") expect(nextStep(facts, end, 0.5).kind).toBe("end");
    });
  });

  test("is never another attempt after a result, a final end or a stop", () => {
    always(({ facts, end }) => {
      const isOver = end.kind === "done" || end.isFinal === true || facts.isStopped;
      if (isOver) expect(nextStep(facts, end, 0.5).kind).toBe("end");
    });
  });

  test("P4.6: is never refused once an attempt may have been sent, and never unknown when none was", () => {
    always(({ facts, end }) => {
      const step = nextStep(facts, end, 0.5);
      if (step.kind !== "end" || step.end.kind === "returned") return;
      expect(step.end.kind).toBe(facts.mayHaveSent ? "unknown" : "refused");
    });
  });

  test("P4.4: is another attempt while the budget lasts", () => {
    always(({ facts, end }) => {
      const mayTry =
        facts.task.mode === "repeatable" && !facts.isStopped && end.kind !== "done" && end.isFinal !== true;
      const hasRoom = facts.attempts < 4 && facts.spentMs + 1_000 <= 100_000;
      if (mayTry && hasRoom) expect(nextStep(facts, end, 0.5).kind).toBe("again");
    });
  });
});
