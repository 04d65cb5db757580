/** What a source may do with its attempt: hand on a changed copy, begin dispatches and take them back. */
import { expect, test } from "vitest";
import type { TaskAttempt } from "../../src/core/engine.ts";
import type { ToolAttempt } from "../../src/core/tool.ts";
import type { CallTaskInput } from "../../src/run/session.ts";
import { WatchedAttempt } from "../../src/run/tool-attempt.ts";

const call: CallTaskInput = {
  kind: "call",
  key: "s/t/r.0",
  sessionId: "s",
  turnId: "t",
  callId: "r.0",
  tool: "note",
  arguments: {},
  effect: "read",
  mechanism: "none",
  timeoutMs: 1_000,
};

function attemptAt(times: readonly number[], earlier: Partial<TaskAttempt> = {}): WatchedAttempt {
  const left = [...times];
  const clock = { now: () => left.shift() ?? 0, monotonic: () => 0, sleep: () => Promise.resolve() };
  const task: TaskAttempt = {
    number: 1,
    mayHaveSent: false,
    claim: null,
    claimedAt: 5,
    signal: new AbortController().signal,
    guard: () => undefined,
    ...earlier,
  };
  return new WatchedAttempt(call, task, clock, "namespace");
}

test("a copy of an attempt has all that the attempt has, and its dispatches are seen", () => {
  const attempt = attemptAt([10, 20]);
  const given: ToolAttempt = attempt;
  const copy = { ...given, key: "another" };
  expect(copy.signal).toBe(attempt.signal);
  expect(copy).toMatchObject({ number: 1, isResend: false, deadline: 1_010, keyNamespace: "namespace" });
  copy.beginDispatch();
  expect(attempt.hasSent()).toBe(true);
  expect(attempt.firstDispatchAt).toBe(20);
});

test("the first dispatch is the oldest that was not taken back", () => {
  const attempt = attemptAt([0, 10, 20]);
  const first = attempt.beginDispatch();
  const second = attempt.beginDispatch();
  expect(attempt.firstAt()).toBe(10);
  first.provenNotSent();
  first.provenNotSent();
  expect(attempt.firstAt()).toBe(20);
  second.provenNotSent();
  expect(attempt.hasSent()).toBe(false);
  expect(attempt.firstDispatchAt).toBeUndefined();
});

test("P2.4: the first dispatch of an earlier attempt stays the first", () => {
  const attempt = attemptAt([0, 10], { number: 2, mayHaveSent: true, firstDispatchAt: 3 });
  attempt.beginDispatch().provenNotSent();
  expect(attempt.firstDispatchAt).toBe(3);
  expect(attempt.lastDispatchAt).toBe(3);
});
