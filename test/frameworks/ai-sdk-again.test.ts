/** What comes again in the AI SDK: calls that a wrapper runs twice, stored messages, and responses that look alike. */
import type { ModelMessage } from "ai";
import { generateText, isStepCount } from "ai";
import { describe, expect, onTestFinished, test } from "vitest";
import type { AiSdkTool, AiSdkTools } from "../../src/ai-sdk.ts";
import { createAiSdkTools } from "../../src/ai-sdk.ts";
import { createToolRunner } from "../../src/index.ts";
import type { ScriptedResponse } from "../suites/adapter-host.ts";
import { call, notTaken } from "../suites/adapter-host.ts";
import { decide, place } from "../suites/adapter-setting.ts";
import { AdapterWorld } from "../suites/adapter-world.ts";
import { scriptedModel } from "./hosts/ai-sdk.ts";

async function hostOf(world: AdapterWorld, whenApprovalNeeded: "wait" | "return" = "wait") {
  const runner = createToolRunner({ toolSources: [world] });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  return { runner, host: await createAiSdkTools(runner, { ...place, whenApprovalNeeded }) };
}

type Execute = AiSdkTool["execute"];

/** The tools with something around each `execute`. */
function wrapped(tools: AiSdkTools["tools"], around: (execute: Execute) => Execute): AiSdkTools["tools"] {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, { ...tool, execute: around(tool.execute) }]),
  );
}

async function outputsOf(tools: AiSdkTools["tools"], script: ScriptedResponse[], kept?: number): Promise<unknown[]> {
  const { steps } = await generateText({
    model: scriptedModel(script),
    tools,
    prompt: "Do it.",
    stopWhen: isStepCount(9),
    ...(kept === undefined ? {} : { prepareStep: ({ messages }) => ({ messages: messages.slice(-kept) }) }),
  });
  return steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output));
}

describe("AI SDK: a call that the host runs again", () => {
  const twoWrites: ScriptedResponse[] = [[call("c1", "write_b"), call("c2", "write_c")], "done"];

  test("P2.2: a wrapper that tries a call once more gets what is recorded of it, and nothing is done again", async () => {
    const world = new AdapterWorld();
    const { host } = await hostOf(world);
    const tools = wrapped(host.tools, (execute) => async (input, given) => {
      const first = await execute(input, given);
      const second = await execute(input, given);
      expect(second).toEqual(first);
      return second;
    });
    expect(await outputsOf(tools, [...twoWrites])).toMatchObject([{ status: "ok" }, { status: "ok" }]);
    expect(world.wrote).toEqual(["write_b", "write_c"]);
  });

  test("P2.2: two tries at once are one call", async () => {
    const world = new AdapterWorld();
    const { host } = await hostOf(world);
    const tools = wrapped(host.tools, (execute) => async (input, given) => {
      const [first, second] = await Promise.all([execute(input, given), execute(input, given)]);
      expect(second).toEqual(first);
      return first;
    });
    expect(await outputsOf(tools, [...twoWrites])).toMatchObject([{ status: "ok" }, { status: "ok" }]);
    expect(world.wrote).toEqual(["write_b", "write_c"]);
  });

  const copies: readonly [string, (messages: never) => never][] = [
    ["shallow", (messages) => [...(messages as unknown[])] as never],
    ["deep", (messages) => structuredClone(messages)],
    ["stored and read", (messages) => JSON.parse(JSON.stringify(messages)) as never],
  ];

  test.each(copies)("P2.2: a %s copy of `messages` is the same response, at a second try too", async (_, copyOf) => {
    const world = new AdapterWorld();
    const { host } = await hostOf(world);
    const tools = wrapped(host.tools, (execute) => async (input, given) => {
      const first = await execute(input, { ...given, messages: copyOf(given.messages as never) });
      expect(await execute(input, { ...given, messages: copyOf(given.messages as never) })).toEqual(first);
      return first;
    });
    const script: ScriptedResponse[] = [
      [call("c1", "write_b"), call("c2", "write_c")],
      [call("c1", "write_d")],
      "done",
    ];
    expect(await outputsOf(tools, script)).toMatchObject([{ status: "ok" }, { status: "ok" }, { status: "ok" }]);
    expect(world.wrote).toEqual(["write_b", "write_c", "write_d"]);
  });

  test("P2.2: a call that was never announced here is told as it is recorded: done, waiting, or did not run", async () => {
    const world = new AdapterWorld({ asks: ["write_c"] });
    const { runner, host } = await hostOf(world, "return");
    const calls = [call("c1", "write_b"), call("c2", "write_c")];
    await outputsOf(host.tools, [calls, "done"]);
    // Another process: its tools were made anew, and the host has only what it stored.
    const later = await createAiSdkTools(runner, { ...place, whenApprovalNeeded: "return" });
    const again = async (id: string, name: string, text = `${name} of ${id}`): Promise<unknown> =>
      later.tools[name]?.execute({ text }, { toolCallId: id, messages: [{ role: "user", content: "Do it." }] });
    expect(await again("c1", "write_b")).toMatchObject({
      status: "ok",
      note: expect.stringContaining("recorded result"),
    });
    expect(await again("c2", "write_c")).toMatchObject({ record: "awaiting_approval", key: expect.any(String) });
    expect(await again("c1", "write_b", "another")).toMatchObject({ code: "tool_unavailable", didNotRun: true });
    expect(await again("c3", "write_d")).toMatchObject({ code: "tool_unavailable", didNotRun: true });
    expect(world.wrote).toEqual(["write_b"]);
    await runner.close();
    expect(await again("c3", "write_d")).toMatchObject(notTaken);
  });

  test("arguments that a wrapper changes are those that run", async () => {
    const world = new AdapterWorld();
    const { host } = await hostOf(world);
    const tools = wrapped(
      host.tools,
      (execute) => async (input, given) => execute({ ...(input as object), note: "added" }, given),
    );
    expect(await outputsOf(tools, [...twoWrites])).toMatchObject([{ status: "ok" }, { status: "ok" }]);
    expect(world.log.map(({ args }) => args)).toEqual([
      { text: "write_b of c1", note: "added" },
      { text: "write_c of c2", note: "added" },
    ]);
  });
});

