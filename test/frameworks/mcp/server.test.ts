import { describe, expect, onTestFinished, test } from "vitest";
import { createToolRunner, DID_NOT_RUN, functionTools } from "../../../src/index.ts";
import { idempotencyKeyMeta, turnMeta } from "../../../src/mcp.ts";
import { AdapterWorld } from "../../suites/adapter-world.ts";
import type { Era, Wire } from "./connect.ts";
import { connect, runnerOf, structured } from "./connect.ts";

const ways: readonly { readonly era: Era; readonly wire: Wire }[] = [
  { era: "2025", wire: "stdio" },
  { era: "2026", wire: "stdio" },
  { era: "2025", wire: "http" },
  { era: "2026", wire: "http" },
];

const text = { text: "hello" };

describe.each(ways)("MCP $era over $wire", (way) => {
  test("lists the tools with their schemas and all hints written out, and nothing but tools", async () => {
    const client = await connect(runnerOf(new AdapterWorld()), way);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["read_a", "write_b", "write_c", "write_d", "read_e"]);
    const write = tools.find(({ name }) => name === "write_b");
    expect(write?.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    });
    expect(write?.inputSchema).toMatchObject({ type: "object", required: ["text"], additionalProperties: false });
    expect(write?.outputSchema).toMatchObject({ type: "object", required: ["status"] });
    expect(client.getServerCapabilities()?.prompts).toBeUndefined();
    expect(client.getServerCapabilities()?.resources).toBeUndefined();
  });

  test("P9.1: a result is structured content and, for clients that take none, the same as text", async () => {
    const client = await connect(runnerOf(new AdapterWorld()), way);
    const result = await client.callTool({ name: "read_a", arguments: text });
    expect(result.structuredContent).toEqual({ status: "ok", result: { tool: "read_a", text: "hello" } });
    expect(JSON.parse((result.content[0] as { text: string }).text)).toEqual(result.structuredContent);
    expect(result.isError ?? false).toBe(false);
  });

  test("P4.3: a result that is not what its tool declares reaches the client, for the call was done", async () => {
    const output = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    const results = { wrong: { a: 5 }, nothing: null, list: [1] };
    const source = functionTools(
      Object.entries(results).map(([name, result]) => ({
        name,
        description: "Does something.",
        inputSchema: { type: "object" },
        outputSchema: output,
        policy: { effect: "non_idempotent_write", requiresApproval: false },
        execute: () => result,
      })),
    );
    const runner = createToolRunner({ toolSources: [source] });
    onTestFinished(async () => runner.close());
    const client = await connect(runner, way);
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools[0]?.outputSchema)).toContain('"a":{"type":"string"}');
    for (const [name, result] of Object.entries(results)) {
      const told = structured(await client.callTool({ name, arguments: {} }));
      expect(told).toMatchObject({ status: "ok", [Array.isArray(result) ? "rows" : "result"]: result });
    }
  });

  test("P3.2 P9.3: invalid arguments come back with every fault, as an error that ran nothing", async () => {
    const world = new AdapterWorld();
    const client = await connect(runnerOf(world), way);
    const result = await client.callTool({ name: "write_b", arguments: { text: 5, nope: 1 } });
    expect(result.isError).toBe(true);
    expect(structured(result)).toMatchObject({
      code: "invalid_arguments",
      didNotRun: true,
      faults: [{ pointer: "/text" }, { pointer: "/nope" }],
    });
    expect(structured(result)["message"]).toMatch(new RegExp(`^${DID_NOT_RUN}`));
    expect(world.ran).toEqual([]);
  });

  test("P5.1 P5.4: the person behind the client is asked with what will run, and what was approved runs once", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const asked: string[] = [];
    const client = await connect(runnerOf(world), {
      ...way,
      answer: (message) => {
        asked.push(message);
        return { action: "accept", content: { decision: "approve" } };
      },
    });
    if (way.era === "2025" && way.wire === "http") {
      // Without a session the protocol of 2025 has no way to ask over HTTP.
      expect(structured(await client.callTool({ name: "write_b", arguments: text }))).toMatchObject({
        code: "approval_required",
      });
      return;
    }
    const result = await client.callTool({ name: "write_b", arguments: text });
    expect(structured(result)).toMatchObject({ status: "ok" });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain("hello");
    expect(world.ran).toEqual(["write_b"]);
  });

  test("P5.7: a client that cannot ask gets an approval_required record, and its idempotency key reads the result later", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const runner = runnerOf(world);
    const client = await connect(runner, way);
    const request = { name: "write_b", arguments: text, _meta: { [idempotencyKeyMeta]: "order-17" } };
    const first = await client.callTool(request);
    expect(structured(first)).toMatchObject({
      status: "error",
      code: "approval_required",
      record: "awaiting_approval",
    });
    const questionId = String(structured(first)["questionId"]);
    expect(await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ada" })).toEqual({
      accepted: true,
    });
    expect(structured(await client.callTool(request))).toMatchObject({ status: "ok" });
    expect(structured(await client.callTool(request))).toMatchObject({ status: "ok" });
    expect(world.ran).toEqual(["write_b"]);
  });

  test("P2.2: one idempotency key with other arguments is refused, and nothing runs", async () => {
    const world = new AdapterWorld();
    const client = await connect(runnerOf(world), way);
    const _meta = { [idempotencyKeyMeta]: "order-17" };
    await client.callTool({ name: "write_b", arguments: text, _meta });
    const other = await client.callTool({ name: "write_b", arguments: { text: "other" }, _meta });
    expect(other.isError).toBe(true);
    expect(world.ran).toEqual(["write_b"]);
  });

  test("P3.2: after refused arguments the corrected call runs once under the same key, and its result is read by it", async () => {
    const world = new AdapterWorld();
    const client = await connect(runnerOf(world), way);
    const _meta = { [idempotencyKeyMeta]: "order-17" };
    const write = async (args: Record<string, unknown>) =>
      structured(await client.callTool({ name: "write_b", arguments: args, _meta }));
    expect(await write({ text: 5 })).toMatchObject({ code: "invalid_arguments", didNotRun: true });
    expect(await write({ text: 5, nope: 1 })).toMatchObject({ code: "invalid_arguments", didNotRun: true });
    expect(world.ran).toEqual([]);
    expect(await write(text)).toMatchObject({ status: "ok" });
    expect(await write(text)).toMatchObject({ status: "ok" });
    expect(await write({ text: 5 })).toMatchObject({ code: "invalid_arguments" });
    const other = await write({ text: "other" });
    expect(other).toMatchObject({ code: "tool_unavailable", didNotRun: true });
    expect(other["message"]).toMatch(/a new call needs a new one/);
    expect(world.ran).toEqual(["write_b"]);
  });

  test("P10.2: equal writes of one declared turn run once; without a turn each call is its own", async () => {
    const world = new AdapterWorld();
    const client = await connect(runnerOf(world), way);
    const _meta = { [turnMeta]: "turn-1" };
    for (let count = 0; count < 2; count += 1) await client.callTool({ name: "write_b", arguments: text, _meta });
    expect(world.ran).toHaveLength(1);
    for (let count = 0; count < 2; count += 1) await client.callTool({ name: "write_b", arguments: text });
    expect(world.ran).toHaveLength(3);
  });

  test("writes run one after the other while reads do not wait", async () => {
    const world = new AdapterWorld();
    const gate = world.gate("write_b");
    const client = await connect(runnerOf(world), way);
    const first = client.callTool({ name: "write_b", arguments: text });
    await gate.entered;
    const second = client.callTool({ name: "write_c", arguments: text });
    await client.callTool({ name: "read_a", arguments: text });
    expect(world.ran).toEqual(["write_b", "read_a"]);
    gate.open();
    await Promise.all([first, second]);
    expect(world.ran).toEqual(["write_b", "read_a", "write_c"]);
  });

  test("a client that gave a progress token is told that its call waits and runs", async () => {
    const client = await connect(runnerOf(new AdapterWorld()), way);
    const said: string[] = [];
    await client.callTool(
      { name: "write_b", arguments: text },
      { onprogress: ({ message }) => said.push(message ?? "") },
    );
    expect(said).toEqual(["write_b waits for its turn", "write_b runs", "write_b is succeeded"]);
  });

  test("P4.5: a write that is cancelled while it waits for its turn does not run, where the cancel arrives", async () => {
    const world = new AdapterWorld();
    const gate = world.gate("write_b");
    const client = await connect(runnerOf(world), way);
    const first = client.callTool({ name: "write_b", arguments: text });
    await gate.entered;
    const controller = new AbortController();
    const said: string[] = [];
    const second = client.callTool(
      { name: "write_c", arguments: text },
      { signal: controller.signal, onprogress: ({ message = "" }) => said.push(message) },
    );
    await expect.poll(() => said).toEqual(["write_c waits for its turn"]);
    controller.abort();
    await expect(second).rejects.toThrow();
    // One more round trip, so that the cancel is there before the first write ends.
    await client.callTool({ name: "read_a", arguments: text });
    gate.open();
    await first;
    await client.callTool({ name: "write_d", arguments: text });
    // Without a connection a cancel of 2025 names a request that nobody can tell from another client's.
    const isLost = way.era === "2025" && way.wire === "http";
    expect(world.wrote).toEqual(isLost ? ["write_b", "write_c", "write_d"] : ["write_b", "write_d"]);
  });

  test("P4.5: a client that cancels lets the started write end, with its true ending recorded", async () => {
    const world = new AdapterWorld();
    const gate = world.gate("write_b");
    const runner = runnerOf(world);
    const client = await connect(runner, way);
    const controller = new AbortController();
    const calling = client
      .callTool({ name: "write_b", arguments: text }, { signal: controller.signal })
      .catch(() => "cancelled");
    await gate.entered;
    controller.abort();
    expect(await calling).toBe("cancelled");
    gate.open();
    await expect.poll(async () => (await runner.calls.list()).map(({ status }) => status)).toEqual(["succeeded"]);
  });
});

