/** Twenty calls of one response in an agent of each framework: its own tool beside ours, which also checks, orders and records. */

import { createAiSdkTools } from "../src/ai-sdk.ts";
import { createToolRunner, functionTools, type ToolRunner } from "../src/index.ts";
import { createLangChainTools } from "../src/langchain.ts";
import { createOpenAiAgentsTools } from "../src/openai-agents.ts";
import { measure, print, type Subject } from "./measure.ts";
import { peer } from "./peer.ts";

const CALLS = 20;
const parameters = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
  additionalProperties: false,
};
const echo = ({ text }: { text: string }): string => text;
let number = 0;

function runnerOf(): ToolRunner {
  const policy = { effect: "read" as const, requiresApproval: false };
  return createToolRunner({
    toolSources: [
      functionTools([{ name: "echo", description: "Echoes.", inputSchema: parameters, policy, execute: echo }]),
    ],
  });
}

/** Every run is a turn of its own, with call ids of its own, as in life. */
function nextPlace(): { readonly sessionId: string; readonly turnId: string } {
  number += 1;
  return { sessionId: `s${String(Math.floor(number / 5))}`, turnId: `t${String(number)}` };
}

const indexes = Array.from({ length: CALLS }, (_, index) => index);

/** The time of one call is a part of a whole run of the agent with a scripted model. */
function subject(name: string, run: () => Promise<void>): Subject {
  return {
    name,
    async run(count) {
      for (let done = 0; done < count; done += CALLS) await run();
    },
  };
}

async function aiSdk(): Promise<void> {
  interface Ai {
    readonly generateText: (options: object) => Promise<unknown>;
    readonly isStepCount: (count: number) => unknown;
    readonly tool: (options: object) => unknown;
    readonly jsonSchema: (schema: object) => unknown;
  }
  const { generateText, isStepCount, tool, jsonSchema } = await peer<Ai>("ai");
  const { MockLanguageModelV4 } = await peer<{ readonly MockLanguageModelV4: new (options: object) => object }>(
    "ai/test",
  );
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const content = indexes.map((index) => ({
    type: "tool-call",
    toolCallId: `c${String(index)}`,
    toolName: "echo",
    input: '{"text":"x"}',
  }));
  const answer = (isFirst: boolean) => ({
    content: isFirst ? content : [{ type: "text", text: "done" }],
    finishReason: { unified: isFirst ? "tool-calls" : "stop", raw: "" },
    usage,
    warnings: [],
  });
  const run = async (tools: object): Promise<void> => {
    let step = 0;
    const model = new MockLanguageModelV4({ doGenerate: async () => answer((step += 1) === 1) });
    await generateText({ model, tools, prompt: "x", stopWhen: isStepCount(3) });
  };
  const own = { echo: tool({ description: "Echoes.", inputSchema: jsonSchema(parameters), execute: echo }) };
  const runner = runnerOf();
  const subjects = [
    subject("AI SDK, its own tool", async () => run(own)),
    subject("AI SDK, ours", async () => run((await createAiSdkTools(runner, nextPlace())).tools)),
  ];
  print("twenty calls of a response, time of one", await measure(subjects, 15, CALLS * 20));
}

async function openAiAgents(): Promise<void> {
  interface Agents {
    readonly Agent: new (options: object) => object;
    readonly run: (agent: object, input: string) => Promise<unknown>;
    readonly tool: (options: object) => unknown;
    readonly setTracingDisabled: (isDisabled: boolean) => void;
  }
  interface Testing {
    readonly ScriptedModel: new (script: readonly unknown[]) => object;
    readonly functionCall: (name: string, args: object, options: { readonly callId: string }) => unknown;
    readonly assistantMessage: (text: string) => unknown;
  }
  const { Agent, run, tool, setTracingDisabled } = await peer<Agents>("@openai/agents");
  const { ScriptedModel, functionCall, assistantMessage } = await peer<Testing>("@openai/agents/testing");
  setTracingDisabled(true);
  const calls = indexes.map((index) => functionCall("echo", { text: "x" }, { callId: `c${String(index)}` }));
  const runWith = async (tools: readonly unknown[]): Promise<void> => {
    const model = new ScriptedModel([calls, [assistantMessage("done")]]);
    await run(new Agent({ name: "Agent", model, tools }), "x");
  };
  const own = [
    tool({
      name: "echo",
      description: "Echoes.",
      parameters,
      strict: false,
      execute: async (given: { text: string }) => echo(given),
    }),
  ];
  const runner = runnerOf();
  const subjects = [
    subject("OpenAI Agents, its own tool", async () => runWith(own)),
    subject("OpenAI Agents, ours", async () => runWith((await createOpenAiAgentsTools(runner, nextPlace())).tools)),
  ];
  print("twenty calls of a response, time of one", await measure(subjects, 15, CALLS * 20));
}

async function langChain(): Promise<void> {
  interface Fake {
    respond(message: object): Fake;
  }
  const { createAgent } = await peer<{
    readonly createAgent: (options: object) => { invoke(state: object): Promise<unknown> };
  }>("langchain");
  const { tool } = await peer<{ readonly tool: (execute: typeof echo, options: object) => unknown }>(
    "@langchain/core/tools",
  );
  const { AIMessage, HumanMessage } =
    await peer<Record<"AIMessage" | "HumanMessage", new (fields: unknown) => object>>("@langchain/core/messages");
  const { fakeModel } = await peer<{ readonly fakeModel: () => Fake }>("@langchain/core/testing");
  const tool_calls = indexes.map((index) => ({ id: `c${String(index)}`, name: "echo", args: { text: "x" } }));
  const runWith = async (tools: readonly unknown[]): Promise<void> => {
    const model = fakeModel()
      .respond(new AIMessage({ content: "", tool_calls }))
      .respond(new AIMessage("done"));
    await createAgent({ model, tools }).invoke({ messages: [new HumanMessage("x")] });
  };
  const own = [tool(echo, { name: "echo", description: "Echoes.", schema: parameters })];
  const runner = runnerOf();
  const subjects = [
    subject("LangChain, its own tool", async () => runWith(own)),
    subject("LangChain, ours", async () => runWith(await createLangChainTools(runner, nextPlace()))),
  ];
  print("twenty calls of a response, time of one", await measure(subjects, 15, CALLS * 5));
}

await aiSdk();
await openAiAgents();
await langChain();
