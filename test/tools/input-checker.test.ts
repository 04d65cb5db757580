import { describe, expect, test } from "vitest";
import { isToolkitError } from "../../src/core/error.ts";
import type { Json, JsonSchema } from "../../src/core/json.ts";
import type { InputFault } from "../../src/core/tool.ts";
import { createInputChecker } from "../../src/tools/input-checker.ts";

const check = createInputChecker();

function faultsOf(schema: JsonSchema, value: Json): readonly InputFault[] {
  const result = check(schema)(value);
  return result.isValid ? [] : result.faults;
}

/** The faults of one property `v` of a closed object. */
function faultsOfValue(schema: JsonSchema, value: Json): readonly InputFault[] {
  return faultsOf({ type: "object", additionalProperties: false, properties: { v: schema } }, { v: value });
}

const reply: JsonSchema = {
  type: "object",
  additionalProperties: false,
  required: ["channelId", "text"],
  properties: {
    channelId: { type: "string", pattern: "^C[A-Z0-9]{8,}$", maxLength: 20 },
    text: { type: "string", minLength: 1, maxLength: 10 },
    kind: { type: "string", enum: ["post", "broadcast"], default: "post" },
    note: { anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] },
  },
};

describe("the check of arguments", () => {
  test("P3.2: tells every fault at once, with its pointer, what was expected, what was given and the closest name", () => {
    expect(faultsOf(reply, { channelid: "C", channelId: "general", kind: "brodcast", note: "long", text: "" })).toEqual(
      [
        {
          pointer: "/channelid",
          expected: 'one of the keys "channelId", "text", "kind", "note"',
          given: '"channelid"',
          closest: "channelId",
        },
        { pointer: "/channelId", expected: "text that matches ^C[A-Z0-9]{8,}$", given: '"general"' },
        { pointer: "/kind", expected: 'one of "post", "broadcast"', given: '"brodcast"', closest: "broadcast" },
        { pointer: "/note", expected: "at most 3 characters", given: '"long"' },
        { pointer: "/text", expected: "at least 1 character", given: '""' },
      ],
    );
  });

  test("P3.2: names a missing key at its own pointer", () => {
    expect(faultsOf(reply, { text: "hi" })).toEqual([
      { pointer: "/channelId", expected: "a string, which is required" },
    ]);
  });

  test("P3.2: bounds what was given to 80 characters and a length", () => {
    const [fault] = faultsOf(reply, { channelId: "C12345678", text: "x".repeat(100_000) });
    expect(fault?.given).toMatch(/^"x{70,79}… \(100000 characters\)$/);
  });

  test.each([
    [{ type: "integer" }, "5", "an integer"],
    [{ type: "number" }, "5", "a number"],
    [{ type: "boolean" }, "true", "a boolean"],
    [{ type: "boolean" }, 1, "a boolean"],
    [{ type: "string" }, 5, "a string"],
    [{ type: "array" }, "a", "a list"],
    [{ type: ["string", "null"] }, 5, "a string or null"],
  ] as const)("P3.2: coerces nothing: under %j the value %j is refused", (schema, value, expected) => {
    expect(faultsOfValue(schema, value)).toEqual([{ pointer: "/v", expected, given: JSON.stringify(value) }]);
  });

  test.each([[null], [[]], ["text"], [5]])("arguments must be an object, not %j", (value) => {
    expect(faultsOf({ properties: {} }, value)).toMatchObject([{ pointer: "", expected: "an object" }]);
  });

  test("looks at own keys only: what every object inherits is no argument and no default's rival", () => {
    const schema: JsonSchema = {
      type: "object",
      additionalProperties: false,
      required: ["toString"],
      properties: { toString: { type: "string" }, constructor: { type: "string", default: "x" } },
    };
    expect(faultsOf(schema, {})).toMatchObject([{ pointer: "/toString" }]);
    expect(check(schema)(JSON.parse('{"toString":"a"}') as Json)).toMatchObject({
      isValid: true,
      value: { constructor: "x" },
    });
    expect(faultsOf(schema, JSON.parse('{"toString":"a","__proto__":1}') as Json)).toMatchObject([
      { pointer: "/__proto__" },
    ]);
  });

  test("a hundred faults are told and the rest is counted", () => {
    const faults = faultsOfValue(
      { type: "array", items: { type: "integer" } },
      Array.from({ length: 250 }, () => "x"),
    );
    expect(faults).toHaveLength(101);
    expect(faults.at(-1)?.expected).toBe("150 further faults to be mended too");
  });

  test("over-long text is not searched with the pattern, however slow that would be", () => {
    const slow = { type: "string", maxLength: 30, pattern: "^(a+)+$" };
    expect(faultsOfValue(slow, `${"a".repeat(50_000)}!`)).toMatchObject([{ expected: "at most 30 characters" }]);
  });

  test("length counts characters, not halves of them", () => {
    expect(faultsOfValue({ type: "string", maxLength: 2 }, "🙂🙂")).toEqual([]);
    expect(faultsOfValue({ type: "string", minLength: 2 }, "🙂")).toHaveLength(1);
  });

  test.each([
    [0.3, 0.1, true],
    [19.99, 0.01, true],
    [7, 2, false],
    [0.35, 0.1, false],
  ])("%d is a multiple of %d: %s", (value, multipleOf, isMultiple) => {
    expect(faultsOfValue({ type: "number", multipleOf }, value)).toHaveLength(isMultiple ? 0 : 1);
  });
});

describe("defaults", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      limit: { type: "integer", default: 20 },
      nested: { type: "object", properties: { tags: { type: "array", default: ["a"] } } },
      list: { type: "array", items: { type: "object", properties: { on: { type: "boolean", default: false } } } },
    },
  };

  test("P3.1: are filled in at every level, into a copy", () => {
    const given = Object.freeze({ nested: Object.freeze({}), list: Object.freeze([Object.freeze({}), { on: true }]) });
    expect(check(schema)(given)).toEqual({
      isValid: true,
      value: { limit: 20, nested: { tags: ["a"] }, list: [{ on: false }, { on: true }] },
    });
    expect(given).toEqual({ nested: {}, list: [{}, { on: true }] });
  });

  test("are not shared between calls, and given values are kept, null too", () => {
    const first = check(schema)({ nested: {} });
    const second = check(schema)({ nested: {} });
    if (!first.isValid || !second.isValid) throw new Error("both are valid");
    expect((first.value["nested"] as { tags: Json })["tags"]).not.toBe(
      (second.value["nested"] as { tags: Json })["tags"],
    );
    expect(faultsOf(schema, { limit: null })).toMatchObject([{ pointer: "/limit", given: "null" }]);
  });

  test("keep a __proto__ key a key", () => {
    const result = check(schema)(JSON.parse('{"__proto__":{"x":1}}') as Json);
    expect(result.isValid && Object.keys(result.value)).toEqual(["__proto__", "limit"]);
  });
});

