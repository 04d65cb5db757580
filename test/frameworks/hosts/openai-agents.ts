/** The OpenAI Agents SDK as a host of the adapter suite: `run` with its own scripted model. */
import { Agent, run, RunState, setTracingDisabled } from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import type { JsonObject } from "../../../src/core/json.ts";
import type { OpenAiAgentsTools } from "../../../src/openai-agents.ts";
import { createOpenAiAgentsTools } from "../../../src/openai-agents.ts";
import type { ToolRunner } from "../../../src/index.ts";
import type {
  AdapterHost,
  HostConversation,
  HostOptions,
  ReadResult,
  ScriptedResponse,
} from "../../suites/adapter-host.ts";

setTracingDisabled(true);

function outputOf(response: ScriptedResponse) {
  if (typeof response === "string") return [assistantMessage(response)];
  return response.map(({ id, name, arguments: args }) => functionCall(name, args, { callId: id }));
}

type State = RunState<undefined, Agent<undefined>>;

class AgentsConversation implements HostConversation {
  readonly #options: HostOptions;
  readonly #model: ScriptedModel;
  #stored: string | undefined;
  #state: State | undefined;
  #host: OpenAiAgentsTools | undefined;
  #agent: Agent<undefined> | undefined;

  constructor(options: HostOptions, stored?: string, model?: ScriptedModel) {
    this.#options = options;
    this.#model = model ?? new ScriptedModel(options.script.map(outputOf));
    this.#stored = stored;
  }

  async run(signal?: AbortSignal): Promise<boolean> {
    const { runner, sessionId, turnId } = this.#options;
    const stopped = signal === undefined ? {} : { signal };
    this.#host ??= await createOpenAiAgentsTools(runner, {
      sessionId,
      turnId,
      whenApprovalNeeded: "return",
      ...stopped,
    });
    this.#agent ??= new Agent<undefined>({ name: "Agent", model: this.#model, tools: this.#host.tools });
    const agent = this.#agent;
    if (this.#stored !== undefined) this.#state = await RunState.fromString(agent, this.#stored);
    this.#stored = undefined;
    for (;;) {
      if (this.#state !== undefined && (await this.#host.carryDecisions(this.#state)).isWaiting) return true;
      const result =
        this.#state === undefined ? await run(agent, "Do it.", stopped) : await run(agent, this.#state, stopped);
      if (result.interruptions.length === 0) return false;
      this.#state = result.state;
    }
  }

  read(): readonly ReadResult[] {
    const input = this.#model.calls.at(-1)?.request.input ?? [];
    const results: ReadResult[] = [];
    for (const item of typeof input === "string" ? [] : input) {
      if (item.type !== "function_call_result") continue;
      const { output } = item;
      const text = typeof output === "string" ? output : "text" in output ? output.text : "{}";
      results.push({ id: item.callId, value: text.startsWith("{") ? (JSON.parse(text) as JsonObject) : { text } });
    }
    return results;
  }

  async restart(runner: ToolRunner): Promise<HostConversation> {
    return new AgentsConversation({ ...this.#options, runner }, this.#state?.toString(), this.#model);
  }
}

export const openAiAgentsHost: AdapterHost = {
  name: "OpenAI Agents",
  cannot: {
    "unknown-tool": "the framework ends the run",
    "repeated-ids":
      "for the framework a call id is one call: an equal call gets its first result, another one ends the run",
    "empty-ids": "the framework ends the run",
    "unparsable-order": "the framework never shows a tool arguments that are no JSON",
  },
  start: async (options) => new AgentsConversation(options),
};
