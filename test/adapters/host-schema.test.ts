import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toHostDescription, toHostSchema } from "../../src/adapters/schema-profile/host-schema.ts";
import type { JsonSchema } from "../../src/core/json.ts";
import { hostFaults } from "./host-limits.ts";

const text = { type: "string" };

describe("schemas for hosts", () => {
  test("a root union is shown as one object with all properties, required where every form requires them", () => {
    const byName = { type: "object", properties: { kind: { const: "name" }, name: text }, required: ["kind", "name"] };
    const byId = { type: "object", properties: { kind: { const: "id" }, id: text }, required: ["kind", "id"] };
    expect(toHostSchema({ type: "object", oneOf: [byName, byId] }, "openai").schema).toEqual({
      type: "object",
      properties: { kind: { anyOf: [{ const: "name" }, { const: "id" }] }, name: text, id: text },
      required: ["kind"],
    });
  });

  test("all parts of a root allOf are required", () => {
    const parts = ["a", "b"].map((key) => ({ properties: { [key]: text }, required: [key] }));
    expect(toHostSchema({ type: "object", allOf: parts }, "anthropic").schema).toMatchObject({ required: ["a", "b"] });
  });

  test("references are replaced by what they name, and what stands beside them is kept", () => {
    const schema = {
      type: "object",
      $defs: { id: text },
      properties: { id: { $ref: "#/$defs/id", description: "Which." } },
    };
    expect(toHostSchema(schema, "common").schema).toEqual({
      type: "object",
      properties: { id: { ...text, description: "Which." } },
    });
  });

  test.each([
    ["#/$defs/gone", /names nothing/],
    ["https://example.com/schema", /leaves the schema/],
    ["#/properties/self", /comes back to itself/],
  ])("the reference %s is refused with its reason", ($ref, reason) => {
    expect(() => toHostSchema({ type: "object", properties: { self: { $ref } } }, "common")).toThrow(reason);
  });

  test("const becomes enum and oneOf becomes anyOf where a host knows only those", () => {
    const schema = { type: "object", properties: { a: { oneOf: [{ const: 1 }, { const: 2 }] } } };
    expect(toHostSchema(schema, "gemini").schema["properties"]).toEqual({
      a: { anyOf: [{ enum: [1] }, { enum: [2] }] },
    });
    expect(toHostSchema(schema, "anthropic").schema["properties"]).toEqual({
      a: { oneOf: [{ const: 1 }, { const: 2 }] },
    });
  });

  test("bounds that a host drops are said in words as well", () => {
    const schema = { type: "object", properties: { a: { ...text, maxLength: 5, description: "A name." } } };
    const shown = { a: { ...text, maxLength: 5, description: "A name. (at most 5 characters)" } };
    expect(toHostSchema(schema, "common").schema["properties"]).toEqual(shown);
    expect(toHostSchema(schema, "openai").schema["properties"]).toEqual(schema.properties);
  });

  test("the tool's own schema is never changed", () => {
    const schema: JsonSchema = {
      type: "object",
      oneOf: [{ properties: { "a[b]": { const: 1 } } }],
      $defs: { x: text },
    };
    const before = structuredClone(schema);
    toHostSchema(schema, "common");
    expect(schema).toEqual(before);
  });
});

describe("names of properties", () => {
  const schema = {
    type: "object",
    properties: {
      "filter[id]": text,
      filter_id: text,
      list: { type: "array", items: { type: "object", properties: { $top: text }, required: ["$top"] } },
    },
    required: ["filter[id]"],
  };

  test("a name that the host refuses gets another one that is free, and is required under it", () => {
    const { schema: shown } = toHostSchema(schema, "common");
    expect(Object.keys(shown["properties"] as object)).toEqual(["filter_id_2", "filter_id", "list"]);
    expect(shown["required"]).toEqual(["filter_id_2"]);
    expect(hostFaults({ name: "t", description: "", schema: shown }, "common")).toEqual([]);
  });

  test("arguments come back under the tool's own names, in lists too", () => {
    const { toArguments } = toHostSchema(schema, "common");
    const given = { filter_id_2: "1", filter_id: "2", list: [{ top: "3" }] };
    expect(toArguments(given)).toEqual({ "filter[id]": "1", filter_id: "2", list: [{ $top: "3" }] });
  });

  test("whatever the names are, each comes back as itself and no two are mixed up", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 80 }), { minLength: 1, maxLength: 8 }),
        (names) => {
          fc.pre(!names.includes("__proto__"));
          const properties = Object.fromEntries(names.map((name) => [name, { type: "string", description: name }]));
          const { schema: shown, toArguments } = toHostSchema({ type: "object", properties }, "gemini");
          const parts = Object.entries(shown["properties"] as Readonly<Record<string, { description: string }>>);
          expect(parts).toHaveLength(names.length);
          const given = Object.fromEntries(parts.map(([name, part]) => [name, part.description]));
          expect(toArguments(given)).toEqual(Object.fromEntries(names.map((name) => [name, name])));
          expect(hostFaults({ name: "t", description: "", schema: shown }, "gemini")).toEqual([]);
        },
      ),
    );
  });
});

test("a long description is cut at a word within the host's limit", () => {
  const long = "word ".repeat(300);
  const cut = toHostDescription(long, "openai");
  expect(cut.length).toBeLessThanOrEqual(1_024);
  expect(cut.endsWith("word…")).toBe(true);
  expect(toHostDescription("short", "openai")).toBe("short");
});
