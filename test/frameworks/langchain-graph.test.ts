/** What a graph does around the tools: middleware that answers, changes or delays calls, checkpoints that are gone back to. */
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import type { StateSnapshot } from "@langchain/langgraph";
import { Command, MemorySaver } from "@langchain/langgraph";
import type { AgentMiddleware } from "langchain";
import { createAgent, createMiddleware, toolCallLimitMiddleware } from "langchain";
import { describe, expect, onTestFinished, test } from "vitest";
import { createToolRunner } from "../../src/index.ts";
import type { LangChainPause } from "../../src/langchain.ts";
import { createLangChainTools } from "../../src/langchain.ts";
import { notTaken } from "../suites/adapter-host.ts";
import { place } from "../suites/adapter-setting.ts";
import { AdapterWorld } from "../suites/adapter-world.ts";

const thread = { configurable: { thread_id: "thread-1" } };

/** A message of the model: id, name and text of each call. */
function made(...calls: readonly (readonly [string, string, unknown])[]): AIMessage {
  return new AIMessage({ content: "", tool_calls: calls.map(([id, name, text]) => ({ id, name, args: { text } })) });
}

const two = () => made(["c1", "write_b", "one"], ["c2", "write_c", "two"]);

interface Setting {
  readonly middleware?: readonly AgentMiddleware[];
  readonly asks?: readonly string[];
}

async function agentOf(script: readonly AIMessage[], { middleware = [], asks = [] }: Setting = {}) {
  const world = new AdapterWorld({ asks });
  const runner = createToolRunner({ toolSources: [world] });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  const model = fakeModel();
  for (const message of script) model.respond(message);
  const tools = await createLangChainTools(runner, { ...place, whenApprovalNeeded: "return" });
  const agent = createAgent({ model, tools, checkpointer: new MemorySaver(), middleware: [...middleware] });
  return { world, runner, agent };
}

interface State {
  readonly messages: readonly { readonly content: unknown }[];
}

/** What the model reads of each call, by its id. */
function resultsOf({ messages }: State): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    messages
      .filter((message) => ToolMessage.isInstance(message))
      .map((message) => {
        const text = String(message.content);
        return [message.tool_call_id, text.startsWith("{") ? (JSON.parse(text) as unknown) : text];
      }),
  );
}

const go = { messages: [new HumanMessage("Do it.")] };

type Around = NonNullable<Parameters<typeof createMiddleware>[0]["wrapToolCall"]>;

function around(wrapToolCall: Around): Setting {
  return { middleware: [createMiddleware({ name: "around", wrapToolCall })] };
}

describe("LangChain middleware", () => {
  test("a call that a middleware answers itself does not run behind its back, and neither does what stands beside it", async () => {
    const guard = around((request, next) =>
      request.toolCall.name === "write_b"
        ? new ToolMessage({ content: "blocked", tool_call_id: request.toolCall.id ?? "" })
        : next(request),
    );
    const { world, agent } = await agentOf([two(), new AIMessage("done")], guard);
    const results = resultsOf(await agent.invoke(go, thread));
    expect(world.ran).toEqual([]);
    expect(results["c1"]).toBe("blocked");
    expect(results["c2"]).toMatchObject({ code: "tool_unavailable", didNotRun: true });
    expect(JSON.stringify(results["c2"])).toContain("a middleware answered one");
  });

  test("a call that was answered before the tools began (a limit of calls) does not run; the others do", async () => {
    const limit = toolCallLimitMiddleware({ runLimit: 1, exitBehavior: "continue" } as never);
    const { world, agent } = await agentOf([two(), new AIMessage("done")], { middleware: [limit] });
    const results = resultsOf(await agent.invoke(go, thread));
    expect(world.ran).toEqual(["write_b"]);
    expect(results["c1"]).toMatchObject({ status: "ok" });
    expect(results["c2"]).toContain("limit");
  });

  test("arguments that a middleware changes are refused, and nothing of the response runs", async () => {
    const edit = around((request, next) => {
      const { toolCall } = request;
      return next(
        toolCall.name === "write_b" ? { ...request, toolCall: { ...toolCall, args: { text: "new" } } } : request,
      );
    });
    const { world, agent } = await agentOf([two(), new AIMessage("done")], edit);
    const results = resultsOf(await agent.invoke(go, thread));
    expect(world.ran).toEqual([]);
    for (const id of ["c1", "c2"]) expect(results[id]).toMatchObject({ code: "tool_unavailable", didNotRun: true });
    expect(JSON.stringify(results["c1"])).toContain("leave the arguments of a call as the model wrote them");
  });

  test("maxConcurrency is refused where it holds calls back: nothing runs", async () => {
    const { world, agent } = await agentOf([two(), new AIMessage("done")]);
    await agent.invoke(go, { ...thread, maxConcurrency: 1 });
    expect(world.ran).toEqual([]);
  });

  test("P6.1: a middleware that takes its time keeps the order", async () => {
    const slow = around(async (request, next) => {
      if (request.toolCall.name === "write_b") await new Promise((resolve) => setTimeout(resolve, 100));
      return next(request);
    });
    const { world, agent } = await agentOf([two(), new AIMessage("done")], slow);
    await agent.invoke(go, thread);
    expect(world.ran).toEqual(["write_b", "write_c"]);
  });

  test("P2.2: a middleware that tries a call once more gets what is recorded of it", async () => {
    const again = around(async (request, next) => {
      const first = await next(request);
      expect(await next(request)).toEqual(first);
      return first;
    });
    const { world, agent } = await agentOf([two(), new AIMessage("done")], again);
    await agent.invoke(go, thread);
    expect(world.ran).toEqual(["write_b", "write_c"]);
  });
});

