import { describe, expect, onTestFinished, test } from "vitest";
import type { ToolRunner } from "../../../src/index.ts";
import { createToolRunner, functionTools, ToolFailure } from "../../../src/index.ts";
import type { McpClient, McpToolSourceOptions } from "../../../src/mcp.ts";
import { McpToolSource } from "../../../src/mcp.ts";
import { AdapterWorld } from "../../suites/adapter-world.ts";
import { connect } from "./connect.ts";

const inputSchema = { type: "object", properties: { id: { type: "string" } }, required: ["id"] };

/** A server with a read, a write and a failing tool, and a runner whose tools are those of that server. */
async function remote(options: McpToolSourceOptions = {}) {
  const ran: string[] = [];
  const define = (name: string, effect: "read" | "idempotent_write", fails = false) => ({
    name,
    description: name,
    inputSchema,
    policy: { effect, requiresApproval: false },
    execute: ({ id }: { id: string }) => {
      ran.push(`${name} ${id}`);
      if (fails) throw new ToolFailure({ code: "gone", message: "It is gone." });
      return { id };
    },
  });
  const source = functionTools([
    define("look", "read"),
    define("put", "idempotent_write"),
    define("fail", "read", true),
  ]);
  const server = createToolRunner({ toolSources: [source] });
  const client = await connect(server, { era: "2026", wire: "stdio" });
  const runner = createToolRunner({ toolSources: [new McpToolSource(client, options)] });
  onTestFinished(async () => {
    await runner.close();
    await server.close();
  });
  const run = async (name: string, responseId = "r1") =>
    (
      await runner.runResponse({
        sessionId: "s",
        turnId: "t",
        responseId,
        whenApprovalNeeded: "return",
        calls: [{ name, arguments: { id: "7" } }],
      })
    )[0];
  return { ran, runner, run };
}

test("P1.2: the hints of a server count only when it is trusted", async () => {
  const trusted = await remote({ trusted: true });
  expect((await trusted.runner.listTools()).map(({ name, effect }) => [name, effect])).toEqual([
    ["look", "read"],
    ["put", "idempotent_write"],
    ["fail", "read"],
  ]);
  const plain = await remote();
  expect(new Set((await plain.runner.listTools()).map(({ effect }) => effect))).toEqual(new Set(["unclassified"]));
});

test("P5.2: a tool of an untrusted server waits for a person, even one that calls itself a read", async () => {
  const { run, ran } = await remote();
  expect(await run("look")).toMatchObject({ status: "awaiting_approval" });
  expect(ran).toEqual([]);
});

test("a call of a trusted server's tool runs and gives its structured content", async () => {
  const { run } = await remote({ trusted: true });
  expect(await run("look")).toMatchObject({ status: "succeeded", output: { status: "ok", result: { id: "7" } } });
});

test("a result that is marked as an error is the tool's own report of its failure", async () => {
  const { run } = await remote({ trusted: true });
  const record = await run("fail");
  expect(record).toMatchObject({ status: "failed", error: { code: "tool_failure" } });
  expect(record?.error?.message).toContain("It is gone.");
});

test("only the named tools are offered", async () => {
  const { runner } = await remote({ trusted: true, only: ["put"] });
  expect((await runner.listTools()).map(({ name }) => name)).toEqual(["put"]);
});

test("a list of 100 pages is read, and one that has no end is refused", async () => {
  const serverOf = (pages: number): McpClient => ({
    listTools: async ({ cursor = "0" } = {}) => {
      const page = Number(cursor);
      const next = page + 1 < pages ? { nextCursor: String(page + 1) } : {};
      return { tools: [{ name: `tool_${cursor}`, inputSchema: { type: "object" } }], ...next };
    },
    callTool: async () => ({}),
  });
  expect(await new McpToolSource(serverOf(100)).listTools()).toHaveLength(100);
  await expect(async () => new McpToolSource(serverOf(101)).listTools()).rejects.toMatchObject({ code: "too_large" });
});

describe("a server that is itself a runner's", () => {
  /** A runner whose tools are those of another one's server, where it is decided whether a person is asked. */
  async function chained(upstream: ToolRunner): Promise<ToolRunner> {
    const source = new McpToolSource(await connect(upstream, { era: "2026", wire: "stdio" }), { trusted: true });
    const runner = createToolRunner({ toolSources: [source], toolPolicies: { write_b: { requiresApproval: false } } });
    onTestFinished(async () => {
      await runner.close({ graceMs: 0 });
      await upstream.close({ graceMs: 0 });
    });
    return runner;
  }

  const response = {
    sessionId: "s",
    turnId: "t",
    responseId: "r",
    calls: [{ name: "write_b", arguments: { text: "x" } }],
  };

  test("P4.3: a write that waits for a person there is not taken for done here, for it may yet run", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const upstream = createToolRunner({ toolSources: [world] });
    const runner = await chained(upstream);
    expect(await runner.runResponse(response)).toMatchObject([
      { status: "outcome_unknown", error: { didNotRun: false } },
    ]);
    const [question] = await upstream.approvals.list();
    const questionId = question?.questionId ?? "";
    await upstream.approvals.decide({ questionId, decision: "approve", decidedBy: "ada" });
    await expect.poll(() => world.wrote).toEqual(["write_b"]);
  });

  test("P4.3: a write of which nobody knows there how it ended is of unknown outcome here", async () => {
    const world = new AdapterWorld();
    world.callTool = async (_, __, attempt) => {
      attempt.beginDispatch();
      return { kind: "ambiguous", reason: "the answer was cut off" };
    };
    const runner = await chained(createToolRunner({ toolSources: [world] }));
    expect(await runner.runResponse(response)).toMatchObject([
      { status: "outcome_unknown", error: { didNotRun: false } },
    ]);
  });
});
