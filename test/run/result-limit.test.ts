import { array, assert, dictionary, jsonValue, oneof, property, string, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/json.ts";
import { toModelResult } from "../../src/run/result.ts";
import { limitResult } from "../../src/run/result-limit.ts";
import { functionTools } from "../../src/tools/function-tools.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe("a result over its limit", () => {
  it("P9.5: is whole up to the limit, and cut one byte under it", () => {
    const value = { text: "x".repeat(100) };
    expect(limitResult(value, bytes(value))).toEqual({ value });
    const cut = limitResult(value, bytes(value) - 1);
    expect(cut.totalBytes).toBe(bytes(value));
    expect(bytes(cut.value)).toBeLessThan(bytes(value));
  });

  it("P9.5: never is larger than the limit, and holds nothing that was not there", () => {
    const values = oneof(
      jsonValue({ maxDepth: 4 }),
      array(string({ maxLength: 60 })),
      dictionary(string({ maxLength: 8 }), jsonValue()),
    );
    assert(
      property(values, integer({ min: 64, max: 600 }), (value, limit) => {
        const { value: given, totalBytes } = limitResult(value, limit);
        expect(bytes(given)).toBeLessThanOrEqual(limit);
        if (totalBytes === undefined) expect(given).toEqual(value);
        else if (Array.isArray(value)) expect((given as Json[]).length).toBeLessThanOrEqual(value.length);
      }),
      { numRuns: 500 },
    );
  });

  it("P9.5: keeps leading rows whole, and a cursor behind a long list", () => {
    const rows = Array.from({ length: 100 }, (_, id) => ({ id, title: "a title of some length" }));
    const cut = limitResult({ rows, nextCursor: "abc" }, 1_000).value as { rows: unknown[]; nextCursor: string };
    expect(cut.nextCursor).toBe("abc");
    expect(cut.rows.length).toBeGreaterThan(10);
    expect(cut.rows.slice(0, 10)).toEqual(rows.slice(0, 10));
  });

  it("P9.5: cuts a text between characters", () => {
    const { value } = limitResult("😀".repeat(100), 99);
    expect((value as string).isWellFormed()).toBe(true);
    expect(value).toMatch(/^(😀)+…$/u);
  });
});

describe("what the model reads of a long result", () => {
  const listing = (maxResultBytes?: number) =>
    functionTools([
      {
        name: "list",
        description: "Lists numbers.",
        inputSchema: { type: "object", properties: {}, additionalProperties: false },
        policy: { effect: "read" },
        ...(maxResultBytes === undefined ? {} : { maxResultBytes }),
        execute: async () => Array.from({ length: 5_000 }, (_, index) => index),
      },
    ]);

  it.each([
    [undefined, 4_096],
    [1_000, 1_000],
  ])(
    "P9.5: is cut to the tool's limit (declared %s) with the totals; the record keeps all",
    async (declared, limit) => {
      const runner = runnerOf(listing(declared));
      const [record] = await runner.runResponse(requestOf([callOf("list", {})]));
      if (record === undefined) throw new Error("there is no record");
      const result = toModelResult(record);
      expect(result).toMatchObject({ status: "ok", count: 5_000, truncated: true, totalBytes: 23_891 });
      expect(bytes((result as { rows: unknown }).rows)).toBeLessThanOrEqual(limit);
      expect(record.output).toHaveLength(5_000);
      await runner.close();
    },
  );
});
