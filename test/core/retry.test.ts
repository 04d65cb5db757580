/** The wait before the next attempt: bounds, stated waits, budget. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backoffMs, defaultRetryPolicy, nextWaitMs, type RetryPolicy } from "../../src/core/retry.ts";

const policies: fc.Arbitrary<RetryPolicy> = fc.record({
  attempts: fc.integer({ min: 1, max: 20 }),
  initial: fc.integer({ min: 0, max: 60_000 }),
  factor: fc.double({ min: 1, max: 10, noNaN: true }),
  max: fc.integer({ min: 0, max: 600_000 }),
  total: fc.integer({ min: 0, max: 3_600_000 }),
  jitter: fc.constantFrom("full", "none"),
});
const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const questions = fc.record({
  policy: policies,
  attempts: fc.integer({ min: 1, max: 25 }),
  spentMs: fc.integer({ min: 0, max: 7_200_000 }),
  retryAfterMs: fc.option(fc.integer({ min: 0, max: 7_200_000 }), { nil: undefined }),
  chance: chances,
});

describe("the computed wait", () => {
  test("doubles by default, up to its maximum", () => {
    const waits = [2, 3, 4, 5, 6, 7, 8].map((next) => backoffMs(defaultRetryPolicy, next));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test("never shrinks from attempt to attempt and never passes the maximum", () => {
    fc.assert(
      fc.property(policies, fc.integer({ min: 2, max: 30 }), (policy, next) => {
        const [wait, following] = [backoffMs(policy, next), backoffMs(policy, next + 1)];
        expect(wait).toBeLessThanOrEqual(policy.max);
        expect(following).toBeGreaterThanOrEqual(wait);
      }),
    );
  });
});

describe("P4.4: the next wait", () => {
  const base = { policy: { ...defaultRetryPolicy, jitter: "none" as const }, attempts: 1, spentMs: 0, chance: 0.5 };

  test("ends with the last attempt of the budget", () => {
    expect(nextWaitMs({ ...base, attempts: 2 })).toBe(2_000);
    expect(nextWaitMs({ ...base, attempts: 3 })).toBeUndefined();
  });

  test("fits when it reaches the total exactly, and not a millisecond later", () => {
    expect(nextWaitMs({ ...base, spentMs: 119_000 })).toBe(1_000);
    expect(nextWaitMs({ ...base, spentMs: 119_001 })).toBeUndefined();
  });

  test("is a part of the computed wait with full jitter", () => {
    const policy = { ...defaultRetryPolicy, jitter: "full" as const };
    expect(nextWaitMs({ ...base, policy, chance: 0.25 })).toBe(250);
    expect(nextWaitMs({ ...base, policy, chance: 0 })).toBe(0);
  });

  test("is never shorter than the stated wait, which is kept whole or ends the call", () => {
    fc.assert(
      fc.property(questions, (question) => {
        const wait = nextWaitMs(question);
        if (wait !== undefined) expect(wait).toBeGreaterThanOrEqual(question.retryAfterMs ?? 0);
      }),
    );
  });

  test("stays inside attempts and total, whatever is asked", () => {
    fc.assert(
      fc.property(questions, (question) => {
        const wait = nextWaitMs(question);
        if (wait === undefined) return;
        expect(question.attempts).toBeLessThan(question.policy.attempts);
        expect(question.spentMs + wait).toBeLessThanOrEqual(question.policy.total);
        expect(wait).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test("is refused only for a reason: attempts used up, or no room for the wait", () => {
    fc.assert(
      fc.property(questions, (question) => {
        if (nextWaitMs(question) !== undefined) return;
        const { policy, attempts, spentMs, retryAfterMs = 0 } = question;
        const longest = Math.max(backoffMs(policy, attempts + 1), retryAfterMs);
        expect(attempts >= policy.attempts || spentMs + longest > policy.total).toBe(true);
      }),
    );
  });
});