describe("unions", () => {
  const tagged: JsonSchema = {
    oneOf: [
      { type: "object", required: ["type", "url"], properties: { type: { const: "link" }, url: { type: "string" } } },
      { type: "object", required: ["type"], properties: { type: { const: "text" }, bold: { type: "boolean" } } },
    ],
  };

  test("P3.2: a tagged value is judged by the form its tag names, and by no other", () => {
    expect(faultsOfValue(tagged, { type: "link" })).toEqual([
      { pointer: "/v/url", expected: "a string, which is required" },
    ]);
    expect(faultsOfValue(tagged, { type: "text", bold: 1 })).toMatchObject([{ pointer: "/v/bold" }]);
  });

  test("P3.2: an unknown tag is told with the closest one", () => {
    expect(faultsOfValue(tagged, { type: "lnik" })).toMatchObject([
      { pointer: "/v/type", expected: 'one of "link", "text"', closest: "link" },
    ]);
    expect(faultsOfValue(tagged, {})).toMatchObject([{ pointer: "/v/type" }]);
  });

  test("a value that fits no form, or two of exclusive forms, is told what the forms are", () => {
    const numbers = { oneOf: [{ type: "integer" }, { type: "number", minimum: 5 }] };
    expect(faultsOfValue(numbers, 1)).toEqual([]);
    expect(faultsOfValue(numbers, 7)).toMatchObject([
      { expected: "exactly one of these forms: an integer; a number", given: "7" },
    ]);
    expect(faultsOfValue({ anyOf: [{ type: "string" }, { type: "integer" }] }, true)).toHaveLength(1);
  });
});

describe("schemas beyond the portable part", () => {
  test.each([
    ["draft 7", "http://json-schema.org/draft-07/schema#"],
    ["2019-09", "https://json-schema.org/draft/2019-09/schema"],
    ["2020-12", "https://json-schema.org/draft/2020-12/schema"],
  ])("references work under %s, and faults have the same form", (_, $schema) => {
    const schema: JsonSchema = {
      $schema,
      type: "object",
      additionalProperties: false,
      required: ["size"],
      properties: { size: { $ref: "#/$defs/size" }, at: { $ref: "#/$defs/at" } },
      $defs: { size: { enum: ["small", "large"] }, at: { type: "string", format: "date" } },
    };
    expect(faultsOf(schema, { size: "small", at: "2026-01-31" })).toEqual([]);
    expect(faultsOf(schema, { siz: 1 })).toEqual([
      { pointer: "/size", expected: "a value, which is required" },
      { pointer: "/siz", expected: 'one of the keys "size", "at"', given: '"siz"', closest: "size" },
    ]);
    expect(faultsOf(schema, { size: "smal", at: "31.1.2026" })).toMatchObject([
      { pointer: "/size", expected: 'one of "small", "large"', closest: "small" },
      { pointer: "/at", expected: "a date, such as 2026-01-31" },
    ]);
  });

  test("two schemas may have one $id, and defaults are filled in there too", () => {
    const schema = (value: number): JsonSchema => ({
      $id: "https://example.com/a",
      type: "object",
      properties: { a: { default: value } },
      if: { required: ["b"] },
      else: true,
    });
    expect(check(schema(1))({})).toEqual({ isValid: true, value: { a: 1 } });
    expect(check(schema(2))({})).toEqual({ isValid: true, value: { a: 2 } });
  });

  test.each([
    ["an unknown type", { type: "strnig" }],
    ["a broken pattern", { type: "object", properties: { a: { type: "string", pattern: "(" } } }],
    ["a reference to nothing", { $ref: "#/$defs/none" }],
  ])("%s is an invalid definition, at each use", (_, schema) => {
    for (const attempt of [1, 2]) {
      expect(() => check(schema)({ attempt, a: "x" })).toThrow(
        expect.toSatisfy((error) => isToolkitError(error) && error.code === "invalid_definition"),
      );
    }
  });
});
