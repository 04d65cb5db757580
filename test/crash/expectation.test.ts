/** The judge of the kill harness finds what contradicts the promises, and nothing else. */

import { describe, expect, test } from "vitest";
import type { CallRecord } from "../../src/core/call.ts";
import { type AtKill, type CallStory, faultsOf } from "../../src/testing/kill-expectation.ts";

const base: CallRecord = {
  key: "s/t/r.0",
  sessionId: "s",
  turnId: "t",
  responseId: "r",
  callId: "r.0",
  modelCallId: "c",
  tool: "note",
  connection: { connector: "desk", name: "main" },
  arguments: {},
  effect: "non_idempotent_write",
  requiresApproval: false,
  status: "succeeded",
  warnings: [],
  attempts: 1,
  history: [],
  createdAt: 1,
  finishedAt: 2,
};

const sends = (count: number, areEqual = true): CallStory["sends"] => ({ count, answered: count, areEqual });
const { finishedAt: _, ...alive } = base;
const running = (count: number): AtKill => ({ record: { ...alive, status: "running" }, sends: sends(count) });

function story(change: Partial<CallStory>): CallStory {
  return { record: base, kills: [], sends: sends(1), isStopped: false, questionIds: new Set(), attempts: 3, ...change };
}

const unknown: CallRecord = { ...base, status: "outcome_unknown" };
const keyed: CallRecord = { ...base, effect: "idempotent_write" };

describe("the judge", () => {
  test.each([
    ["a success that was sent once", story({})],
    [
      "an unknown outcome beside a kill after the claim",
      story({ record: unknown, kills: [running(0)], sends: sends(0) }),
    ],
    ["a keyed write that was sent again after a kill", story({ record: keyed, kills: [running(1)], sends: sends(2) })],
    ["a record that was kept", story({ kills: [{ record: base, sends: sends(1) }] })],
  ])("finds nothing wrong with %s", (_name, told) => {
    expect(faultsOf(told)).toEqual([]);
  });

  test.each([
    ["a single attempt that was sent twice", story({ sends: sends(2) })],
    ["an unknown outcome without a kill", story({ record: unknown })],
    ["a success of a single attempt that was cut off", story({ kills: [running(1)] })],
    ["a single attempt that was sent after its claim was found", story({ record: unknown, kills: [running(0)] })],
    ["a success without a send", story({ record: keyed, sends: sends(0) })],
    ["a keyed write that was sent again without a kill", story({ record: keyed, sends: sends(2) })],
    ["a re-send with other bytes", story({ record: keyed, kills: [running(1)], sends: sends(2, false) })],
    ["a record that changed", story({ record: unknown, kills: [{ record: base, sends: sends(1) }] })],
    ["a send after the record", story({ record: keyed, kills: [{ record: keyed, sends: sends(1) }], sends: sends(2) })],
    ["a write that ran after a bad one", story({ isStopped: true })],
    ["a question that was asked twice", story({ questionIds: new Set(["q1", "q2"]) })],
  ])("finds %s", (_name, told) => {
    expect(faultsOf(told)).not.toEqual([]);
  });
});
