/** What a run of the OpenAI Agents SDK does around the tools: arguments it reads otherwise, handoffs, wrappers, a journal that went away. */
import { Agent, Runner, RunState } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { createToolRunner } from "../../src/index.ts";
import type { OpenAiAgentsTool } from "../../src/openai-agents.ts";
import { createOpenAiAgentsTools } from "../../src/openai-agents.ts";
import { decide, place } from "../suites/adapter-setting.ts";
import { AdapterWorld } from "../suites/adapter-world.ts";

const done = [assistantMessage("done")];

/** A call whose arguments are the text as it is. */
function callOf(id: string, name: string, text: string) {
  return { ...functionCall(name, {}, { callId: id }), arguments: text };
}

async function hostOf(asks: readonly string[] = []) {
  const world = new AdapterWorld({ asks });
  const runner = createToolRunner({ toolSources: [world] });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  return { world, runner, host: await createOpenAiAgentsTools(runner, { ...place, whenApprovalNeeded: "return" }) };
}

/** What the model reads of each call, by its id. */
function resultsOf(model: ScriptedModel): Readonly<Record<string, unknown>> {
  const input = model.calls.at(-1)?.request.input ?? [];
  const results: [string, unknown][] = [];
  for (const item of typeof input === "string" ? [] : input) {
    if (item.type !== "function_call_result") continue;
    const text = typeof item.output === "object" && "text" in item.output ? String(item.output.text) : "";
    results.push([item.callId, JSON.parse(text)]);
  }
  return Object.fromEntries(results);
}

describe("OpenAI Agents arguments", () => {
  test.each([
    ["a number that JSON cannot hold", '{"text":1e999}'],
    ["half a character", String.raw`{"text":"\ud800"}`],
    ["too many levels", `{"text":${"[".repeat(200)}${"]".repeat(200)}}`],
  ])("P3.2: %s is told as the fault it is, and stops the later write", async (_, text) => {
    const { world, host } = await hostOf();
    const model = new ScriptedModel([[callOf("c1", "write_b", text), callOf("c2", "write_c", '{"text":"x"}')], done]);
    await new Runner().run(new Agent({ name: "Agent", model, tools: host.tools }), "Do it.");
    expect(resultsOf(model)).toMatchObject({
      c1: { code: "invalid_arguments", didNotRun: true, faults: [expect.anything()] },
      c2: { code: "skipped" },
    });
    expect(world.ran).toEqual([]);
  });

  test.each(["[1]", '"text"', "null"])("P3.2: JSON that is no object is told as the fault it is: %s", async (text) => {
    const { host } = await hostOf();
    const model = new ScriptedModel([[callOf("c1", "write_b", text)], done]);
    const agent = new Agent({ name: "Agent", model, tools: host.tools });
    const paused = await new Runner().run(agent, "Do it.");
    expect(await host.carryDecisions(paused.state)).toEqual({ isWaiting: false });
    await new Runner().run(agent, paused.state);
    expect(resultsOf(model)["c1"]).toMatchObject({ code: "invalid_arguments", didNotRun: true });
  });
});

test("P6.1 P6.3: after a handoff the tools keep order and identity, and a response with a handoff runs its calls", async () => {
  const { world, host } = await hostOf();
  world.fail("write_b");
  const text = '{"text":"x"}';
  const second = new ScriptedModel([[callOf("c3", "write_b", text), callOf("c4", "write_c", text)], done]);
  const other = new Agent({ name: "Other", model: second, tools: host.tools });
  const first = new ScriptedModel([[callOf("c1", "write_d", text), callOf("c2", "transfer_to_Other", "{}")]]);
  const agent = new Agent({ name: "Agent", model: first, tools: host.tools, handoffs: [other] });
  const { lastAgent } = await new Runner().run(agent, "Do it.");
  expect(lastAgent?.name).toBe("Other");
  expect(world.ran).toEqual(["write_d", "write_b"]);
  expect(resultsOf(second)).toMatchObject({ c1: { status: "ok" }, c3: { code: "refused" }, c4: { code: "skipped" } });
});

describe("OpenAI Agents wrappers", () => {
  const wrapped = (
    tools: readonly OpenAiAgentsTool[],
    invoke: (tool: OpenAiAgentsTool) => OpenAiAgentsTool["invoke"],
  ) => tools.map((tool) => ({ ...tool, invoke: invoke(tool) }));
  const script = () => new ScriptedModel([[callOf("c1", "write_b", '{"text":"as written"}')], done]);

  test("arguments that a wrapper changes come too late: what the model wrote has run, and its result is told", async () => {
    const { world, host } = await hostOf();
    const model = script();
    const tools = wrapped(
      host.tools,
      (tool) => async (context, _, details) => tool.invoke(context, '{"text":"changed"}', details),
    );
    await new Runner().run(new Agent({ name: "Agent", model, tools }), "Do it.");
    expect(world.log.map(({ args }) => args)).toEqual([{ text: "as written" }]);
    expect(resultsOf(model)["c1"]).toMatchObject({ status: "ok", result: { text: "as written" } });
  });

  test("a call that a wrapper answers itself has run all the same", async () => {
    const { world, host } = await hostOf();
    const model = script();
    const tools = wrapped(host.tools, () => async () => '"mine"');
    await new Runner().run(new Agent({ name: "Agent", model, tools }), "Do it.");
    expect(resultsOf(model)["c1"]).toBe("mine");
    expect(world.wrote).toEqual(["write_b"]);
  });

  test("P2.2: a wrapper that tries a call once more gets what is recorded of it", async () => {
    const { world, host } = await hostOf();
    const model = script();
    const tools = wrapped(host.tools, (tool) => async (...given) => {
      await tool.invoke(...given);
      return tool.invoke(...given);
    });
    await new Runner().run(new Agent({ name: "Agent", model, tools }), "Do it.");
    expect(world.wrote).toEqual(["write_b"]);
    expect(resultsOf(model)["c1"]).toMatchObject({ status: "ok" });
  });
});

test("a paused run whose journal went away is an error where decisions are carried, not an endless pause", async () => {
  const { runner, host } = await hostOf(["write_b"]);
  const model = new ScriptedModel([[callOf("c1", "write_b", '{"text":"x"}')], done]);
  const paused = await new Runner().run(new Agent({ name: "Agent", model, tools: host.tools }), "Do it.");
  expect(paused.interruptions).toHaveLength(1);
  await runner.close();
  await expect(host.carryDecisions(paused.state)).rejects.toMatchObject({ code: "closed" });
});

test("P2.2: a state that is continued twice from one text writes once", async () => {
  const { world, runner, host } = await hostOf(["write_b"]);
  const model = new ScriptedModel([[callOf("c1", "write_b", '{"text":"x"}')], done, done]);
  const agent = new Agent({ name: "Agent", model, tools: host.tools });
  const text = (await new Runner().run(agent, "Do it.")).state.toString();
  await decide(runner, "approve");
  for (let count = 0; count < 2; count += 1) {
    const state = await RunState.fromString(agent, text);
    expect(await host.carryDecisions(state)).toEqual({ isWaiting: false });
    await new Runner().run(agent, state);
    expect(resultsOf(model)["c1"]).toMatchObject({ status: "ok" });
  }
  expect(world.wrote).toEqual(["write_b"]);
});
