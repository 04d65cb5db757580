import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonSchema } from "../../src/core/json.ts";
import { createInputChecker } from "../../src/tools/input-checker.ts";
import { isPortableSchema } from "../../src/tools/portable-schema.ts";

const check = createInputChecker();

describe("the checks made here", () => {
  const scalar = fc.oneof(
    fc.string({ maxLength: 4 }),
    fc.integer({ min: -3, max: 6 }),
    fc.boolean(),
    fc.constant(null),
    fc.constant(1.5),
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      scalar,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      fc.constant({}),
      fc.record({ type: fc.constantFrom<Json>("boolean", "null", ["string", "null"], ["object", "array"]) }),
      fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 3 }) }),
      fc.record(
        {
          type: fc.constant("string"),
          minLength: fc.nat({ max: 2 }),
          maxLength: fc.nat({ max: 4 }),
          pattern: fc.constantFrom("^a", "[0-9]$", "."),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          type: fc.constantFrom("integer", "number"),
          minimum: fc.integer({ min: -2, max: 2 }),
          exclusiveMaximum: fc.integer({ min: 0, max: 5 }),
          multipleOf: fc.constantFrom(1, 2, 3),
        },
        { requiredKeys: [] },
      ),
      fc.record(
        {
          type: fc.constant("array"),
          items: tie("schema"),
          minItems: fc.nat({ max: 2 }),
          maxItems: fc.nat({ max: 3 }),
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ["type"] },
      ),
      fc.record(
        {
          type: fc.constant("object"),
          properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { noNullPrototype: true }),
          required: fc.uniqueArray(fc.constantFrom("a", "b", "c")),
          additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
          maxProperties: fc.nat({ max: 3 }),
          propertyNames: fc.record(
            { maxLength: fc.nat({ max: 1 }), pattern: fc.constantFrom("[ab]", "c") },
            { requiredKeys: [] },
          ),
        },
        { requiredKeys: ["type"] },
      ),
      fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
      fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    ),
  }));

  test("accept exactly what ajv accepts, for any portable schema and any value", () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
    let valid = 0;
    fc.assert(
      fc.property(schema, value, (inner, given) => {
        const whole = { type: "object", properties: { v: inner } } as JsonSchema;
        expect(isPortableSchema(whole)).toBe(true);
        const result = check(whole)({ v: given });
        const isValid = ajv.validate(whole, { v: given });
        ajv.removeSchema();
        if (isValid) valid += 1;
        expect(result.isValid).toBe(isValid);
      }),
      { numRuns: 400 },
    );
    // Otherwise the generators would prove nothing about acceptance.
    expect(valid).toBeGreaterThan(50);
  });
});
