import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ManifestSchema } from "../../src/core/manifest-schema.ts";
import { fitToSchema, LosslessNumber, parseWireJson } from "../../src/http/wire-json.ts";

const text: ManifestSchema = { type: "string" };

function read(json: string, schema?: ManifestSchema): unknown {
  const parsed = parseWireJson(json);
  return parsed === undefined ? "unreadable" : fitToSchema(parsed.exact, schema);
}

describe("numbers of an answer", () => {
  test.each([
    ["9007199254740993", "9007199254740993"],
    ["12345678901234567890", "12345678901234567890"],
    ["1710000000.000100", "1710000000.000100"],
    ["1.10", "1.10"],
    ["1e400", "1e400"],
    ["-0.0", "-0.0"],
    ["7", "7"],
    ["1.5", "1.5"],
  ])("%s stays the text it was where the schema says string", (json, expected) => {
    expect(read(json, text)).toBe(expected);
  });

  test.each([
    ["1e400", "1e400"],
    ["[-1e999]", ["-1e999"]],
    [`{"n":${"9".repeat(400)}}`, { n: "9".repeat(400) }],
  ])("that no number can hold are text in every reading: %s", (json, expected) => {
    const parsed = parseWireJson(json);
    expect(parsed?.plain).toEqual(expected);
    expect(read(json)).toEqual(expected);
    expect(read(json, { type: "number", items: { type: "number" } })).toEqual(expected);
  });

  test("that stand behind anything are seen", () => {
    const odd = fc.constantFrom("1.10", "1e400", "-0.0", "9007199254740993", "1E5", "12345678901234567890");
    const space = fc.constantFrom("", " ", "\n", "\t", "\r");
    fc.assert(
      fc.property(odd, space, fc.jsonValue({ maxDepth: 1 }), (number, gap, other) => {
        const json = `{"a":${gap}${number}${gap},"b":[${gap}${JSON.stringify(other)},${gap}${number}${gap}]}`;
        const exact = parseWireJson(json)?.exact as { readonly a: unknown; readonly b: readonly unknown[] };
        expect([exact.a, exact.b[1]]).toEqual([new LosslessNumber(number), new LosslessNumber(number)]);
      }),
    );
  });

  test("are written as they came where they become JSON text again", () => {
    expect(JSON.stringify(parseWireJson('{"a":[1.10,1e400]}')?.exact)).toBe('{"a":[1.10,1e400]}');
  });

  test("are numbers where the schema says number, or nothing", () => {
    expect(read("1.10", { type: "number" })).toBe(1.1);
    expect(read("1.10")).toBe(1.1);
    expect(read("7", { type: ["string", "integer"] })).toBe(7);
  });

  test("keep their text in lists, members, unions and maps", () => {
    const schema: ManifestSchema = {
      type: "object",
      additionalProperties: text,
      properties: { list: { type: "array", items: text }, maybe: { anyOf: [text, { type: "null" }] } },
    };
    expect(read('{"list":[1.0,2],"maybe":3.10,"other":4.0}', schema)).toEqual({
      list: ["1.0", "2"],
      maybe: "3.10",
      other: "4.0",
    });
  });

  test("any JSON without such numbers is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.stringify(value);
        expect(read(json)).toEqual(JSON.parse(json));
      }),
    );
  });

  test("a number in a text is no number", () => {
    expect(parseWireJson('"1.10 9007199254740993"')?.exact).toBe("1.10 9007199254740993");
    expect(parseWireJson("1.10")?.exact).toBeInstanceOf(LosslessNumber);
    expect(parseWireJson("1.10")?.plain).toBe(1.1);
  });
});

describe("the shape of an answer", () => {
  test("a closed object loses the members that its schema does not name, an open one keeps them", () => {
    const closed: ManifestSchema = {
      type: "object",
      additionalProperties: false,
      properties: { a: { type: "integer" } },
    };
    expect(read('{"a":1,"b":2}', closed)).toEqual({ a: 1 });
    expect(read('[{"a":1,"b":2}]', { type: "array", items: closed })).toEqual([{ a: 1 }]);
    expect(read('{"a":1,"b":2}', { type: "object" })).toEqual({ a: 1, b: 2 });
  });

  test("nesting is read to 128 levels and refused beyond", () => {
    expect(read("[".repeat(128) + "]".repeat(128))).not.toBe("unreadable");
    expect(read("[".repeat(129) + "]".repeat(129))).toBe("unreadable");
    expect(read("[".repeat(1_000_000))).toBe("unreadable");
    expect(read("[".repeat(200_000) + "]".repeat(200_000))).toBe("unreadable");
  });

  test("a member called __proto__ stays a member", () => {
    const value = read('{"__proto__":{"a":1.0}}', { type: "object" }) as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});
