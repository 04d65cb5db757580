/** Canonical text: equal values have equal texts, different values different ones. */

import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalText } from "../../src/core/canonical.ts";
import type { Json } from "../../src/core/json.ts";

const anyJson = fc.jsonValue() as fc.Arbitrary<Json>;

/** The same value with the keys of every object the other way round. */
function reversed(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  const members = Object.entries(value).map(([key, member]) => [key, reversed(member as Json)] as const);
  return Object.fromEntries(members.toReversed());
}

/** What canonical text may forget: the sign of zero. */
function plain(value: Json): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe("canonical text", () => {
  test("is JSON of the same value", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(JSON.parse(canonicalText(value))).toEqual(plain(value));
      }),
    );
  });

  test("P10.2: does not depend on the order of keys", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(canonicalText(reversed(value))).toBe(canonicalText(value));
      }),
    );
  });

  test("P10.2: is equal exactly where the values are", () => {
    fc.assert(
      fc.property(anyJson, anyJson, (one, other) => {
        expect(canonicalText(one) === canonicalText(other)).toBe(isDeepStrictEqual(plain(one), plain(other)));
      }),
    );
  });

  test.each([
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    [{ a: undefined, b: null }, '{"b":null}'],
    [[-0, 1.0, 1e3], "[0,1,1000]"],
    ["\u00e9 \u{1f600}", '"\u00e9 \u{1f600}"'],
    [{ "\ue000": 1, "\u{1f600}": 2 }, '{"\u{1f600}":2,"\ue000":1}'],
  ])("writes %j as one would expect", (value, text) => {
    expect(canonicalText(value as Json)).toBe(text);
  });

  test("P10.2: takes strings as they are: two ways to write one letter are two values", () => {
    expect(canonicalText("\u00e9")).not.toBe(canonicalText("e\u0301"));
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "refuses %d, which JSON has not",
    (number) => {
      expect(() => canonicalText([number])).toThrow(/finite/);
    },
  );
});
