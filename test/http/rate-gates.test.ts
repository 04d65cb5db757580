import { describe, expect, test } from "vitest";
import type { RateLimit } from "../../src/core/manifest-execution.ts";
import { createRateGates, type Held, type Pass, type RateGates } from "../../src/http/rate-gates.ts";
import { realClock, skippingClock } from "./attempt.ts";

const scope = { kind: "connection" } as const;
const none: RateLimit = { requests: undefined, concurrency: undefined, minIntervalMs: undefined, scope };

function enter(
  gates: RateGates,
  limit: RateLimit,
  clock = skippingClock(),
  waitMs = 60_000,
  signal = new AbortController().signal,
) {
  return gates.enter({ name: "one", limit, clock, signal, deadline: clock.now() + waitMs });
}

function sleepUntilStopped(_ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new Error("stopped")));
  });
}

describe("a client-side rate limit", () => {
  test("lets so many requests through in any window, and the next one when the first is old enough", async () => {
    const clock = skippingClock();
    const gates = createRateGates();
    const limit = { ...none, requests: { count: 3, perMs: 1_000 } };
    const starts: number[] = [];
    const zero = clock.now();
    for (let request = 0; request < 7; request += 1) {
      await enter(gates, limit, clock);
      starts.push(clock.now() - zero);
    }
    expect(starts).toEqual([0, 0, 0, 1_000, 1_000, 1_000, 2_000]);
  });

  test("keeps its distance between requests", async () => {
    const clock = skippingClock();
    const gates = createRateGates();
    for (let request = 0; request < 3; request += 1) await enter(gates, { ...none, minIntervalMs: 400 }, clock);
    expect(clock.slept).toEqual([400, 400]);
  });

  test("says how long the wait is instead of cutting it short, and takes no place for it", async () => {
    const clock = skippingClock();
    const gates = createRateGates();
    const limit = { ...none, minIntervalMs: 10_000 };
    await enter(gates, limit, clock);
    expect(await enter(gates, limit, clock, 5_000)).toEqual({ kind: "held", waitMs: 10_000 });
    expect(await enter(gates, limit, clock, 5_000)).toEqual({ kind: "held", waitMs: 10_000 });
    expect((await enter(gates, limit, clock, 20_000)).kind).toBe("pass");
  });

  test("hands places on in the order of arrival, each once", async () => {
    const gates = createRateGates();
    const limit = { ...none, concurrency: 1 };
    const order: number[] = [];
    const work = async (number: number): Promise<void> => {
      const pass = (await gates.enter({
        name: "one",
        limit,
        clock: realClock,
        signal: new AbortController().signal,
        deadline: Date.now() + 10_000,
      })) as Pass;
      order.push(number);
      await Promise.resolve();
      pass.leave();
      pass.leave();
    };
    await Promise.all([0, 1, 2, 3].map(work));
    expect(order).toEqual([0, 1, 2, 3]);
  });

  test("ends the wait for a place with the attempt's time, and forgets who waited", async () => {
    const gates = createRateGates();
    const limit = { ...none, concurrency: 1 };
    const first = (await enter(gates, limit)) as Pass;
    const second = (await enter(gates, limit, skippingClock(), 50)) as Held;
    expect(second.kind).toBe("held");
    first.leave();
    expect((await enter(gates, limit)).kind).toBe("pass");
  });

  test.each([0, 1, 2, 3, 4, 5])(
    "loses no place to one who gives up while it is handed on (%i turns later)",
    async (turns) => {
      const gates = createRateGates();
      const limit = { ...none, concurrency: 1 };
      const clock = { ...realClock, sleep: sleepUntilStopped };
      const controller = new AbortController();
      const common = { name: "one", limit, clock, deadline: Date.now() + 60_000 };
      const first = (await gates.enter({ ...common, signal: new AbortController().signal })) as Pass;
      const second = gates.enter({ ...common, signal: controller.signal });
      await new Promise(setImmediate);
      controller.abort();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      first.leave();
      const left = await second;
      if (left.kind === "pass") left.leave();
      expect((await enter(gates, limit, skippingClock(), 50)).kind).toBe("pass");
    },
  );

  test("counts each name by itself", async () => {
    const clock = skippingClock();
    const gates = createRateGates();
    const limit = { ...none, minIntervalMs: 1_000 };
    const common = { limit, clock, signal: new AbortController().signal, deadline: clock.now() + 60_000 };
    for (let name = 0; name < 2_500; name += 1) await gates.enter({ ...common, name: String(name) });
    expect(clock.slept).toEqual([]);
  });
});
