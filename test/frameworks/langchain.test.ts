import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, onTestFinished, test } from "vitest";
import { createToolRunner } from "../../src/index.ts";
import type { LangChainPause } from "../../src/langchain.ts";
import { createLangChainTools } from "../../src/langchain.ts";
import { call, finalResults } from "../suites/adapter-host.ts";
import { AdapterWorld } from "../suites/adapter-world.ts";
import { adapterSuite } from "../suites/adapter.suite.ts";
import { LangChainConversation, langChainHost } from "./hosts/langchain.ts";

adapterSuite(langChainHost);

const place = { sessionId: "session-1", turnId: "turn-1" };
const writes = [call("c1", "write_b"), call("c2", "write_c"), call("c3", "write_d")];

function start(world: AdapterWorld, version: "v1" | "v2") {
  const runner = createToolRunner({ toolSources: [world] });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  return { runner, conversation: LangChainConversation.start({ runner, ...place, script: [writes, "done"] }, version) };
}

/** The pauses by tool, each with the id that resumes it. */
function pausesOf(
  conversation: LangChainConversation,
): Readonly<Record<string, { id: string; pause: LangChainPause }>> {
  return Object.fromEntries(
    conversation.interrupts.map(({ id, value }) => {
      const pause = value as LangChainPause;
      return [pause.kind === "approval" ? pause.question.tool : pause.tool, { id: id ?? "", pause }];
    }),
  );
}

describe("LangGraph interrupts", () => {
  test("P5.4: a decision in the resume value is taken, and the write behind it goes on in the same resume", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const { conversation } = start(world, "v2");
    expect(await conversation.run()).toBe(true);
    const pauses = pausesOf(conversation);
    expect(pauses["write_c"]?.pause).toMatchObject({ kind: "waiting" });
    const asked = pauses["write_b"];
    if (asked?.pause.kind !== "approval") throw new Error("write_b is not asked about");
    const { questionId } = asked.pause.question;
    const answer = { questionId, decision: "approve", arguments: { text: "edited" }, decidedBy: "ada" };
    expect(await conversation.resume({ [asked.id]: answer })).toBe(false);
    expect(world.log.map(({ tool, args }) => [tool, args["text"]])).toEqual([
      ["write_b", "edited"],
      ["write_c", "write_c of c2"],
      ["write_d", "write_d of c3"],
    ]);
  });

  test("P5.5: an invalid edit in the resume value leaves the question open and says why", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const { conversation } = start(world, "v2");
    await conversation.run();
    const asked = pausesOf(conversation)["write_b"];
    if (asked?.pause.kind !== "approval") throw new Error("write_b is not asked about");
    const { questionId } = asked.pause.question;
    const answer = { questionId, decision: "approve", arguments: { text: 5 }, decidedBy: "ada" };
    expect(await conversation.resume({ [asked.id]: answer })).toBe(true);
    expect(pausesOf(conversation)["write_b"]?.pause).toMatchObject({
      kind: "approval",
      refused: expect.stringContaining("/text"),
    });
    expect(world.ran).toEqual([]);
  });

  test("P5.4: a resume value for another question decides nothing", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const { runner, conversation } = start(world, "v2");
    await conversation.run();
    const { id } = pausesOf(conversation)["write_b"] ?? { id: "" };
    const forged = { questionId: "session-1/turn-1/other:q1", decision: "approve", decidedBy: "eve" };
    expect(await conversation.resume({ [id]: forged })).toBe(true);
    expect(await runner.approvals.list()).toHaveLength(1);
    expect(world.ran).toEqual([]);
  });

  test.each(["approve", true, { decisions: [{ type: "approve" }] }, { decision: "approve", decidedBy: "ada" }])(
    "a resume value that was meant to decide and names no question decides nothing, and the next pause says so: %j",
    async (answer) => {
      const world = new AdapterWorld({ asks: ["write_b"] });
      const { conversation } = start(world, "v2");
      await conversation.run();
      const { id } = pausesOf(conversation)["write_b"] ?? { id: "" };
      expect(await conversation.resume({ [id]: answer })).toBe(true);
      expect(pausesOf(conversation)["write_b"]?.pause).toMatchObject({
        kind: "approval",
        refused: expect.stringContaining("it has to be { questionId:"),
      });
      expect(world.ran).toEqual([]);
    },
  );

  test("a resume value that only lets the call look again is told nothing", async () => {
    const { conversation } = start(new AdapterWorld({ asks: ["write_b"] }), "v2");
    await conversation.run();
    expect(await conversation.run()).toBe(true);
    expect(pausesOf(conversation)["write_b"]?.pause).not.toHaveProperty("refused");
  });

  test("siblings that version 1 runs again at a resume are not run again here", async () => {
    const world = new AdapterWorld({ asks: ["write_c"] });
    const { runner, conversation } = start(world, "v1");
    expect(await conversation.run()).toBe(true);
    expect(world.ran).toEqual(["write_b"]);
    const [question] = await runner.approvals.list();
    await runner.approvals.decide({ questionId: question?.questionId ?? "", decision: "approve", decidedBy: "ada" });
    while (await conversation.run());
    expect(world.ran).toEqual(["write_b", "write_c", "write_d"]);
    expect(Object.values(finalResults(conversation)).map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
  });

  test("every call of a response with a reject is answered, so no call is left dangling", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const { runner, conversation } = start(world, "v2");
    await conversation.run();
    const [question] = await runner.approvals.list();
    await runner.approvals.decide({ questionId: question?.questionId ?? "", decision: "reject", decidedBy: "ada" });
    expect(await conversation.run()).toBe(false);
    expect(conversation.read().map(({ id }) => id)).toEqual(["c1", "c2", "c3"]);
  });
});

