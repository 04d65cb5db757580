import { Agent, Runner, RunState } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Approver } from "../../src/index.ts";
import { createToolRunner } from "../../src/index.ts";
import { createOpenAiAgentsTools } from "../../src/openai-agents.ts";
import { decide } from "../suites/adapter-setting.ts";
import { AdapterWorld } from "../suites/adapter-world.ts";
import { adapterSuite } from "../suites/adapter.suite.ts";
import { openAiAgentsHost } from "./hosts/openai-agents.ts";

adapterSuite(openAiAgentsHost);

const place = { sessionId: "session-1", turnId: "turn-1" };

function modelOf(...names: readonly string[]): ScriptedModel {
  const calls = names.map((name, index) => functionCall(name, { text: name }, { callId: `c${String(index)}` }));
  return new ScriptedModel([calls, [assistantMessage("done")]]);
}

async function agentOf(
  world: AdapterWorld,
  model: ScriptedModel,
  options: { approver?: Approver; mode?: "wait" | "return"; signal?: AbortSignal } = {},
) {
  const { approver, mode = "wait", signal } = options;
  const runner = createToolRunner({ toolSources: [world], ...(approver === undefined ? {} : { approver }) });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  const stopped = signal === undefined ? {} : { signal };
  const host = await createOpenAiAgentsTools(runner, { ...place, whenApprovalNeeded: mode, ...stopped });
  return { runner, host, agent: new Agent({ name: "Agent", model, tools: host.tools }) };
}

describe("OpenAI Agents options that reach past the runner", () => {
  test("maxFunctionToolConcurrency is refused: later calls say that they did not run", async () => {
    const world = new AdapterWorld();
    const model = modelOf("read_a", "write_b", "write_c");
    const { agent } = await agentOf(world, model);
    await new Runner({ toolExecution: { maxFunctionToolConcurrency: 1 } }).run(agent, "Do it.");
    expect(world.ran).toEqual(["read_a"]);
    expect(JSON.stringify(model.calls.at(-1)?.request.input)).toContain("maxFunctionToolConcurrency");
  });

  test("a native approval does not stand in for a decision: the call says that a person is being asked", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const model = modelOf("write_b");
    const { agent, runner } = await agentOf(world, model, { mode: "return" });
    const first = await new Runner().run(agent, "Do it.");
    for (const interruption of first.interruptions) first.state.approve(interruption);
    await new Runner().run(agent, first.state);
    expect(world.ran).toEqual([]);
    expect(await runner.approvals.list()).toHaveLength(1);
    expect(JSON.stringify(model.calls.at(-1)?.request.input)).toContain("awaiting_approval");
  });
});

describe("OpenAI Agents tools", () => {
  test("calls wait inside the run for an approver when nothing else is asked for", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const approver: Approver = { ask: async () => ({ decision: "approve", decidedBy: "ada" }) };
    const { agent } = await agentOf(world, modelOf("write_b", "write_c"), { approver });
    const result = await new Runner().run(agent, "Do it.");
    expect(result.interruptions).toEqual([]);
    expect(result.finalOutput).toBe("done");
    expect(world.wrote).toEqual(["write_b", "write_c"]);
  });

  test("P2.2: a run that is continued in another process with a question still open meets the same response", async () => {
    const world = new AdapterWorld({ asks: ["write_b", "write_d"] });
    const model = modelOf("write_b", "write_d", "read_e");
    const { agent, runner } = await agentOf(world, model, { mode: "return" });
    const stopped = await new Runner().run(agent, "Do it.");
    const [question] = await runner.approvals.list();
    await runner.approvals.decide({ questionId: question?.questionId ?? "", decision: "approve", decidedBy: "ada" });
    // Another process: tools made anew, and the state from text.
    const host = await createOpenAiAgentsTools(runner, { ...place, whenApprovalNeeded: "return" });
    const other = new Agent({ name: "Agent", model, tools: host.tools });
    const state = await RunState.fromString(other, stopped.state.toString());
    expect(await host.carryDecisions(state)).toEqual({ isWaiting: true });
    const continued = await new Runner().run(other, state);
    expect(continued.interruptions.map(({ name }) => name)).toEqual(["write_d"]);
    expect(await runner.calls.list()).toHaveLength(3);
    expect(world.wrote).toEqual(["write_b"]);
  });

  test("a streamed run keeps the order too", async () => {
    const world = new AdapterWorld();
    world.fail("write_b");
    const { agent } = await agentOf(world, modelOf("write_b", "write_c", "read_e"));
    const result = await new Runner().run(agent, "Do it.", { stream: true });
    await result.completed;
    expect(world.ran.toSorted()).toEqual(["read_e", "write_b"]);
  });
});

describe("P4.5: OpenAI Agents runs that stopped at a question and are aborted", () => {
  test("a write that was let go ends and is recorded; the later one does not start, and its tool says so", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const gate = world.gate("write_b");
    const controller = new AbortController();
    const model = modelOf("write_b", "write_c");
    const { agent, host, runner } = await agentOf(world, model, { mode: "return", signal: controller.signal });
    const first = await new Runner().run(agent, "Do it.");
    await decide(runner, "approve");
    await gate.entered;
    controller.abort();
    gate.open();
    expect(await host.carryDecisions(first.state)).toEqual({ isWaiting: false });
    await new Runner().run(agent, first.state);
    expect(world.wrote).toEqual(["write_b"]);
    const read = JSON.stringify(model.calls.at(-1)?.request.input);
    expect(read).toContain("cancelled");
    expect(await runner.calls.list()).toMatchObject([
      { tool: "write_b", status: "succeeded" },
      { tool: "write_c", status: "failed", error: { code: "cancelled", didNotRun: true } },
    ]);
  });

  test("an open question is withdrawn without anybody asking, so that a late decision starts nothing", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const controller = new AbortController();
    const options = { mode: "return", signal: controller.signal } as const;
    const { agent, runner } = await agentOf(world, modelOf("write_b", "write_c"), options);
    await new Runner().run(agent, "Do it.");
    const [question] = await runner.approvals.list();
    controller.abort();
    await expect.poll(async () => runner.approvals.list()).toEqual([]);
    const questionId = question?.questionId ?? "";
    const verdict = await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ada" });
    expect(verdict).toMatchObject({ accepted: false });
    expect(world.ran).toEqual([]);
  });

  test("a run that comes back from its stored state with a signal that has aborted starts nothing", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const { agent, runner } = await agentOf(world, modelOf("write_b", "write_c"), { mode: "return" });
    const first = await new Runner().run(agent, "Do it.");
    const signal = AbortSignal.abort();
    const host = await createOpenAiAgentsTools(runner, { ...place, whenApprovalNeeded: "return", signal });
    const other = new Agent({ name: "Agent", model: modelOf("write_b"), tools: host.tools });
    const state = await RunState.fromString(other, first.state.toString());
    expect(await host.carryDecisions(state)).toEqual({ isWaiting: false });
    expect(await runner.approvals.list()).toEqual([]);
    expect((await runner.calls.list()).map(({ error }) => error?.code)).toEqual(["cancelled", "cancelled"]);
    expect(world.ran).toEqual([]);
  });
});
