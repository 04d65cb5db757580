/** An attempt for tests: real time, and a count of what it dispatched. */
import type { ToolAttempt } from "../../src/core/tool.ts";
import type { Clock } from "../../src/core/clock.ts";
import { setTimeout as pause } from "node:timers/promises";

export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    await pause(ms, undefined, signal === undefined ? {} : { signal });
  },
};

/** Time that passes only by sleeping, at once. */
export function skippingClock(
  start: number = Date.parse("2026-03-10T12:00:00Z"),
): Clock & { readonly slept: number[] } {
  let time = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => time,
    monotonic: () => time,
    sleep(ms, signal) {
      if (signal?.aborted === true) return Promise.reject(new Error("stopped"));
      slept.push(ms);
      time += ms;
      return Promise.resolve();
    },
  };
}

export interface TestAttempt extends ToolAttempt {
  readonly dispatches: () => number;
}

export function attemptOf(overrides: Partial<ToolAttempt> = {}): TestAttempt {
  let dispatches = 0;
  const clock = overrides.clock ?? realClock;
  return {
    key: "session/turn/response.0",
    number: 1,
    isResend: false,
    firstDispatchAt: undefined,
    signal: new AbortController().signal,
    deadline: clock.now() + 15_000,
    keyNamespace: "3f0d1c9e-0000-4000-8000-000000000001",
    clock,
    beginDispatch() {
      dispatches += 1;
      return {
        provenNotSent() {
          dispatches -= 1;
        },
      };
    },
    dispatches: () => dispatches,
    ...overrides,
  };
}
