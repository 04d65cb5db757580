import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { maxJsonBytes, maxJsonDepth, parseJsonText } from "../../src/core/json-text.ts";
import type { InputFault } from "../../src/core/tool.ts";

function valueOf(text: string): unknown {
  const reading = parseJsonText(text);
  return reading.isValid ? reading.value : undefined;
}

function faultOf(text: string): InputFault | undefined {
  const reading = parseJsonText(text);
  return reading.isValid ? undefined : reading.fault;
}

describe("JSON text from outside", () => {
  test("gives what JSON.parse gives, for any value however it is written", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(valueOf(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("is refused exactly where JSON.parse refuses it, for any mangled text", () => {
    const mangled = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "\\", "}", "]", ":", "x", "\u0001", "0"))
      .map(
        ([text, at, part]) => text.slice(0, at % (text.length + 1)) + part + text.slice((at % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(mangled, (text) => {
        const isJson = parses(text);
        // Repeated keys and inexact numbers are refused beyond what JSON.parse refuses.
        if (!isJson) expect(faultOf(text)).toBeDefined();
        else expect(parseJsonText(text).isValid || /once|exactly/.test(faultOf(text)?.expected ?? "")).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["at the top", '{"a":1,"a":2}', "/a"],
    ["below lists and objects", '{"a":{"b":[1,{"c":1,"d":2,"c":3}]}}', "/a/b/1/c"],
    ["written with escapes", String.raw`{"a":1,"\u0061":1}`, "/a"],
    ["with a slash in its name", '{"a/b":1,"a/b":1}', "/a~1b"],
    ["named like a prototype", '{"__proto__":1,"__proto__":2}', "/__proto__"],
  ])("P3.1: a key given twice %s is a fault at its pointer", (_, text, pointer) => {
    expect(faultOf(text)).toMatchObject({ pointer, expected: "each key once" });
  });

  test("the same key in two objects, and punctuation inside of texts, is no fault", () => {
    expect(valueOf(String.raw`{"a":{"k":"x\\\":,{[\""},"b":{"k":":"}}`)).toEqual({
      a: { k: String.raw`x\":,{["` },
      b: { k: ":" },
    });
  });

  test("__proto__ is a key like any other and sets no prototype", () => {
    const value = valueOf('{"__proto__":{"isAdmin":true}}') as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(value["isAdmin"]).toBeUndefined();
  });

  test.each(["9007199254740993", "-12345678901234567890", "1e999", "-1e400"])(
    "P3.2: the number %s would change and is refused",
    (number) => {
      expect(faultOf(`{"a":[${number}]}`)).toMatchObject({ pointer: "/a/0", given: number });
    },
  );

  test.each([
    "9007199254740991",
    "-9007199254740991",
    "9007199254740992",
    "-63872784812839610",
    "1000000000000000000000",
    "1e21",
    "0.1",
    "1.50",
    "-0",
  ])("the number %s is kept", (number) => {
    expect(valueOf(number)).toBe(Number(number));
  });

  test.each([
    ["", "a JSON value"],
    ["  ", "a JSON value"],
    ["{a:1}", "a key in double quotes at character 1"],
    ['{"a" 1}', "a colon after the key"],
    ['{"a":1', "a comma or the closing brace"],
    ["[1 2]", "a comma or the closing bracket"],
    ["{} x", "the end of the text"],
    ['"abc', "a string with its closing quote"],
    ["01", "the end of the text"],
    ["nul", "a JSON value"],
  ])("the text %j is refused, saying what was expected", (text, expected) => {
    expect(faultOf(text)?.expected).toContain(expected);
  });

  test("nesting is read up to its limit and refused beyond it", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(parseJsonText(nested(maxJsonDepth)).isValid).toBe(true);
    expect(faultOf(nested(maxJsonDepth + 1))?.expected).toContain(`${String(maxJsonDepth)} levels`);
    expect(faultOf("[".repeat(500_000))?.expected).toContain("levels");
  });

  test("a text is read up to its limit of bytes and refused beyond it, whatever its characters", () => {
    expect(parseJsonText(`"${"x".repeat(maxJsonBytes - 2)}"`).isValid).toBe(true);
    expect(faultOf(`"${"x".repeat(maxJsonBytes - 1)}"`)?.expected).toContain("1048576 bytes");
    expect(faultOf(`"${"ü".repeat(maxJsonBytes / 2)}"`)?.given).toBe("1048578 bytes");
  });

  test("a fault in a text of full length is found without exhausting the stack", () => {
    const long = "x".repeat(maxJsonBytes - 20);
    expect(faultOf(`{"a":"${long}","a":1}`)?.pointer).toBe("/a");
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
