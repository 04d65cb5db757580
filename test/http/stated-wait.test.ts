import { describe, expect, test } from "vitest";
import type { WaitSource } from "../../src/core/manifest-classify.ts";
import { readWait } from "../../src/http/stated-wait.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const header: WaitSource = { kind: "header", name: "retry-after" };
const epoch: WaitSource = { kind: "epochHeader", name: "x-reset" };
const body: WaitSource = { kind: "body", pointer: "/retry/after" };

function wait(from: readonly WaitSource[], headers: Record<string, string>, answer?: object): number {
  const outcome = { kind: "retryLater", from, fallbackMs: 7_000, maxMs: 60_000 } as const;
  return readWait(outcome, { status: 429, headers, body: answer as never }, now).waitMs;
}

describe("a stated wait", () => {
  test.each([
    ["30", 30_000],
    ["0", 0],
    ["1.5", 1_500],
    ["Tue, 10 Mar 2026 12:00:20 GMT", 20_000],
    ["Tue, 10 Mar 2026 11:00:00 GMT", 0],
    ["-5", 7_000],
    ["soon", 7_000],
    ["", 7_000],
    ["1e9", 7_000],
    ["99999999999999999999", 7_000],
  ])("is read from Retry-After: %j", (text, expected) => {
    expect(wait([header], { "retry-after": text })).toBe(expected);
  });

  test("is read from a header with an epoch time, and is never negative", () => {
    expect(wait([epoch], { "x-reset": String(now / 1_000 + 9) })).toBe(9_000);
    expect(wait([epoch], { "x-reset": String(now / 1_000 - 9) })).toBe(0);
  });

  test("is read from the body, as a number or its text", () => {
    expect(wait([body], {}, { retry: { after: 2 } })).toBe(2_000);
    expect(wait([body], {}, { retry: { after: "2.5" } })).toBe(2_500);
    expect(wait([body], {}, { retry: null })).toBe(7_000);
  });

  test("is the first that is stated", () => {
    expect(wait([header, epoch, body], { "x-reset": String(now / 1_000 + 9) }, { retry: { after: 2 } })).toBe(9_000);
  });

  test("P4.4: that is longer than the manifest allows is kept whole and said to be too long", () => {
    const outcome = { kind: "retryLater", from: [header], fallbackMs: 1, maxMs: 60_000 } as const;
    const at = (seconds: string): unknown =>
      readWait(outcome, { status: 429, headers: { "retry-after": seconds }, body: undefined }, now);
    expect(at("60")).toEqual({ waitMs: 60_000, isTooLong: false });
    expect(at("61")).toEqual({ waitMs: 61_000, isTooLong: true });
  });
});
