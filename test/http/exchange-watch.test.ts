import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ExchangeWatch, type Watched } from "../../src/http/exchange-watch.ts";

const DAY_MS = 86_400_000;

interface TestExchange extends Watched {
  readonly ends: string[];
}

function exchangeOf(watch: ExchangeWatch, timeoutMs: number, signal = new AbortController().signal): TestExchange {
  const exchange: TestExchange = {
    endsAt: performance.now() + timeoutMs,
    signal,
    slot: 0,
    ends: [],
    stop(why) {
      exchange.ends.push(why);
      watch.remove(exchange);
    },
  };
  watch.add(exchange);
  return exchange;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an exchange that is watched", () => {
  test.each([1, 19, 20, 21, 700])("ends when its %i ms are over, and not a millisecond before", (timeoutMs) => {
    const exchange = exchangeOf(new ExchangeWatch(), timeoutMs);
    vi.advanceTimersByTime(timeoutMs - 1);
    expect(exchange.ends).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(exchange.ends).toEqual(["time"]);
  });

  // A timer of the platform takes 2,147,483,647 ms and makes 1 ms of anything longer.
  test.each([2_147_483_647, 2_147_483_648, 30 * DAY_MS])("of %i ms is under way a minute later", (timeoutMs) => {
    const exchange = exchangeOf(new ExchangeWatch(), timeoutMs);
    vi.advanceTimersByTime(60_000);
    expect(exchange.ends).toEqual([]);
  });

  test("is stopped within 20 ms of its signal, and alone", () => {
    const watch = new ExchangeWatch();
    const stop = new AbortController();
    const [before, stopped, after] = [
      exchangeOf(watch, 1_000),
      exchangeOf(watch, 1_000, stop.signal),
      exchangeOf(watch, 1_000),
    ];
    vi.advanceTimersByTime(100);
    stop.abort();
    vi.advanceTimersByTime(20);
    expect([before.ends, stopped.ends, after.ends]).toEqual([[], ["signal"], []]);
    vi.advanceTimersByTime(1_000);
    expect([before.ends, stopped.ends, after.ends]).toEqual([["time"], ["signal"], ["time"]]);
  });

  test("ends before one that began earlier, when its time is shorter", () => {
    const watch = new ExchangeWatch();
    const long = exchangeOf(watch, 1_000);
    vi.advanceTimersByTime(1);
    const short = exchangeOf(watch, 3);
    vi.advanceTimersByTime(3);
    expect([long.ends, short.ends]).toEqual([[], ["time"]]);
  });

  test("that has no end is stopped by its signal", () => {
    const watch = new ExchangeWatch();
    const stop = new AbortController();
    const exchange = exchangeOf(watch, Number.POSITIVE_INFINITY, stop.signal);
    vi.advanceTimersByTime(50);
    stop.abort();
    vi.advanceTimersByTime(20);
    expect(exchange.ends).toEqual(["signal"]);
  });

  test("is forgotten when it ended by itself, whatever the order, and then no timer is left", () => {
    const watch = new ExchangeWatch();
    const all = Array.from({ length: 5 }, () => exchangeOf(watch, 10));
    for (const index of [2, 0, 4, 1]) watch.remove(all[index] as Watched);
    vi.advanceTimersByTime(1_000);
    expect(all.map(({ ends }) => ends.join())).toEqual(["", "", "", "time", ""]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
