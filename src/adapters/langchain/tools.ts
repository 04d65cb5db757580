/** The runner's tools as LangChain tools. The conversation in the graph's state names the response; order and records are the runner's. */

import type { Json } from "../../core/json.ts";
import { BatchRepeats, withRepeatNote } from "../../run/batch-repeat.ts";
import type { BatchPlace } from "../../run/batch.ts";
import { createBatchShell } from "../../run/batch.ts";
import { toModelResult } from "../../run/result.ts";
import type { ToolRunner } from "../../run/runner.ts";
import type { RunnerTool } from "../../run/runner-tool.ts";
import type { HostProfile } from "../schema-profile/host-schema.ts";
import { toHostDescription, toHostSchema } from "../schema-profile/host-schema.ts";
import type { LangChainConfig, LangChainParts, LangChainTool } from "./host.ts";
import { loadInterrupt, loadLangChain } from "./host.ts";
import type { TurnParts } from "./response-of.ts";
import { requestedOf, responseOf } from "./response-of.ts";
import { GraphResponses } from "./responses.ts";

export interface LangChainOptions extends BatchPlace {
  /**
   * `wait` (default): a call waits inside its tool until a person has decided. `return`: the graph pauses with LangGraph's
   * `interrupt` (needs a checkpointer and `version: "v2"`); resume it with a decision, or with anything once
   * `runner.approvals` was told.
   */
  readonly whenApprovalNeeded?: "wait" | "return";
  /** What the model's provider takes. Default `common`: what all of them take. */
  readonly schemaProfile?: HostProfile;
}

/**
 * Makes tools for one turn of a conversation, for `createAgent` and LangGraph's tool nodes.
 *
 * The same response of the model at the same place is run once, also when the graph runs a node again. Throws
 * `invalid_request` without session or turn, and `invalid_configuration` when LangChain is not installed.
 */
export async function createLangChainTools(runner: ToolRunner, options: LangChainOptions): Promise<LangChainTool[]> {
  const { sessionId, turnId, whenApprovalNeeded = "wait", schemaProfile = "common" } = options;
  const shell = createBatchShell(runner, { sessionId, turnId });
  const parts = await loadLangChain();
  const interrupt = whenApprovalNeeded === "return" ? await loadInterrupt() : undefined;
  const responses = new GraphResponses({ shell, approvals: runner.approvals, interrupt });
  const listed = await runner.listTools({ sessionId });
  const maps = new Map<string, (given: Json) => Json>();
  const turn: TurnParts = { maps, cache: new WeakMap(), repeats: new BatchRepeats(listed) };
  return listed.map((tool) => {
    const { schema, toArguments } = toHostSchema(tool.inputSchema, schemaProfile);
    maps.set(tool.name, toArguments);
    const description = toHostDescription(tool.description, schemaProfile);
    return toLangChainTool(tool, { description, schema }, parts, responses, turn);
  });
}

type Call = (args: unknown, config?: LangChainConfig) => Promise<object>;

function toLangChainTool(
  tool: RunnerTool,
  shown: { readonly description: string; readonly schema: object },
  parts: LangChainParts,
  responses: GraphResponses,
  turn: TurnParts,
): LangChainTool {
  const { name } = tool;
  const call: Call = async (args, config = {}) => {
    const made = { id: config.toolCall?.id ?? "", name, args };
    const response = responseOf(config, turn);
    const { record, isRepeat } = await responses.run(response, requestedOf(made, turn.maps), config.signal);
    const result = isRepeat ? withRepeatNote(toModelResult(record)) : toModelResult(record);
    return new parts.ToolMessage({
      content: JSON.stringify(result),
      tool_call_id: made.id,
      name,
      status: result.status === "ok" ? "success" : "error",
      artifact: { key: record.key },
    });
  };
  // LangChain would check the arguments first and answer with a stack trace: `call` is entered before it does.
  class ConnectorStructuredTool extends parts.StructuredTool {
    readonly name = name;
    readonly description = shown.description;
    readonly schema = shown.schema;
    readonly call = call;
    readonly _call = call;
  }
  return new ConnectorStructuredTool() as unknown as LangChainTool;
}
