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
    [
      "an object whose getter throws",
      {
        get text(): string {
          throw new Error("no");
        },
      },
    ],
    [
      "a proxy that cannot be looked at",
      new Proxy(
        {},
        {
          getPrototypeOf() {
            throw new Error("no");
          },
        },
      ),
    ],
    ["a revoked proxy", revoked()],
    [
      "a value that throws what cannot be read",
      {
        get text(): string {
          throw Object.create(null) as Error;
        },
      },
    ],
  ])("P4.3: that is %s is lost with a warning, not with a throw", (_, value) => {
    const { output, warnings } = resultJson(value);
    expect(output).toBeNull();
    expect(warnings).toEqual([expect.stringContaining("is lost")]);
  });

  test("P4.3: is read once, so that a getter which fails later fails nobody", () => {
    let reads = 0;
    const value = {
      get id(): number {
        reads += 1;
        if (reads > 1) throw new Error("no");
        return 7;
      },
    };
    const { output } = resultJson(value);
    expect(JSON.stringify(output)).toBe('{"id":7}');
  });
});

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function circle(): unknown {
  const value: Record<string, unknown> = {};
  value["self"] = value;
  return value;
}