describe("MCP approval through the client", () => {
  const way = { era: "2026", wire: "stdio" } as const;

  test("P5.7: a decline is a reject, and the model reads that it did not run", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const client = await connect(runnerOf(world), { ...way, answer: () => ({ action: "decline" }) });
    const result = await client.callTool({ name: "write_b", arguments: text });
    expect(structured(result)).toMatchObject({ status: "error", record: "rejected", didNotRun: true });
    expect(world.ran).toEqual([]);
  });

  test("a dismissed question stays open, to be decided elsewhere", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const runner = runnerOf(world);
    const client = await connect(runner, { ...way, answer: () => ({ action: "cancel" }) });
    expect(structured(await client.callTool({ name: "write_b", arguments: text }))).toMatchObject({
      code: "approval_required",
    });
    expect(await runner.approvals.list()).toHaveLength(1);
  });

  test("P12.3: an answer with a forged state is refused, and nothing runs", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const runner = runnerOf(world);
    const client = await connect(runner, { ...way, options: { approvals: "elsewhere" } });
    const asked = structured(await client.callTool({ name: "write_b", arguments: text }));
    const payload = {
      p: { tool: "write_b", turnId: "t", responseId: "r", questionId: asked["questionId"] },
      exp: 9_999_999_999,
    };
    const requestState = `v1.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.${"A".repeat(43)}`;
    const forged = client.callTool({
      name: "write_b",
      arguments: text,
      requestState,
      inputResponses: { approval: { action: "accept", content: { decision: "approve" } } },
    } as never);
    await expect(forged).rejects.toThrow(/requestState/);
    expect(world.ran).toEqual([]);
    expect(await runner.approvals.list()).toHaveLength(1);
  });
});

test.each([
  ["read", { readOnlyHint: true, destructiveHint: false, idempotentHint: true }],
  ["idempotent_write", { readOnlyHint: false, destructiveHint: true, idempotentHint: true }],
  ["non_idempotent_write", { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
  ["unclassified", { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
] as const)("a tool that brings no hints gets the careful ones of its effect class: %s", async (effect, hints) => {
  const policy = { effect, requiresApproval: false };
  const tool = { name: "own", description: "Does it.", inputSchema: { type: "object" }, policy, execute: () => null };
  const runner = createToolRunner({ toolSources: [functionTools([tool])] });
  onTestFinished(async () => runner.close());
  const { tools } = await (await connect(runner, { era: "2026", wire: "stdio" })).listTools();
  expect(tools[0]?.annotations).toEqual({ ...hints, openWorldHint: true });
});

test("naming a tool that the runner has not fails when the server is made, with the list", async () => {
  const runner = runnerOf(new AdapterWorld());
  await expect(connect(runner, { era: "2026", wire: "stdio", options: { tools: ["nope"] } })).rejects.toThrow(
    /there are: read_a/,
  );
});
