import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { closestName, editDistance } from "../../src/core/closest-name.ts";

describe("the closest name", () => {
  test.each([
    ["channel_id", ["text", "channelId"], "channelId"],
    ["CHANNELID", ["channelId"], "channelId"],
    ["chanelId", ["channelId", "channel"], "channelId"],
    ["txet", ["text", "next"], "text"],
    ["adress", ["address"], "address"],
  ])("of %s among %j is %s", (given, names, closest) => {
    expect(closestName(given, names)).toBe(closest);
  });

  test.each([
    ["xyz", ["text"]],
    ["a", ["b"]],
    ["", ["text"]],
    ["x".repeat(100), ["x".repeat(101)]],
  ])("of %s among %j is none", (given, names) => {
    expect(closestName(given, names)).toBeUndefined();
  });

  test("is a distance: nothing between equal texts, the same both ways, and one for a swap of neighbors", () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(editDistance(left, left)).toBe(0);
        expect(editDistance(left, right)).toBe(editDistance(right, left));
        expect(editDistance(left, right)).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
    expect(editDistance("ab", "ba")).toBe(1);
    expect(editDistance("kitten", "sitting")).toBe(3);
  });
});
