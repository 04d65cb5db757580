import { generateText, isStepCount, tool, jsonSchema, asSchema } from "ai";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAiSdkTools } from "../../src/ai-sdk.ts";
import type { Approver } from "../../src/index.ts";
import { createToolRunner, functionTools } from "../../src/index.ts";
import type { ScriptedResponse } from "../suites/adapter-host.ts";
import { call } from "../suites/adapter-host.ts";
import { AdapterWorld } from "../suites/adapter-world.ts";
import { adapterSuite } from "../suites/adapter.suite.ts";
import { aiSdkHost, scriptedModel } from "./hosts/ai-sdk.ts";

adapterSuite(aiSdkHost(false));
adapterSuite(aiSdkHost(true));

const place = { sessionId: "session-1", turnId: "turn-1" };
const writes: ScriptedResponse[] = [[call("c1", "read_a"), call("c2", "write_b"), call("c3", "write_c")], "done"];

function runnerOf(world: AdapterWorld, approver?: Approver) {
  const runner = createToolRunner({ toolSources: [world], ...(approver === undefined ? {} : { approver }) });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  return runner;
}

describe("AI SDK options that reach past the runner", () => {
  test("a response of which the host holds calls back by toolApproval is refused, and nothing of it runs", async () => {
    const world = new AdapterWorld();
    const { tools } = await createAiSdkTools(runnerOf(world), place);
    const result = await generateText({
      model: scriptedModel([...writes]),
      tools,
      prompt: "Do it.",
      stopWhen: isStepCount(5),
      toolApproval: { write_b: "user-approval" },
    });
    expect(world.ran).toEqual([]);
    const outputs = result.steps[0]?.toolResults.map(({ output }) => output) ?? [];
    expect(outputs).toHaveLength(2);
    for (const output of outputs) expect(output).toMatchObject({ code: "tool_unavailable", didNotRun: true });
    expect(JSON.stringify(outputs)).toContain("toolApproval");
  });

  test("an approval that the host gave itself does not run a write: a later run of it is refused", async () => {
    const world = new AdapterWorld();
    const { tools } = await createAiSdkTools(runnerOf(world), place);
    const request = { tools, stopWhen: isStepCount(5), toolApproval: { write_b: "user-approval" as const } };
    const first = await generateText({ model: scriptedModel([...writes]), ...request, prompt: "Do it." });
    const asked = first.content.find((part) => part.type === "tool-approval-request");
    if (asked === undefined) throw new Error("the host asked nobody");
    const approval = { type: "tool-approval-response" as const, approvalId: asked.approvalId, approved: true };
    await generateText({
      model: scriptedModel(["done"]),
      ...request,
      messages: [{ role: "user", content: "Do it." }, ...first.responseMessages, { role: "tool", content: [approval] }],
    });
    expect(world.ran).toEqual([]);
  });

  test("toolCallConcurrency is refused where it would hold a call back", async () => {
    const world = new AdapterWorld();
    const { tools } = await createAiSdkTools(runnerOf(world), place);
    await generateText({
      model: scriptedModel([...writes]),
      tools,
      prompt: "Do it.",
      stopWhen: isStepCount(5),
      toolCallConcurrency: 1,
    });
    expect(world.ran).toEqual([]);
  });
});

describe("AI SDK tools", () => {
  test("calls wait inside their tools for an approver when nothing else is asked for", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const approver: Approver = { ask: async () => ({ decision: "approve", decidedBy: "ada" }) };
    const { tools } = await createAiSdkTools(runnerOf(world, approver), place);
    const result = await generateText({
      model: scriptedModel([...writes]),
      tools,
      prompt: "Do it.",
      stopWhen: isStepCount(5),
    });
    expect(result.text).toBe("done");
    expect(world.wrote).toEqual(["write_b", "write_c"]);
  });

  test("tools of the application stand beside them and have no place in their order", async () => {
    const world = new AdapterWorld();
    world.fail("write_b");
    const { tools } = await createAiSdkTools(runnerOf(world), place);
    const own = tool({ inputSchema: jsonSchema<object>({ type: "object" }), execute: async () => "own" });
    const script = [[call("c1", "write_b"), call("c2", "own", {}), call("c3", "write_c")], "done"];
    const result = await generateText({
      model: scriptedModel(script),
      tools: { ...tools, own },
      prompt: "Do it.",
      stopWhen: isStepCount(5),
    });
    expect(world.wrote).toEqual(["write_b"]);
    expect(result.steps[0]?.toolResults.map(({ output }) => output)).toMatchObject([
      { code: "refused" },
      "own",
      { code: "skipped" },
    ]);
  });

  test("keys given twice are merged by the framework, and the last one runs", async () => {
    const world = new AdapterWorld();
    const { tools } = await createAiSdkTools(runnerOf(world), place);
    const script = [[call("c1", "write_b", '{"text":"one","text":"two"}')], "done"];
    await generateText({ model: scriptedModel(script), tools, prompt: "Do it.", stopWhen: isStepCount(5) });
    expect(world.log.map(({ args }) => args)).toEqual([{ text: "two" }]);
  });

  test("an open object stays open in what the provider is sent", async () => {
    const schema = {
      type: "object",
      properties: { map: { type: "object", additionalProperties: { type: "string" } } },
    };
    const source = functionTools([{ name: "note", description: "Notes.", inputSchema: schema, execute: () => null }]);
    const runner = createToolRunner({ toolSources: [source] });
    onTestFinished(async () => runner.close());
    const { tools } = await createAiSdkTools(runner, place);
    expect(await asSchema(tools["note"]?.inputSchema).jsonSchema).toEqual(schema);
  });

  test("a session and a turn are required", async () => {
    const runner = runnerOf(new AdapterWorld());
    await expect(createAiSdkTools(runner, { sessionId: "s", turnId: "" })).rejects.toThrow(/turnId/);
  });
});
