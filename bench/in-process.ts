/**
 * One call through the runner with the memory engine, JSON in and model result out, beside the tool calls of two frameworks:
 * what a framework does to run one tool of its own. OpenAI Agents records a call in a span with its input and its output,
 * inside which its runner invokes the tool; the bare invoke, which keeps nothing, is measured too.
 */

import { createToolRunner, functionTools, toModelResult } from "../src/index.ts";
import { measure, print, type Subject } from "./measure.ts";
import { peer } from "./peer.ts";

const parameters = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
  additionalProperties: false,
};
const json = '{"text":"hello"}';
const args = { text: "hello" };

/** What it records is more than a bare call does: arguments, order, claim, result. */
function ours(): Subject {
  const tool = {
    name: "echo",
    description: "Echoes.",
    inputSchema: parameters,
    policy: { effect: "read" as const, requiresApproval: false },
    execute: (given: { text: string }) => given.text,
  };
  const runner = createToolRunner({ toolSources: [functionTools([tool])] });
  let number = 0;
  return {
    name: "runner, memory engine",
    async run(count) {
      for (let index = 0; index < count; index += 1) {
        number += 1;
        // A session for each 50 calls, as conversations are.
        const place = {
          sessionId: `s${String(Math.floor(number / 50))}`,
          turnId: "t",
          responseId: `r${String(number)}`,
        };
        const [record] = await runner.runResponse({ ...place, calls: [{ id: "c", name: "echo", arguments: json }] });
        if (record === undefined || toModelResult(record).status !== "ok") throw new Error("the call did not succeed");
      }
    },
  };
}

interface AgentsTool {
  invoke(context: object, input: string): Promise<unknown>;
}

interface Span {
  readonly spanData: { input?: string; output?: string };
}

interface Agents {
  readonly RunContext: new () => object;
  readonly tool: (options: object) => AgentsTool;
  readonly invokeFunctionTool: (call: object) => Promise<unknown>;
  readonly withTrace: <T>(name: string, run: () => Promise<T>) => Promise<T>;
  readonly withFunctionSpan: (run: (span: Span) => Promise<unknown>, options: object) => Promise<unknown>;
  readonly setTraceProcessors: (processors: readonly object[]) => void;
}

interface Zod {
  readonly z: { object(shape: object): object; string(): object };
}

async function openAiAgents(): Promise<readonly Subject[]> {
  const agents = await peer<Agents>("@openai/agents");
  const { z } = await peer<Zod>("zod");
  // The spans are made and given to nobody.
  agents.setTraceProcessors([]);
  const execute = async ({ text }: { text: string }): Promise<string> => text;
  const echo = agents.tool({
    name: "echo",
    description: "Echoes.",
    parameters: z.object({ text: z.string() }),
    execute,
  });
  const context = new agents.RunContext();
  const inSpan = (): Promise<unknown> =>
    agents.withFunctionSpan(
      async (span) => {
        span.spanData.input = json;
        const output = await agents.invokeFunctionTool({ tool: echo, runContext: context, input: json, details: {} });
        span.spanData.output = String(output);
        return output;
      },
      { data: { name: "echo" } },
    );
  return [
    {
      name: "OpenAI Agents, as its runner invokes a tool",
      run: (count) =>
        agents.withTrace("bench", async () => {
          for (let index = 0; index < count; index += 1) await inSpan();
        }),
    },
    {
      name: "OpenAI Agents, tool.invoke alone",
      async run(count) {
        for (let index = 0; index < count; index += 1) await echo.invoke(context, json);
      },
    },
  ];
}

interface LangChain {
  readonly tool: (
    execute: (given: typeof args) => string,
    options: object,
  ) => { invoke(given: object): Promise<unknown> };
}

async function langChain(): Promise<Subject> {
  const { tool } = await peer<LangChain>("@langchain/core/tools");
  const echo = tool(({ text }) => text, { name: "echo", description: "Echoes.", schema: parameters });
  return {
    name: "LangChain, tool.invoke",
    async run(count) {
      for (let index = 0; index < count; index += 1)
        await echo.invoke({ id: "c", name: "echo", args, type: "tool_call" });
    },
  };
}

for (const other of [...(await openAiAgents()), await langChain()]) {
  print("one call in process", await measure([other, ours()], 15, 2_000));
}
