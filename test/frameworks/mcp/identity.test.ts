/** Which call a request of an MCP client is: keys and turns of `_meta`, in both eras and over both wires. */
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.ts";
import { createSqliteEngine } from "../../../src/sqlite.ts";
import { createToolRunner } from "../../../src/index.ts";
import { idempotencyKeyMeta, turnMeta } from "../../../src/mcp.ts";
import { notTaken } from "../../suites/adapter-host.ts";
import { journalPath } from "../../suites/adapter-setting.ts";
import { AdapterWorld } from "../../suites/adapter-world.ts";
import { connect, runnerOf, structured } from "./connect.ts";

const way = { era: "2026", wire: "stdio" } as const;
const text = { text: "hello" };

async function writing(world: AdapterWorld, runner = runnerOf(world)) {
  const client = await connect(runner, way);
  return async (args: JsonObject, key?: unknown, turn?: unknown, name = "write_b"): Promise<JsonObject> => {
    const _meta = {
      ...(key === undefined ? {} : { [idempotencyKeyMeta]: key }),
      ...(turn === undefined ? {} : { [turnMeta]: turn }),
    };
    return structured(await client.callTool({ name, arguments: args, _meta }));
  };
}

describe("P2.2: an idempotency key", () => {
  test("belongs to the session: with another turn, or none, it is still the same call", async () => {
    const world = new AdapterWorld();
    const write = await writing(world);
    for (const turn of ["t1", "t2", undefined])
      expect(await write(text, "order-17", turn)).toMatchObject({ status: "ok" });
    expect(world.ran).toEqual(["write_b"]);
    expect(await write({ text: "other" }, "order-17", "t3")).toMatchObject({ didNotRun: true });
    expect(world.ran).toEqual(["write_b"]);
  });

  test("is the same call with another turn after a restart, and for another server of the session", async () => {
    const path = journalPath();
    const world = new AdapterWorld();
    const open = () => createToolRunner({ toolSources: [world], engine: createSqliteEngine({ path }) });
    const first = open();
    await (
      await writing(world, first)
    )(text, "order-17", "t1");
    await first.close();
    const second = open();
    await (
      await writing(world, second)
    )(text, "order-17", "t2");
    await (
      await writing(world, second)
    )(text, "order-17");
    await second.close();
    expect(world.ran).toEqual(["write_b"]);
  });

  test("is the same call for two servers of the session that were both in use before", async () => {
    const world = new AdapterWorld();
    const runner = runnerOf(world);
    const [one, other] = [await writing(world, runner), await writing(world, runner)];
    for (const write of [one, other]) await write({ text: "before" }, "order-16", "t1");
    await one(text, "order-17", "t1");
    await other(text, "order-17", "t2");
    expect(world.log.map(({ args }) => args["text"])).toEqual(["before", "hello"]);
  });

  test("two requests at once with one key and two turns are one call", async () => {
    const world = new AdapterWorld();
    const write = await writing(world);
    await Promise.all([write(text, "order-17", "t1"), write(text, "order-17", "t2"), write(text, "order-17")]);
    expect(world.ran).toEqual(["write_b"]);
  });

  test("is not mistaken for the second try of another one", async () => {
    const world = new AdapterWorld();
    const write = await writing(world);
    expect(await write({ text: 5 }, "x", "t1")).toMatchObject({ code: "invalid_arguments" });
    expect(await write({ text: "of x" }, "x", "t1")).toMatchObject({ status: "ok" });
    for (const key of ["x:2", "corrected:2:key:x", "key:x"]) {
      expect(await write({ text: `of ${key}` }, key, "t1")).toMatchObject({ status: "ok" });
    }
    expect(world.ran).toHaveLength(4);
  });

  test.each(["k".repeat(128), "k".repeat(129), "k".repeat(2_000), "a\u0000b", "half \ud800", "a/b%c"])(
    "may be any text, and tells calls apart: %j",
    async (key) => {
      const world = new AdapterWorld();
      const write = await writing(world);
      expect(await write(text, key)).toMatchObject({ status: "ok" });
      expect(await write(text, key)).toMatchObject({ status: "ok" });
      expect(await write(text, `${key}x`)).toMatchObject({ status: "ok" });
      expect(world.ran).toHaveLength(2);
    },
  );

  test.each([17, "", null, { a: 1 }])("that is no text is refused, for the client relies on it: %j", async (key) => {
    const world = new AdapterWorld();
    const write = await writing(world);
    const refused = await write(text, key);
    expect(refused).toMatchObject({ status: "error", code: "tool_unavailable", didNotRun: true });
    expect(refused["message"]).toContain(idempotencyKeyMeta);
    expect(await write(text, undefined, key)).toMatchObject({ didNotRun: true });
    expect(world.ran).toEqual([]);
  });

  test("of a call that ran is not said to be unrun when nobody can look it up any more", async () => {
    const world = new AdapterWorld();
    const runner = runnerOf(world);
    const write = await writing(world, runner);
    await write(text, "order-17");
    await runner.close();
    expect(await write(text, "order-17")).toMatchObject(notTaken);
  });

  test("that cannot be looked up is told to who runs the server, with the reason", async () => {
    const world = new AdapterWorld();
    const runner = runnerOf(world);
    const write = await writing(world, runner);
    await runner.close();
    const warned = once(process, "warning", { signal: AbortSignal.timeout(5_000) });
    expect(await write(text, "order-17")).toMatchObject(notTaken);
    const [warning] = (await warned) as [NodeJS.ErrnoException];
    expect(warning).toMatchObject({ code: "DEX_CONNECTORS_MCP" });
    expect(warning.message).toContain("closed: the runner was closed");
    expect(world.ran).toEqual([]);
  });
});
