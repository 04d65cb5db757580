/** The check of values inside a manifest agrees with the check that calls are held to. */
import type { Arbitrary } from "fast-check";
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  property,
  record,
  string,
} from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/core/json.ts";
import type { ManifestSchema } from "../../../src/core/manifest-schema.ts";
import { toPlainSchema } from "../../../src/core/manifest-schema.ts";
import { misfits } from "../../../src/manifest/rules/value-fit.ts";
import { Faults } from "../../../src/tools/faults.ts";
import { valueCheck } from "../../../src/tools/input-checker.ts";

const text = oneof(constantFrom("", "a", "T-1", "abcdef", "😀😀", "constructor"), string({ maxLength: 8 }));
const scalar: Arbitrary<Json> = oneof(
  text,
  integer({ min: -3, max: 9 }),
  constantFrom(0.5, 1.5),
  boolean(),
  constant(null),
);
const value: Arbitrary<Json> = oneof(
  scalar,
  array(scalar, { maxLength: 4 }),
  record({ a: scalar, b: scalar, constructor: scalar }, { requiredKeys: [] }),
);

const bound = option(integer({ min: 0, max: 6 }), { nil: undefined });

const scalarSchema: Arbitrary<ManifestSchema> = oneof(
  record({ type: constant("string" as const), minLength: bound, maxLength: bound }, { requiredKeys: ["type"] }),
  record({ type: constant("string" as const), pattern: constantFrom("^T-[0-9]+$", "^[a-z]*$") }),
  record({ type: constantFrom("integer" as const, "number" as const), minimum: bound, maximum: bound }),
  constantFrom<ManifestSchema[]>(
    { type: "boolean" },
    { type: ["string", "null"] },
    { enum: ["a", 1, null] },
    { const: "a" },
    { type: "number", multipleOf: 0.5 },
    {},
  ),
).map(written);

const schema: Arbitrary<ManifestSchema> = oneof(
  scalarSchema,
  record({ type: constant("array" as const), items: scalarSchema, maxItems: bound, uniqueItems: boolean() }),
  record({
    type: constant("object" as const),
    properties: record({ a: scalarSchema, b: scalarSchema }),
    required: constantFrom<string[][]>([], ["a"], ["a", "b"], ["constructor"]),
    additionalProperties: oneof(boolean(), scalarSchema),
  }),
  record({ anyOf: array(scalarSchema, { minLength: 1, maxLength: 2 }) }),
).map(written);

/** Without the keys that are not set: `undefined` is no value of a keyword. */
function written(part: unknown): ManifestSchema {
  return JSON.parse(JSON.stringify(part)) as ManifestSchema;
}

describe("a value inside a manifest", () => {
  it("fits a schema exactly when a call with it would pass", () => {
    assert(
      property(schema, value, (shape, given) => {
        const faults = new Faults();
        valueCheck(toPlainSchema(shape))(given, "", faults);
        expect(misfits(shape, given).length === 0).toBe(faults.isEmpty);
      }),
      { numRuns: 2000 },
    );
  });

  it("is told each place that does not fit", () => {
    const shape: ManifestSchema = {
      type: "object",
      additionalProperties: false,
      required: ["a"],
      properties: { a: { type: "string" }, b: { type: "array", items: { type: "integer" } } },
    };
    expect(misfits(shape, { b: [1, "2"], "c/d": 1 }).map(({ pointer }) => pointer)).toEqual(["/a", "/b/1", "/c~1d"]);
  });

  it("is not held against a pattern that would run for ever", () => {
    expect(misfits({ type: "string", pattern: "^(a+)+$" }, `${"a".repeat(40)}!`)).toEqual([]);
  });
});
