/** What a function returned, as JSON; after a call nothing here may fail. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resultJson } from "../../src/core/result-json.ts";

describe("a function's result", () => {
  test("P4.3: that is JSON stays as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(resultJson(value)).toEqual({ output: value });
      }),
    );
  });

  test("P4.3: that is nothing becomes null without a warning", () => {
    expect(resultJson(undefined)).toEqual({ output: null });
  });

  test("P4.3: that JSON can write in its way is written so", () => {
    expect(resultJson({ at: new Date(0) }).output).toEqual({ at: "1970-01-01T00:00:00.000Z" });
  });

  test.each([
    ["a bigint", 1n],
    ["a function", () => 1],
    ["a circle", circle()],
    [
      "a value that throws when it is written",
      {
        toJSON: () => {
          throw new Error("no");
        },
      },
    ],
  ])("P4.3: that is %s is lost with a warning, not with a throw", (_, value) => {
    const { output, warnings } = resultJson(value);
    expect(output).toBeNull();
    expect(warnings).toEqual([expect.stringContaining("is lost")]);
  });
});

function circle(): unknown {
  const value: Record<string, unknown> = {};
  value["self"] = value;
  return value;
}
