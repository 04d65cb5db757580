/** JSON pointers and durations: texts that name a place or a time. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDuration, parseDuration } from "../../src/core/duration.ts";
import { atPointer, childPointer, pointerParts } from "../../src/core/json-pointer.ts";

describe("a JSON pointer", () => {
  test("is made of its parts and gives them back", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (parts) => {
        expect(pointerParts(parts.reduce(childPointer, ""))).toEqual(parts);
      }),
    );
  });

  test.each([
    ["", { a: [{ "x/y": 1, "~": 2 }] }],
    ["/a/0/x~1y", 1],
    ["/a/0/~0", 2],
    ["/a/00", undefined],
    ["/a/-1", undefined],
    ["/a/length", undefined],
    ["/a/0/x/y", undefined],
    ["/constructor", undefined],
  ])("%j finds what is there and only that", (pointer, value) => {
    expect(atPointer({ a: [{ "x/y": 1, "~": 2 }] }, pointer)).toEqual(value);
  });
});

describe("a duration", () => {
  test("is written and read back exactly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms);
      }),
    );
  });

  test.each(["", "0s", "01s", "-1s", "1.5s", "1 s", "1S", "1d", "s", "1s ", "1000000000s"])("%j is none", (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
