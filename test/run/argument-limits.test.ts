/** How long and how deep arguments may be: the same for JSON text and for the object of an application. */

import { describe, expect, test } from "vitest";
import type { CallRecord } from "../../src/core/call.ts";
import type { JsonObject } from "../../src/core/json.ts";
import { added, connectorToolOf, ScriptedSource } from "./scripted-source.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

async function recordOf(args: JsonObject | string): Promise<CallRecord> {
  const source = new ScriptedSource(connectorToolOf("note", "read", added, { inputSchema: { type: "object" } }));
  const runner = runnerOf(source);
  const [record] = await runner.runResponse(requestOf([callOf("note", args)]));
  await runner.close();
  if (record === undefined) throw new Error("there is no record");
  return record;
}

describe("limits of arguments", () => {
  const MiB = 1_048_576;
  /** An object whose JSON text has so many bytes. */
  const ofBytes = (bytes: number): JsonObject => ({
    text: "é".repeat(Math.floor((bytes - 11) / 2)) + "x".repeat((bytes - 11) % 2),
  });

  test.each(["an object", "JSON text"])("P3.1: %s of 1 MiB is taken, one byte more is a fault", async (form) => {
    const given = (bytes: number) => (form === "an object" ? ofBytes(bytes) : JSON.stringify(ofBytes(bytes)));
    expect(await recordOf(given(MiB))).toMatchObject({ status: "succeeded" });
    const over = await recordOf(given(MiB + 1));
    expect(over.error?.faults).toEqual([
      { pointer: "", expected: `JSON of at most ${String(MiB)} bytes`, given: `${String(MiB + 1)} bytes` },
    ]);
    expect(typeof over.arguments === "string" && over.arguments.length).toBe(4_096);
  });

  test.each(["an object", "JSON text"])("P3.1: %s of 64 levels is taken, one of 65 is a fault", async (form) => {
    const deep = (levels: number) => {
      const text = `${'{"text":'.repeat(levels)}1${"}".repeat(levels)}`;
      return form === "JSON text" ? text : (JSON.parse(text) as JsonObject);
    };
    expect(await recordOf(deep(64))).toMatchObject({ status: "succeeded" });
    expect(await recordOf(deep(65))).toMatchObject({ error: { code: "invalid_arguments", faults: [{ pointer: "" }] } });
  });
});
