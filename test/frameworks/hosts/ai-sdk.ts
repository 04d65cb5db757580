/** The AI SDK as a host of the adapter suite: `generateText` or `streamText` with a scripted model. */
import type { ModelMessage } from "ai";
import { generateText, isStepCount, streamText } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import type { AiSdkTools } from "../../../src/ai-sdk.ts";
import { createAiSdkTools } from "../../../src/ai-sdk.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type {
  AdapterHost,
  HostConversation,
  HostOptions,
  ReadResult,
  ScriptedResponse,
} from "../../suites/adapter-host.ts";

type Result = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

const usage: Result["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

function contentOf(response: ScriptedResponse): Result["content"] {
  if (typeof response === "string") return [{ type: "text", text: response }];
  return response.map(({ id, name, arguments: args }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: name,
    input: typeof args === "string" ? args : JSON.stringify(args),
  }));
}

export function scriptedModel(script: ScriptedResponse[]): MockLanguageModelV4 {
  const next = (): Result => {
    const response = script.shift();
    if (response === undefined) throw new Error("the script is over");
    const unified = typeof response === "string" ? "stop" : "tool-calls";
    return { content: contentOf(response), finishReason: { unified, raw: unified }, usage, warnings: [] };
  };
  return new MockLanguageModelV4({
    doGenerate: async () => next(),
    doStream: async () => {
      const { content, finishReason } = next();
      const parts: StreamPart[] = [{ type: "stream-start", warnings: [] }];
      for (const part of content) {
        if (part.type === "tool-call") parts.push(part);
        else if (part.type === "text") {
          parts.push(
            { type: "text-start", id: "t" },
            { type: "text-delta", id: "t", delta: part.text },
            { type: "text-end", id: "t" },
          );
        }
      }
      parts.push({ type: "finish", finishReason, usage });
      return { stream: simulateReadableStream({ chunks: parts }) };
    },
  });
}

class AiSdkConversation implements HostConversation {
  readonly #options: HostOptions;
  readonly #isStreaming: boolean;
  readonly #script: ScriptedResponse[];
  readonly #model: MockLanguageModelV4;
  readonly #host: AiSdkTools;
  #messages: ModelMessage[];

  constructor(options: HostOptions, isStreaming: boolean, host: AiSdkTools, messages: ModelMessage[]) {
    this.#options = options;
    this.#isStreaming = isStreaming;
    this.#script = [...options.script];
    this.#model = scriptedModel(this.#script);
    this.#host = host;
    this.#messages = messages;
  }

  async run(signal?: AbortSignal): Promise<boolean> {
    const { tools, repairToolCall, isWaiting, withRecordedResults } = this.#host;
    const settled = await withRecordedResults(this.#messages);
    this.#messages = settled.messages;
    if (settled.isWaiting) return true;
    const request = {
      model: this.#model,
      tools,
      repairToolCall,
      messages: this.#messages,
      stopWhen: [isWaiting, isStepCount(20)],
      ...(signal === undefined ? {} : { abortSignal: signal }),
    };
    if (this.#isStreaming) {
      const result = streamText(request);
      await result.consumeStream();
      this.#messages = [...this.#messages, ...(await result.responseMessages)];
    } else {
      const result = await generateText(request);
      this.#messages = [...this.#messages, ...result.responseMessages];
    }
    return (await withRecordedResults(this.#messages)).isWaiting;
  }

  /** From the last prompt the model was given: that is what it reads. */
  read(): readonly ReadResult[] {
    const calls = this.#isStreaming ? this.#model.doStreamCalls : this.#model.doGenerateCalls;
    const results: ReadResult[] = [];
    for (const message of calls.at(-1)?.prompt ?? []) {
      if (message.role !== "tool") continue;
      for (const part of message.content) {
        if (part.type !== "tool-result") continue;
        const value = "value" in part.output ? part.output.value : {};
        results.push({
          id: part.toolCallId,
          value: (typeof value === "object" ? value : { text: value }) as unknown as JsonObject,
        });
      }
    }
    return results;
  }

  async restart(runner: HostOptions["runner"]): Promise<HostConversation> {
    const stored = JSON.parse(JSON.stringify(this.#messages)) as ModelMessage[];
    const options = { ...this.#options, runner, script: this.#script };
    return new AiSdkConversation(options, this.#isStreaming, await toolsOf(options), stored);
  }
}

async function toolsOf({ runner, sessionId, turnId }: HostOptions): Promise<AiSdkTools> {
  return createAiSdkTools(runner, { sessionId, turnId, whenApprovalNeeded: "return" });
}

export function aiSdkHost(isStreaming: boolean): AdapterHost {
  return {
    name: isStreaming ? "AI SDK streamText" : "AI SDK generateText",
    cannot: { "unknown-tool": "the framework answers it and hands only its own tools over" },
    start: async (options) =>
      new AiSdkConversation(options, isStreaming, await toolsOf(options), [{ role: "user", content: "Do it." }]),
  };
}