describe("LangGraph checkpoints", () => {
  /** The checkpoint before the first node of that name. */
  async function before(
    node: string,
    agent: Awaited<ReturnType<typeof agentOf>>["agent"],
  ): Promise<StateSnapshot["config"]> {
    let found: StateSnapshot["config"] | undefined;
    for await (const { next, config } of agent.graph.getStateHistory(thread)) if (next.includes(node)) found = config;
    if (found === undefined) throw new Error(`there is no checkpoint before ${node}`);
    return found;
  }

  test("P2.2: going back to before the tools writes nothing twice, and a fork with other arguments is another call", async () => {
    const script = [
      made(["c1", "write_b", "one"], ["c2", "read_a", "two"]),
      ...["done", "done", "done"].map((text) => new AIMessage(text)),
    ];
    const { world, agent } = await agentOf(script);
    await agent.invoke(go, thread);
    const config = await before("tools", agent);
    const again = resultsOf(await agent.graph.invoke(null, config));
    expect(again).toMatchObject({ c1: { status: "ok" }, c2: { status: "ok" } });
    expect(world.ran.toSorted()).toEqual(["read_a", "write_b"]);
    const { values } = await agent.graph.getState(config);
    const { id } = (values as { messages: AIMessage[] }).messages.at(-1) ?? {};
    const changed = new AIMessage({
      ...(id === undefined ? {} : { id }),
      content: "",
      tool_calls: [{ id: "c1", name: "write_b", args: { text: "forked" } }],
    });
    const fork = await agent.graph.updateState(config, { messages: [changed] }, "model_request");
    await agent.graph.invoke(null, fork);
    expect(world.log.filter(({ tool }) => tool === "write_b").map(({ args }) => args["text"])).toEqual([
      "one",
      "forked",
    ]);
  });

  test("P10.2: going back to before the model, an equal write with another call id is not done again", async () => {
    const script = [
      made(["c1", "write_b", "one"]),
      new AIMessage("done"),
      made(["c9", "write_b", "one"]),
      new AIMessage("done"),
    ];
    const { world, agent } = await agentOf(script);
    await agent.invoke(go, thread);
    const results = resultsOf(await agent.graph.invoke(null, await before("model_request", agent)));
    expect(results["c9"]).toMatchObject({ status: "ok", note: expect.stringContaining("nothing was done again") });
    expect(world.wrote).toEqual(["write_b"]);
  });

  test("a runner that was closed while the graph paused ends the calls with results; LangGraph is thrown nothing", async () => {
    const { runner, world, agent } = await agentOf([two(), new AIMessage("done")], { asks: ["write_b"] });
    const paused = (await agent.invoke(go, thread)) as {
      readonly __interrupt__?: readonly { readonly id?: string; readonly value?: unknown }[];
    };
    const interrupts = paused.__interrupt__ ?? [];
    const resume = Object.fromEntries(
      interrupts.map(({ id = "", value }) => {
        const pause = value as LangChainPause;
        const decision = { decision: "approve", decidedBy: "ada" };
        return [id, pause.kind === "approval" ? { questionId: pause.question.questionId, ...decision } : "look again"];
      }),
    );
    await runner.close();
    const results = resultsOf(await agent.invoke(new Command({ resume }), thread));
    expect(results).toMatchObject({ c1: notTaken, c2: notTaken });
    expect(world.ran).toEqual([]);
  });
});

test("P3.2: a number that JSON cannot hold is a fault of its call, and the calls beside it are told apart from it", async () => {
  const message = made(["c1", "write_b", Number.POSITIVE_INFINITY], ["c2", "read_a", "two"]);
  const { world, agent } = await agentOf([message, new AIMessage("done")]);
  const results = resultsOf(await agent.invoke(go, thread));
  expect(results).toMatchObject({ c1: { code: "invalid_arguments", didNotRun: true }, c2: { status: "ok" } });
  expect(world.ran).toEqual(["read_a"]);
});
