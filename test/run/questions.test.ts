/** Questions and decisions: what binds them, what closes them, what they leave behind. */

import { describe, expect, test } from "vitest";
import type { DecideInput } from "../../src/run/client-input.ts";
import { digestOf } from "../../src/run/digest.ts";
import { defaultFoldRules } from "../../src/run/fold-rules.ts";
import { toModelResult } from "../../src/run/result.ts";
import { FoldDriver } from "./fold-driver.ts";
import { keyAt, read, submitOf, write } from "./resolved-calls.ts";
import { succeeded } from "./task-ends.ts";

const asked = { ...write, mustAsk: true };

function askedDriver(): FoldDriver {
  const driver = new FoldDriver();
  driver.client(submitOf("t", "r", [asked, write]));
  return driver;
}

function questionId(driver: FoldDriver): string {
  const [open] = driver.openQuestions;
  if (open === undefined) throw new Error("nothing is asked");
  return open.question.questionId;
}

function decision(driver: FoldDriver, change: Partial<DecideInput> = {}): DecideInput {
  return { kind: "decide", questionId: questionId(driver), decision: "approve", decidedBy: "ann", ...change };
}

describe("a question", () => {
  test("P6.2: is asked only when the write's turn comes", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [write, asked, { ...read, mustAsk: true }]));
    expect(driver.statuses("r")).toEqual(["running", "waiting", "awaiting_approval"]);
    driver.end(keyAt("t", "r", 0), succeeded);
    expect(driver.statuses("r")).toEqual(["succeeded", "awaiting_approval", "awaiting_approval"]);
  });

  test("P5.4: carries its own id, the key, the arguments and their digest", () => {
    const driver = askedDriver();
    const key = keyAt("t", "r", 0);
    const { question } = driver.openQuestions[0] ?? {};
    expect(question).toMatchObject({
      key,
      tool: "tool",
      arguments: { text: "r.0" },
      digest: digestOf({ text: "r.0" }),
    });
    expect(question?.questionId).not.toBe(key);
  });

  test("P5.5: has its deadline from the moment it is durable, not from when the response came", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [write, asked]));
    driver.now += 5_000;
    driver.end(keyAt("t", "r", 0), succeeded);
    const { askedAt, expiresAt } = driver.openQuestions[0]?.question ?? {};
    expect(askedAt).toBe(driver.now);
    expect(expiresAt).toBe(driver.now + defaultFoldRules.approvalDeadlineMs);
  });
});

describe("a decision that was left while nobody ran the journal", () => {
  const { approvalDeadlineMs, resumeWithinMs } = defaultFoldRules;

  /** Asked, left after `leftAfterMs`, and found by a process that starts when `startsAfterMs` have gone by. */
  function found(leftAfterMs: number, startsAfterMs: number, change: Partial<DecideInput> = {}): FoldDriver {
    const driver = askedDriver();
    const input = decision(driver, { leftAt: driver.now + leftAfterMs, ...change });
    driver.takenOver(startsAfterMs);
    driver.client(input);
    return driver;
  }

  test("P5.5: counts although the deadline passed before somebody found it, and one left at the deadline does not", () => {
    const start = approvalDeadlineMs + 1_000;
    expect(found(approvalDeadlineMs - 1, start).statuses("r")).toEqual(["running", "waiting"]);
    expect(found(approvalDeadlineMs, start).statuses("r")).toEqual(["rejected", "failed"]);
  });

  test("P7.4: sets the response going when it is as old as the limit, and is held with it when it is older", () => {
    expect(found(1_000, 1_000 + resumeWithinMs).statuses("r")).toEqual(["running", "waiting"]);
    const driver = found(1_000, 1_001 + resumeWithinMs);
    expect(driver.statuses("r")).toEqual(["waiting", "waiting"]);
    expect(driver.responses[0]).toMatchObject({ isHeld: true });
    expect(driver.record("r.0").history).toMatchObject([
      { kind: "decided", by: "ann", at: driver.now - 1 - resumeWithinMs },
    ]);
    driver.client({ kind: "resume", turnId: "t", responseId: "r" });
    expect(driver.statuses("r")).toEqual(["running", "waiting"]);
  });

  test("P5.7, P7.4: an old rejection ends its call all the same", () => {
    const driver = found(1_000, 1_001 + resumeWithinMs, { decision: "reject" });
    expect(driver.statuses("r")).toEqual(["rejected", "failed"]);
  });

  test("P5.5, P7.4: a clock that was set back meanwhile makes no decision old, the owner's own or one that was left", () => {
    for (const isLeft of [true, false]) {
      const driver = askedDriver();
      driver.takenOver(0);
      driver.now -= 2 * resumeWithinMs;
      driver.client(decision(driver, isLeft ? { leftAt: driver.now } : {}));
      expect(driver.statuses("r")).toEqual(["running", "waiting"]);
    }
  });

  test("P5.5: one that is dated in the future is taken for one of now", () => {
    const driver = askedDriver();
    const late = decision(driver, { leftAt: driver.now + 2 * approvalDeadlineMs });
    driver.now += approvalDeadlineMs - 1;
    expect(driver.client(late)).toEqual({ accepted: true });
    expect(driver.record("r.0").history).toMatchObject([{ at: driver.now }]);
  });
});

