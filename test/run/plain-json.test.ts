/** Plain JSON of whatever a tool returned: never a throw for its shape, a word for each loss. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { toPlainJson } from "../../src/run/plain-json.ts";

describe("plain JSON", () => {
  test("is equal to what JSON holds already, and a copy of it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { value: copy, losses } = toPlainJson(value);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        expect(losses).toEqual([]);
      }),
    );
    const list = [{ a: 1 }];
    const { value } = toPlainJson(list);
    list.push({ a: 2 });
    expect(value).toEqual([{ a: 1 }]);
  });

  test.each([
    ["a number that is not finite", Number.NaN],
    ["a bigint", 1n],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
  ])("names %s", (loss, value) => {
    expect(toPlainJson({ value }).losses).toEqual([loss]);
  });

  test("names a circle instead of running in it", () => {
    const circle: Record<string, unknown> = { a: 1 };
    circle["self"] = circle;
    const { value, losses } = toPlainJson(circle);
    expect(losses).toEqual([expect.stringContaining("in a circle")]);
    expect(() => JSON.stringify(value)).not.toThrow();
  });

  test("keeps 64 levels and names the sixty-fifth", () => {
    const nested = (levels: number): Json => (levels === 0 ? [] : [nested(levels - 1)]);
    expect(toPlainJson(nested(63)).losses).toEqual([]);
    expect(toPlainJson(nested(64)).losses).toHaveLength(1);
  });

  test("leaves out members that are undefined and fills the holes of a sparse list", () => {
    const sparse: unknown[] = [1];
    sparse[2] = 3;
    expect(toPlainJson({ gone: undefined, sparse })).toEqual({ value: { sparse: [1, null, 3] }, losses: [] });
  });

  test("takes dates as JSON writes them", () => {
    expect(toPlainJson({ at: new Date(0) }).value).toEqual({ at: "1970-01-01T00:00:00.000Z" });
  });

  test("nothing is null", () => {
    expect(toPlainJson(undefined)).toEqual({ value: null, losses: [] });
  });

  test("keeps __proto__ a key", () => {
    const value = JSON.parse('{"__proto__":{"x":1}}') as Json;
    expect(JSON.stringify(toPlainJson(value).value)).toBe('{"__proto__":{"x":1}}');
  });
});
