import { describe, expect, it } from "vitest";
import { assert, jsonValue, property } from "fast-check";
import { copyJson, isJsonObject, type Json } from "../../src/core/json.ts";

describe("copyJson", () => {
  it("gives an equal value that shares no object with the first", () => {
    assert(
      property(jsonValue(), (value) => {
        const copy = copyJson(value as Json);
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
        if (typeof value === "object" && value !== null) expect(copy).not.toBe(value);
      }),
    );
  });

  it("keeps a member named __proto__ as a member", () => {
    const copy = copyJson(JSON.parse('{"__proto__":{"admin":true}}') as Json);
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"admin":true}}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  it("leaves out members that are undefined", () => {
    expect(Object.keys(copyJson({ a: undefined, b: 1 }))).toEqual(["b"]);
  });
});

describe("isJsonObject", () => {
  it.each([
    [{}, true],
    [[], false],
    [null, false],
    ["{}", false],
  ])("%j is %s", (value, expected) => {
    expect(isJsonObject(value)).toBe(expected);
  });
});
