/** The rest of a result that was cut: every part of it, for its own session only, after a restart too. */
import { assert, asyncProperty, integer, jsonValue } from "fast-check";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { CallRecord } from "../../src/core/call.ts";
import type { Json } from "../../src/core/json.ts";
import { createSqliteEngine } from "../../src/engines/sqlite.ts";
import { toCursor } from "../../src/run/read-more-cursor.ts";
import { readMoreTool } from "../../src/run/read-more.ts";
import { toModelResult } from "../../src/run/result.ts";
import type { ToolRunner } from "../../src/run/runner.ts";
import { functionTools } from "../../src/tools/function-tools.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

const noArguments = { type: "object", properties: {}, additionalProperties: false } as const;

function giving(output: Json, maxResultBytes?: number): ReturnType<typeof functionTools> {
  const tool = { name: "list", description: "Lists.", inputSchema: noArguments, policy: { effect: "read" as const } };
  return functionTools([
    { ...tool, execute: async () => output, ...(maxResultBytes === undefined ? {} : { maxResultBytes }) },
  ]);
}

let count = 0;
async function run(runner: ToolRunner, name: string, args = {}, sessionId = "s"): Promise<CallRecord> {
  count += 1;
  const [record] = await runner.runResponse(
    requestOf([callOf(name, args)], { sessionId, responseId: `r${String(count)}` }),
  );
  if (record === undefined) throw new Error("there is no record");
  return record;
}

/** Follows the cursors to the end; gives the text that the parts make together, and how long each was. */
async function readRest(
  runner: ToolRunner,
  first: string | undefined,
): Promise<{ text: string; parts: readonly string[] }> {
  const parts: string[] = [];
  for (let cursor = first; cursor !== undefined;) {
    const result = toModelResult(await run(runner, "read_more", { cursor }));
    if (result.status !== "ok" || !("result" in result)) throw new Error(JSON.stringify(result));
    expect(result.truncated).toBeUndefined();
    const { part, readMore } = result.result as { part: string; readMore?: string };
    parts.push(part);
    cursor = readMore;
  }
  return { text: parts.join(""), parts };
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe("read_more", () => {
  it("P9.5: a cut result carries a cursor with which the rest is read, in parts that end at a value's border", async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => ({ id: index, text: `row, ${String(index)} "quoted"` }));
    const runner = runnerOf([giving(rows), readMoreTool()]);
    const record = await run(runner, "list");
    const result = toModelResult(record);
    if (!("rows" in result)) throw new Error("no rows");
    expect(result).toMatchObject({ truncated: true, count: 2_000, readMore: record.readMore });
    expect(result.note).toMatch(/call read_more with the value of readMore/);
    const { text, parts } = await readRest(runner, record.readMore);
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(4_096);
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/[}\]"\d],$/);
    // The last row that is shown may be cut itself: from its first hidden value on.
    const whole = JSON.stringify(rows);
    expect(whole.endsWith(text)).toBe(true);
    expect(whole.length - text.length).toBeLessThanOrEqual(JSON.stringify(result.rows).length + 60);
    await runner.close();
  });

  it("P9.5: without the tool there is no cursor, and a result within its limit has none", async () => {
    const long = "x".repeat(5_000);
    const without = runnerOf(giving(long));
    expect(await run(without, "list")).not.toHaveProperty("readMore");
    const within = runnerOf([giving("short"), readMoreTool()]);
    expect(await run(within, "list")).not.toHaveProperty("readMore");
    await Promise.all([without.close(), within.close()]);
  });

  it("P9.5: whatever the result, what is shown and the parts leave nothing out", async () => {
    await assert(
      asyncProperty(jsonValue({ depthSize: "small" }), integer({ min: 1, max: 30 }), async (value, times) => {
        const output = { many: Array.from({ length: times }, () => value), last: "é".repeat(times * 30) } as Json;
        const runner = runnerOf([giving(output, 512), readMoreTool({ maxPartBytes: 256 })]);
        const record = await run(runner, "list");
        const whole = JSON.stringify(record.output);
        const result = toModelResult(record);
        if (!("result" in result)) throw new Error("no result");
        const { text } = await readRest(runner, record.readMore);
        const before = whole.slice(0, whole.length - text.length);
        expect(`${before}${text}`).toBe(whole);
        expect(JSON.stringify(result.result).startsWith(before.replace(/,$/, ""))).toBe(true);
        await runner.close();
      }),
      { numRuns: 60 },
    );
  });

  it("P9.5: a text is read on where it was cut, between characters", async () => {
    const text = "é😀".repeat(3_000);
    const runner = runnerOf([giving(text), readMoreTool()]);
    const record = await run(runner, "list");
    const result = toModelResult(record);
    if (!("result" in result)) throw new Error("no result");
    const rest = await readRest(runner, record.readMore);
    expect(`${(result.result as string).slice(0, -1)}${rest.text}`).toBe(text);
    await runner.close();
  });

  it("P9.5: works in its session only; a forged, changed or foreign cursor is refused", async () => {
    const runner = runnerOf([giving("x".repeat(9_000)), readMoreTool()]);
    const { readMore = "", key } = await run(runner, "list");
    const forged = toCursor({ key, offset: 0, isInString: false }, "guessed");
    const [body = "", tag = ""] = readMore.split(".");
    const moved = `${Buffer.from(JSON.stringify([key, 0, false])).toString("base64url")}.${tag}`;
    for (const cursor of [forged, moved, body, `${readMore}.`, `${body}.`, "", "..", tag]) {
      expect(toModelResult(await run(runner, "read_more", { cursor }))).toMatchObject({
        status: "error",
        code: "unknown_cursor",
      });
    }
    const elsewhere = await run(runner, "read_more", { cursor: readMore }, "another session");
    expect(elsewhere).toMatchObject({ status: "failed", error: { code: "unknown_cursor" } });
    expect(await run(runner, "read_more", { cursor: readMore })).toMatchObject({ status: "succeeded" });
    await runner.close();
  });

  it("P9.5: a cursor works after a restart", async () => {
    const folder = mkdtempSync(join(tmpdir(), "read-more-"));
    folders.push(folder);
    const start = (): ToolRunner =>
      runnerOf([giving("x".repeat(9_000)), readMoreTool()], {
        engine: createSqliteEngine({ path: join(folder, "j.db") }),
      });
    const before = start();
    const { readMore } = await run(before, "list");
    await before.close();
    const after = start();
    const { text } = await readRest(after, readMore);
    expect(text.length).toBeGreaterThan(4_000);
    await after.close();
  });

  it("one source belongs to one runner, and its part has a range", async () => {
    const source = readMoreTool();
    const runner = runnerOf(source);
    expect(() => runnerOf(source)).toThrow(/one runner/);
    await runner.close();
    for (const maxPartBytes of [255, 1_048_577, 300.5]) {
      expect(() => readMoreTool({ maxPartBytes })).toThrow(/from 256 to 1048576/);
    }
    for (const maxPartBytes of [256, 1_048_576]) expect(readMoreTool({ maxPartBytes })).toBeDefined();
  });
});