test("a call that a wrapper answers itself does not run behind its back, and neither does what stands beside it", async () => {
  const world = new AdapterWorld();
  const { host } = await hostOf(world);
  const write = host.tools["write_b"];
  if (write === undefined) throw new Error("there is no write_b");
  const tools = {
    ...host.tools,
    write_b: { ...write, execute: async () => ({ status: "ok" as const, result: "mine" }) },
  };
  const outputs = await outputsOf(tools, [[call("c1", "write_b"), call("c2", "write_c")], "done"]);
  expect(outputs).toMatchObject([{ result: "mine" }, { code: "tool_unavailable", didNotRun: true }]);
  expect(world.ran).toEqual([]);
});

describe("AI SDK: stored messages", () => {
  const early: ModelMessage[] = [
    { role: "user", content: "Hello." },
    { role: "assistant", content: "Hello!" },
  ];

  /** Stops at the first question, stores the messages as `change` leaves them, and approves until nothing waits. */
  async function resumed(
    calls: readonly ReturnType<typeof call>[],
    change: (stored: ModelMessage[]) => ModelMessage[],
  ) {
    const world = new AdapterWorld({ asks: ["write_b", "write_c"] });
    const { runner, host } = await hostOf(world, "return");
    const messages: ModelMessage[] = [...early, { role: "user", content: "Do it." }];
    const { responseMessages } = await generateText({
      model: scriptedModel([calls, "done"]),
      messages,
      tools: host.tools,
      repairToolCall: host.repairToolCall,
      stopWhen: [host.isWaiting, isStepCount(5)],
    });
    let stored = change(structuredClone([...messages, ...responseMessages]));
    for (let left = calls.length; left > 0; left -= 1) {
      await decide(runner, "approve");
      const settled = await host.withRecordedResults(stored);
      stored = settled.messages;
      expect(settled.isWaiting).toBe(left > 1);
    }
    const results = stored.flatMap(({ role, content }) => (role === "tool" ? content : []));
    return { world, results };
  }

  test("P2.2 P5.5: two calls of one id and other arguments both get their results", async () => {
    const calls = ["one", "two"].map((text) => call("c1", "write_b", { text }));
    const { world, results } = await resumed(calls, (stored) => stored);
    expect(world.log.map(({ args }) => args["text"])).toEqual(["one", "two"]);
    expect(results).toMatchObject(
      ["one", "two"].map((text) => ({ output: { value: { status: "ok", result: { text } } } })),
    );
  });

  test("P5.5: results are found when earlier messages were left out", async () => {
    const calls = [call("c1", "write_b"), call("c2", "write_c")];
    const { world, results } = await resumed(calls, (stored) => stored.slice(early.length));
    expect(world.wrote).toEqual(["write_b", "write_c"]);
    expect(results).toMatchObject([{ output: { value: { status: "ok" } } }, { output: { value: { status: "ok" } } }]);
  });

  test("a call that waits in the messages and is in no journal is an error, not an endless wait", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const { host } = await hostOf(world, "return");
    const { responseMessages } = await generateText({
      model: scriptedModel([[call("c1", "write_b")], "done"]),
      prompt: "Do it.",
      tools: host.tools,
      stopWhen: [host.isWaiting, isStepCount(5)],
    });
    const { host: elsewhere } = await hostOf(world, "return");
    await expect(elsewhere.withRecordedResults(responseMessages)).rejects.toMatchObject({ code: "not_found" });
    const withoutKeys = JSON.parse(
      JSON.stringify(responseMessages, (name, value: unknown) => (name === "key" ? undefined : value)),
    );
    await expect(elsewhere.withRecordedResults(withoutKeys as ModelMessage[])).rejects.toThrow(/c1 of write_b/);
    expect((await host.withRecordedResults(withoutKeys as ModelMessage[])).isWaiting).toBe(true);
  });
});

describe("AI SDK: responses that look alike where old messages are left out", () => {
  const read = call("c1", "read_a");

  test("P2.2: a later read is read again, and a later write that is equal says that nothing was done", async () => {
    const world = new AdapterWorld();
    const { host } = await hostOf(world);
    const script = [[read], [call("c1", "write_b")], [read], [call("c1", "write_b")], [read], "done"];
    const outputs = await outputsOf(host.tools, script, 2);
    expect(world.ran).toEqual(["read_a", "write_b", "read_a", "read_a"]);
    expect(outputs[2]).not.toHaveProperty("note");
    expect(outputs[3]).toMatchObject({ status: "ok", note: expect.stringContaining("nothing was done again") });
  });

  test("P2.2: a read beside a write is not read again, and says that it is an earlier result", async () => {
    const world = new AdapterWorld();
    const { host } = await hostOf(world);
    const both = [read, call("c2", "write_b")];
    const outputs = await outputsOf(host.tools, [[call("c3", "read_e")], both, both, "done"], 2);
    expect(world.ran.filter((tool) => tool !== "read_e")).toEqual(["read_a", "write_b"]);
    expect(outputs[1]).not.toHaveProperty("note");
    expect(outputs[3]).toMatchObject({ status: "ok", note: expect.stringContaining("earlier response") });
  });
});