describe("a decision", () => {
  test("P5.4: an approval runs what was asked about, and a person's name and comment are kept", () => {
    const driver = askedDriver();
    expect(driver.client(decision(driver, { comment: "go" }))).toEqual({ accepted: true });
    expect(driver.running.get(keyAt("t", "r", 0))?.input).toMatchObject({ arguments: { text: "r.0" } });
    expect(driver.record("r.0").history).toMatchObject([
      { kind: "decided", by: "ann", reason: "go", decision: "approve" },
    ]);
  });

  test("P5.7, P6.3: a rejection ends the call with the comment, and the later write is skipped", () => {
    const driver = askedDriver();
    driver.client(decision(driver, { decision: "reject", comment: "wrong channel" }));
    const record = driver.record("r.0");
    expect(record).toMatchObject({ status: "rejected", attempts: 0, error: { code: "rejected", didNotRun: true } });
    expect(record.error?.message).toContain("did not run");
    expect(record.error?.message).toContain("wrong channel");
    expect(driver.record("r.1")).toMatchObject({ status: "failed", skipped: true });
  });

  test("P5.7: a rejection without a comment is no bare word either", () => {
    const driver = askedDriver();
    driver.client(decision(driver, { decision: "reject" }));
    expect(driver.record("r.0").error?.message).toMatch(/did not run.*no comment/);
  });

  test("P5.5, P5.7: after an edit the edited arguments run, and the model reads which", () => {
    const driver = askedDriver();
    const args = { text: "better" };
    driver.client(decision(driver, { edit: { arguments: args, digest: digestOf(args), preview: "p" } }));
    const key = keyAt("t", "r", 0);
    expect(driver.running.get(key)?.input).toMatchObject({ arguments: args });
    driver.end(key, succeeded);
    const record = driver.record("r.0");
    expect(record).toMatchObject({ arguments: args, proposedArguments: { text: "r.0" } });
    expect(toModelResult(record)).toMatchObject({ status: "ok", note: expect.stringContaining('{"text":"better"}') });
  });

  test("P5.4: a forged question id changes nothing and is told so", () => {
    const driver = askedDriver();
    const forged = { ...decision(driver), questionId: `${keyAt("t", "r", 0)}:q2` };
    expect(driver.client(forged)).toMatchObject({ accepted: false, code: "unknown_question" });
    expect(driver.statuses("r")).toEqual(["awaiting_approval", "waiting"]);
  });

  test("P5.4, P5.5: a second one changes nothing and is told who was first; the same again is told that it was made", () => {
    const driver = askedDriver();
    const first = decision(driver);
    driver.client(first);
    const at = driver.now;
    driver.now += 10;
    const other = driver.client({ ...first, decision: "reject", decidedBy: "bob" });
    expect(other).toMatchObject({ accepted: false, code: "already_decided", by: "ann", at });
    const again = driver.client(first);
    expect(again).toMatchObject({
      accepted: false,
      code: "already_decided",
      message: expect.stringContaining("this very"),
    });
    expect(driver.statuses("r")).toEqual(["running", "waiting"]);
  });

  test("P5.5: one that is durable before the deadline wins over it", () => {
    const driver = askedDriver();
    const id = questionId(driver);
    driver.now += defaultFoldRules.approvalDeadlineMs - 1;
    driver.client(decision(driver));
    driver.now += 1;
    driver.apply({ from: "alarm", id });
    expect(driver.statuses("r")).toEqual(["running", "waiting"]);
  });

  test("P5.5: one that comes at the deadline is too late, also before the alarm has rung", () => {
    const driver = askedDriver();
    driver.now += defaultFoldRules.approvalDeadlineMs;
    expect(driver.client(decision(driver))).toMatchObject({ accepted: false, code: "expired" });
    expect(driver.record("r.0")).toMatchObject({
      status: "rejected",
      error: { code: "approval_expired", didNotRun: true },
    });
  });

  test("P5.5: the deadline rejects the call, skips later writes and closes the question", () => {
    const driver = askedDriver();
    const late = decision(driver);
    driver.now += defaultFoldRules.approvalDeadlineMs;
    driver.apply({ from: "alarm", id: late.questionId });
    expect(driver.statuses("r")).toEqual(["rejected", "failed"]);
    expect(driver.client(late)).toMatchObject({ accepted: false, code: "expired" });
  });

  test("P5.4: to a question that was asked anew the old id is withdrawn, and only the new one counts", () => {
    const driver = askedDriver();
    const old = decision(driver);
    driver.client({
      kind: "reask",
      questionId: old.questionId,
      reason: "the connector changed",
      connectorVersion: "2",
      facts: {},
    });
    expect(driver.openQuestions[0]?.question).toMatchObject({ connectorVersion: "2" });
    expect(questionId(driver)).not.toBe(old.questionId);
    expect(driver.client(old)).toMatchObject({ accepted: false, code: "withdrawn" });
    expect(driver.alarms.has(old.questionId)).toBe(false);
    expect(driver.client(decision(driver))).toEqual({ accepted: true });
    expect(driver.statuses("r")).toEqual(["running", "waiting"]);
  });
});
