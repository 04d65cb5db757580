/** LangChain's agent on LangGraph as a host of the adapter suite, with LangChain's own fake model and a checkpointer. */
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createAgent } from "langchain";
import type { JsonObject } from "../../../src/core/json.ts";
import type { ToolRunner } from "../../../src/index.ts";
import { createLangChainTools } from "../../../src/langchain.ts";
import type {
  AdapterHost,
  HostConversation,
  HostOptions,
  ReadResult,
  ScriptedCall,
  ScriptedResponse,
} from "../../suites/adapter-host.ts";

/** Providers put arguments that are no JSON into a list of their own. */
function messageOf(response: ScriptedResponse): AIMessage {
  if (typeof response === "string") return new AIMessage(response);
  const isText = (call: ScriptedCall): call is ScriptedCall & { arguments: string } =>
    typeof call.arguments === "string";
  return new AIMessage({
    content: "",
    tool_calls: response
      .filter((call) => !isText(call))
      .map(({ id, name, arguments: args }) => ({ id, name, args: args as Record<string, unknown> })),
    invalid_tool_calls: response
      .filter(isText)
      .map(({ id, name, arguments: args }) => ({ id, name, args, error: "no JSON" })),
  });
}

const thread = { configurable: { thread_id: "thread-1" } };

export class LangChainConversation implements HostConversation {
  readonly #options: HostOptions;
  readonly #version: "v1" | "v2";
  readonly #saver: MemorySaver;
  readonly #model: ReturnType<typeof fakeModel>;
  #interrupts: readonly { readonly id?: string; readonly value?: unknown }[] | undefined;

  constructor(options: HostOptions, version: "v1" | "v2", saver = new MemorySaver(), model = fakeModel()) {
    this.#options = options;
    this.#version = version;
    this.#saver = saver;
    this.#model = model;
  }

  static start(options: HostOptions, version: "v1" | "v2"): LangChainConversation {
    const conversation = new LangChainConversation(options, version);
    for (const response of options.script) conversation.#model.respond(messageOf(response));
    return conversation;
  }

  get interrupts(): readonly { readonly id?: string; readonly value?: unknown }[] {
    return this.#interrupts ?? [];
  }

  /** Resumes every pause, with anything where there is no answer. */
  async run(signal?: AbortSignal): Promise<boolean> {
    return this.resume(Object.fromEntries(this.interrupts.map(({ id }) => [id ?? "", { look: "again" }])), signal);
  }

  /** Resumes the pauses that have an answer, by id. */
  async resume(resume: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<boolean> {
    const { runner, sessionId, turnId } = this.#options;
    const tools = await createLangChainTools(runner, { sessionId, turnId, whenApprovalNeeded: "return" });
    const agent = createAgent({ model: this.#model, tools, checkpointer: this.#saver, version: this.#version });
    const config = { ...thread, ...(signal === undefined ? {} : { signal }) };
    const input = this.#interrupts === undefined ? { messages: [new HumanMessage("Do it.")] } : new Command({ resume });
    const state = (await agent.invoke(input, config)) as {
      readonly __interrupt__?: readonly { readonly id?: string; readonly value?: unknown }[];
    };
    this.#interrupts = state.__interrupt__;
    return (state.__interrupt__ ?? []).length > 0;
  }

  read(): readonly ReadResult[] {
    const messages = this.#model.calls.at(-1)?.messages ?? [];
    return messages
      .filter((message) => ToolMessage.isInstance(message))
      .map((message) => {
        const text = String(message.content);
        const value = text.startsWith("{") ? (JSON.parse(text) as JsonObject) : { text };
        return { id: message.tool_call_id, value };
      });
  }

  async restart(runner: ToolRunner): Promise<HostConversation> {
    const restarted = new LangChainConversation({ ...this.#options, runner }, this.#version, this.#saver, this.#model);
    restarted.#interrupts = this.#interrupts;
    return restarted;
  }
}

export const langChainHost: AdapterHost = {
  name: "LangChain createAgent v2",
  cannot: {
    "unknown-tool": "the framework answers it and hands only its own tools over",
    "unparsable-order": "providers list arguments that are no JSON apart from the calls, without their place",
    "unparsable-result": "the agent answers only the calls that could be parsed",
  },
  start: async (options) => LangChainConversation.start(options, "v2"),
};
