/** The runner's tools as tools of the OpenAI Agents SDK. Its interruptions carry a question; who is asked, the source decides. */

import type { Json, JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { withRepeatNote } from "../../run/batch-repeat.ts";
import type { BatchPlace, BatchShell } from "../../run/batch.ts";
import { createBatchShell, isPending } from "../../run/batch.ts";
import type { RequestedCall } from "../../run/request.ts";
import { toModelResult } from "../../run/result.ts";
import type { ToolRunner } from "../../run/runner.ts";
import type { RunnerTool } from "../../run/runner-tool.ts";
import type { HostProfile, HostSchema } from "../schema-profile/host-schema.ts";
import { toHostDescription, toHostSchema } from "../schema-profile/host-schema.ts";
import type { AgentsInterruption, AgentsRunContext, AgentsRunState } from "./host.ts";
import { carryDecisions } from "./interruptions.ts";
import { RunResponses } from "./responses.ts";
import { RunSignal } from "./run-signal.ts";

export interface OpenAiAgentsOptions extends BatchPlace {
  /**
   * `wait` (default): a run waits until a person has decided. `return`: it ends with interruptions, and goes on when
   * `carryDecisions` says that nothing is waiting.
   */
  readonly whenApprovalNeeded?: "wait" | "return";
  /** The signal of the run. The framework shows it to a tool too late, so give the one that `run` is given. */
  readonly signal?: AbortSignal;
  /** What the model's provider takes. Default `openai`. */
  readonly schemaProfile?: HostProfile;
}

/** One tool for the `tools` of an agent. */
export interface OpenAiAgentsTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: AgentsParameters;
  /** Never: a strict schema is another one. The runner checks every call. */
  readonly strict: false;
  readonly needsApproval: (context: AgentsRunContext, input: unknown, callId?: string) => Promise<boolean>;
  readonly invoke: (
    context: AgentsRunContext,
    input: string,
    details?: { readonly toolCall?: { readonly callId: string } },
  ) => Promise<string>;
  readonly isEnabled: () => Promise<boolean>;
}

/** A schema in the framework's type. */
export interface AgentsParameters {
  readonly type: "object";
  readonly properties: Record<string, never>;
  readonly required: string[];
  readonly additionalProperties: boolean;
}

export interface OpenAiAgentsTools {
  readonly tools: OpenAiAgentsTool[];
  /**
   * Carries what people decided (`runner.approvals`) into the state of an interrupted run, and says whether questions are
   * still open. When it says no, `run(agent, state)` goes on. After an abort of `signal` nothing more starts: what had not
   * started is cancelled, and its tools say so. Twice is safe. Throws when the journal cannot be read: the run would stop
   * at the same questions for ever.
   */
  carryDecisions<Interruption extends AgentsInterruption>(
    state: AgentsRunState<Interruption>,
  ): Promise<{ readonly isWaiting: boolean }>;
}

/**
 * Makes tools for one turn of a conversation: one `run` and its continuations.
 *
 * The same response of the model at the same place is run once, also after a restart with a durable engine. Throws
 * `invalid_request` without session or turn.
 */
export async function createOpenAiAgentsTools(
  runner: ToolRunner,
  options: OpenAiAgentsOptions,
): Promise<OpenAiAgentsTools> {
  const { sessionId, turnId, whenApprovalNeeded = "wait", signal, schemaProfile = "openai" } = options;
  const shell: BatchShell = createBatchShell(runner, { sessionId, turnId });
  const runSignal = new RunSignal(shell, signal);
  const responses = new RunResponses(shell, { whenApprovalNeeded, signal }, runSignal);
  const listed = await runner.listTools({ sessionId });
  const schemas = new Map(listed.map((tool) => [tool.name, toHostSchema(tool.inputSchema, schemaProfile)]));
  const tools = listed.map((tool) => toTool(tool, schemas.get(tool.name), responses, schemaProfile));
  return {
    tools,
    carryDecisions: async (state) =>
      carryDecisions(state, shell, runSignal, (call) =>
        schemas.has(call.name) ? requestedOf(call, schemas.get(call.name)) : undefined,
      ),
  };
}

function toTool(
  tool: RunnerTool,
  host: HostSchema | undefined,
  responses: RunResponses,
  profile: HostProfile,
): OpenAiAgentsTool {
  const { name } = tool;
  return {
    type: "function",
    name,
    description: toHostDescription(tool.description, profile),
    // The framework's type knows one form of schema; it passes any on.
    parameters: (host?.schema ?? { type: "object" }) as unknown as AgentsParameters,
    strict: false,
    isEnabled: async () => true,
    needsApproval: async (context, input, callId = "") => {
      const args = host?.toArguments(input as Json) ?? (input as Json);
      return isPending(await responses.ask(context, { id: callId, name, arguments: args as JsonObject }));
    },
    invoke: async (context, input, details) => {
      const call = requestedOf({ callId: details?.toolCall?.callId ?? "", name, arguments: input }, host);
      const { record, isRepeat } = await responses.invoke(context, call);
      const result = toModelResult(record);
      return JSON.stringify(isRepeat ? withRepeatNote(result) : result);
    },
  };
}

/** A call as the model wrote it: an object in the tool's own names, or the text when it is none. */
function requestedOf(
  call: { readonly callId: string; readonly name: string; readonly arguments: string },
  host: HostSchema | undefined,
): RequestedCall {
  const { callId: id, name, arguments: text } = call;
  try {
    const given = JSON.parse(text) as Json;
    const args = host?.toArguments(given) ?? given;
    return { id, name, arguments: isJsonObject(args) ? args : text };
  } catch {
    // The runner says what is wrong with it.
    return { id, name, arguments: text };
  }
}