describe("LangChain tools", () => {
  test("P6.3: in a graph of one's own with LangGraph's tool node the order holds as well", async () => {
    const world = new AdapterWorld();
    world.fail("write_b");
    const runner = createToolRunner({ toolSources: [world] });
    onTestFinished(async () => runner.close());
    const tools = await createLangChainTools(runner, place);
    const tool_calls = writes.map(({ id, name, arguments: args }) => ({
      id,
      name,
      args: args as Record<string, unknown>,
    }));
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", () => ({ messages: [new AIMessage({ content: "", tool_calls })] }))
      .addNode("tools", new ToolNode(tools))
      .addEdge(START, "model")
      .addEdge("model", "tools")
      .compile();
    const { messages } = await graph.invoke({ messages: [new HumanMessage("Do it.")] });
    expect(world.ran).toEqual(["write_b"]);
    const results = messages.filter((message) => ToolMessage.isInstance(message));
    expect(results.map(({ content }) => (JSON.parse(String(content)) as { code: string }).code)).toEqual([
      "refused",
      "skipped",
      "skipped",
    ]);
  });

  test("P2.2: a read of a later message that looks like an earlier one, because old ones were removed, is read again", async () => {
    const world = new AdapterWorld();
    const runner = createToolRunner({ toolSources: [world] });
    onTestFinished(async () => runner.close());
    const tools = await createLangChainTools(runner, place);
    const made = (name: string) => [{ id: "c1", name, args: { text: "same" } }];
    const ask = async (id: string, name: string): Promise<string> => {
      const message = new AIMessage({ id, content: "", tool_calls: made(name) });
      const { messages } = (await new ToolNode(tools).invoke({ messages: [message] })) as { messages: ToolMessage[] };
      return String(messages.at(-1)?.content);
    };
    expect(await ask("m1", "read_a")).not.toContain("note");
    expect(await ask("m1", "read_a")).not.toContain("note");
    expect(world.ran).toEqual(["read_a"]);
    expect(await ask("m2", "read_a")).not.toContain("note");
    expect(world.ran).toEqual(["read_a", "read_a"]);
    await ask("m3", "write_b");
    expect(await ask("m4", "write_b")).toContain("nothing was done again");
    expect(world.wrote).toEqual(["write_b"]);
  });

  test("outside an agent a call is refused: nobody knows the response it belongs to", async () => {
    const world = new AdapterWorld();
    const runner = createToolRunner({ toolSources: [world] });
    onTestFinished(async () => runner.close());
    const [, write] = await createLangChainTools(runner, place);
    const message: { content: string } = await write!.invoke({
      id: "c1",
      name: "write_b",
      args: { text: "x" },
      type: "tool_call",
    } as never);
    expect(JSON.parse(message.content)).toMatchObject({ code: "tool_unavailable", didNotRun: true });
    expect(world.ran).toEqual([]);
  });

  test("a session and a turn are required", async () => {
    const runner = createToolRunner({ toolSources: [] });
    onTestFinished(async () => runner.close());
    await expect(createLangChainTools(runner, { sessionId: "", turnId: "t" })).rejects.toThrow(/sessionId/);
    await expect(createLangChainTools(runner, { sessionId: "s", turnId: undefined as never })).rejects.toThrow(
      /turnId/,
    );
  });
});
