/** The order of one response under any mix of calls, any finishing order and any outcome. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallStatus } from "../../src/core/call.ts";
import { isFinal } from "../../src/core/call.ts";
import { maxParallelCalls, plan } from "../../src/run/plan.ts";

interface Call {
  readonly isOrdered: boolean;
  readonly isBlocked: boolean;
  mustAsk: boolean;
  status: CallStatus;
  /** How it will end. */
  readonly outcome: CallStatus;
  /** Whether its person says yes. */
  readonly isApproved: boolean;
  hasStarted: boolean;
  results: number;
}

const ends: readonly CallStatus[] = ["succeeded", "failed", "rejected", "outcome_unknown"];

const anyCall: fc.Arbitrary<Call> = fc.record({
  isOrdered: fc.boolean(),
  isBlocked: fc.constant(false),
  mustAsk: fc.boolean(),
  status: fc.constantFrom<CallStatus>("waiting", "waiting", "waiting", "failed"),
  outcome: fc.constantFrom(...ends, "succeeded" as const),
  isApproved: fc.boolean(),
  hasStarted: fc.constant(false),
  results: fc.constant(0),
});

const anyResponse = fc.record({
  made: fc.array(anyCall, { maxLength: 24, size: "max" }),
  /** Which of the calls under way or asked about goes on next. */
  picks: fc.infiniteStream(fc.nat(1_000)),
});

/** Does what the plan says until it offers nothing more; returns what the loop saw. */
function carryOut(calls: readonly Call[]): void {
  for (;;) {
    const step = plan(calls);
    expect(plan(calls)).toEqual(step);
    const all = [...step.start, ...step.ask, ...step.skip];
    expect(new Set(all).size).toBe(all.length);
    if (all.length === 0) return;
    for (const position of step.start) start(calls, position);
    for (const position of step.ask) at(calls, position).status = "awaiting_approval";
    for (const position of step.skip) finish(at(calls, position), "failed");
  }
}

function start(calls: readonly Call[], position: number): void {
  const call = at(calls, position);
  if (call.isOrdered) {
    const earlier = calls.slice(0, position).filter((each) => each.isOrdered);
    expect(earlier.map((each) => each.status)).toEqual(earlier.map(() => "succeeded"));
    expect(calls.filter((each) => each.isOrdered && each.status === "running")).toEqual([]);
  }
  expect(call.mustAsk).toBe(false);
  call.status = "running";
  call.hasStarted = true;
}

function finish(call: Call, status: CallStatus): void {
  expect(isFinal(call.status)).toBe(false);
  call.status = status;
  call.results += 1;
}

function at(calls: readonly Call[], position: number): Call {
  const call = calls[position];
  if (call === undefined) throw new Error(`the plan names call ${String(position)}, which does not exist`);
  return call;
}

function expectNoReadWaits(calls: readonly Call[]): void {
  const unordered = calls.filter((call) => !call.isOrdered);
  const running = unordered.filter((call) => call.status === "running").length;
  const waiting = unordered.filter((call) => call.status === "waiting").length;
  expect(running).toBeLessThanOrEqual(maxParallelCalls);
  if (waiting > 0) expect(running).toBe(maxParallelCalls);
}

function goOn(call: Call): void {
  if (call.status === "running") finish(call, call.outcome);
  else if (call.isApproved) {
    call.mustAsk = false;
    call.status = "waiting";
  } else finish(call, "rejected");
}

describe("the plan of a response", () => {
  test("P6.1, P6.3, P6.5: writes keep the model's order and stop at a bad one, reads never wait, each call ends once", () => {
    fc.assert(
      fc.property(anyResponse, ({ made, picks }) => {
        const calls = made.map((call) => ({ ...call }));
        const refused = calls.filter((call) => call.status === "failed");
        carryOut(calls);
        for (;;) {
          expectNoReadWaits(calls);
          const active = calls.filter((call) => call.status === "running" || call.status === "awaiting_approval");
          const call = active[picks.next().value % Math.max(1, active.length)];
          if (call === undefined) break;
          goOn(call);
          carryOut(calls);
        }
        expect(calls.filter((call) => !isFinal(call.status))).toEqual([]);
        for (const call of calls) expect(call.results).toBe(refused.includes(call) ? 0 : 1);
        expectNothingAfterABadWrite(calls);
      }),
      { numRuns: 500 },
    );
  });

  test("P6.2: at most one ordered write is asked about or runs at a time", () => {
    fc.assert(
      fc.property(anyResponse, ({ made, picks }) => {
        const calls = made.map((call) => ({ ...call }));
        carryOut(calls);
        for (;;) {
          const active = calls.filter((call) => call.status === "running" || call.status === "awaiting_approval");
          expect(active.filter((call) => call.isOrdered).length).toBeLessThanOrEqual(1);
          const call = active[picks.next().value % Math.max(1, active.length)];
          if (call === undefined) return;
          goOn(call);
          carryOut(calls);
        }
      }),
    );
  });

  test("P6.1: sixteen unordered calls run beside each other and the seventeenth waits for a place", () => {
    const read = { isOrdered: false, mustAsk: false, isBlocked: false };
    const calls = Array.from({ length: 17 }, () => ({ ...read, status: "waiting" as CallStatus }));
    expect(plan(calls).start).toEqual(Array.from({ length: 16 }, (_, position) => position));
    const busy = calls.map((call, position) => ({
      ...call,
      status: position < 16 ? ("running" as const) : call.status,
    }));
    expect(plan(busy).start).toEqual([]);
    const [, ...rest] = busy;
    expect(plan([{ ...read, status: "failed" }, ...rest]).start).toEqual([16]);
  });

  test("P10.2: a blocked write is not offered and keeps its place before later writes", () => {
    const write = { isOrdered: true, mustAsk: false, status: "waiting" as CallStatus };
    const calls = [
      { ...write, isBlocked: true },
      { ...write, isBlocked: false },
    ];
    expect(plan(calls)).toEqual({ start: [], ask: [], skip: [], stopper: undefined });
  });
});

function expectNothingAfterABadWrite(calls: readonly Call[]): void {
  const bad = calls.findIndex((call) => call.isOrdered && call.status !== "succeeded");
  if (bad === -1) return;
  for (const call of calls.slice(bad + 1)) if (call.isOrdered) expect(call.hasStarted).toBe(false);
}
