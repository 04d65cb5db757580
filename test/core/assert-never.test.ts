import { describe, expect, test } from "vitest";
import { assertNever } from "../../src/core/assert-never.ts";

/** Stands for data from outside that nobody checked. */
const reach = (value: unknown): never => assertNever(value as never);

describe("assertNever", () => {
  test.each([
    ["an object as JSON", { kind: "moved" }, '{"kind":"moved"}'],
    ["a text in its quotes", "moved", '"moved"'],
    ["undefined, which JSON has not", undefined, "undefined"],
    ["a value that JSON refuses by its kind", 1n, "[object BigInt]"],
  ])("names %s", (_, value, text) => {
    expect(() => reach(value)).toThrow(`unhandled member of a union: ${text}`);
  });
});
