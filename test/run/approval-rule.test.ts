/** Approval predicates: only the literal `false` skips the question. */

import { describe, expect, test } from "vitest";
import type { ApprovalCall, ApprovalRule } from "../../src/core/tool.ts";
import { answerTimeoutMs } from "../../src/run/answer-in-time.ts";
import { mustAsk } from "../../src/run/approval-rule.ts";
import { ManualClock } from "../../src/testing/manual-clock.ts";

const call: ApprovalCall = { key: "s/t/r.0", sessionId: "s", turnId: "t", tool: "note" };

/** A predicate that answers what its type forbids. */
function answers(value: unknown): ApprovalRule {
  return (() => value) as ApprovalRule;
}

function ask(rule: ApprovalRule): boolean | Promise<boolean> {
  return mustAsk(rule, { text: "hello" }, call, new ManualClock());
}

describe("an approval rule", () => {
  test("P5.3: false skips the question, also as a promise, and nothing else is needed", async () => {
    expect(ask(false)).toBe(false);
    expect(ask(answers(false))).toBe(false);
    expect(await ask(answers(Promise.resolve(false)))).toBe(false);
  });

  test.each([
    ["true", true],
    ["undefined", undefined],
    ["null", null],
    ["0", 0],
    ["an empty text", ""],
    ["NaN", Number.NaN],
    ["the text false", "false"],
    ["an empty list", []],
    ["a boxed false", Object(false)],
  ])("P5.3: %s asks, as a value and as a promise", async (_, value) => {
    expect(ask(answers(value))).toBe(true);
    expect(await ask(answers(Promise.resolve(value)))).toBe(true);
  });

  test("P5.3: a throw and a rejection ask", async () => {
    const thrown: ApprovalRule = () => {
      throw new Error("no");
    };
    expect(ask(thrown)).toBe(true);
    expect(await ask(answers(Promise.reject(new Error("no"))))).toBe(true);
  });

  test("P5.3: a promise-like answer asks when it throws on the way", async () => {
    const throwing = {
      // oxlint-disable-next-line unicorn/no-thenable -- what a predicate of an application may give back.
      then: () => {
        throw new Error("no");
      },
    };
    // oxlint-disable-next-line unicorn/no-thenable -- the same, found out only when it is looked at.
    const hidden = Object.defineProperty({}, "then", {
      get: () => {
        throw new Error("no");
      },
    });
    expect(await ask(answers(throwing))).toBe(true);
    expect(await ask(answers(hidden))).toBe(true);
  });

  test("P5.3: silence asks after five seconds and not before, and a later false comes too late", async () => {
    const clock = new ManualClock();
    const late = Promise.withResolvers<boolean>();
    let answer: boolean | undefined;
    const asking = Promise.resolve(mustAsk(() => late.promise, {}, call, clock)).then((asks) => (answer = asks));
    await clock.advance(answerTimeoutMs - 1);
    expect(answer).toBeUndefined();
    await clock.advance(1);
    expect(answer).toBe(true);
    late.resolve(false);
    expect(await asking).toBe(true);
    expect(answerTimeoutMs).toBe(5_000);
  });

  test("P5.3: an answer in time stops the clock's wait", async () => {
    const clock = new ManualClock();
    expect(await mustAsk(async () => false, {}, call, clock)).toBe(false);
    await clock.advance(answerTimeoutMs);
  });

  test("P5.4: a predicate that changes its arguments changes nothing of what runs", () => {
    const args = { text: "hello", list: [1] };
    const meddles: ApprovalRule = (given) => {
      (given as { text: string }).text = "changed";
      (given["list"] as number[]).push(2);
      return false;
    };
    expect(mustAsk(meddles, args, call, new ManualClock())).toBe(false);
    expect(args).toEqual({ text: "hello", list: [1] });
  });
});
