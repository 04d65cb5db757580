/**
 * The runner's tools as tools of the AI SDK. The framework announces the calls of a response in the model's order before
 * it runs any (`onInputAvailable`); the whole response then goes to the runner at once. Owns no order and asks nobody.
 */

import type { Json, JsonSchema } from "../../core/json.ts";
import { BatchRepeats } from "../../run/batch-repeat.ts";
import type { BatchPlace } from "../../run/batch.ts";
import { createBatchShell } from "../../run/batch.ts";
import type { ModelResult } from "../../run/result.ts";
import type { ToolRunner } from "../../run/runner.ts";
import type { HostProfile } from "../schema-profile/host-schema.ts";
import { toHostDescription, toHostSchema } from "../schema-profile/host-schema.ts";
import type { AiSdkCall, AiSdkMessage, AiSdkModelOutput, AiSdkSchema } from "./host.ts";
import { toAiSdkSchema } from "./host.ts";
import type { ArgumentMaps } from "./message-calls.ts";
import { toRequestedCall } from "./message-calls.ts";
import { isPendingOutput, stopsWaiting, withRecordedResults } from "./pending.ts";
import type { RecordedMessages } from "./pending.ts";
import { ResponseDesk } from "./responses.ts";
import type { RepairToolCall } from "./unparsed.ts";
import { repairUnparsed } from "./unparsed.ts";

export interface AiSdkOptions extends BatchPlace {
  /**
   * `wait` (default): a call waits inside its tool until a person has decided. `return`: the tool answers that a person
   * is being asked, `isWaiting` stops the loop, and `withRecordedResults` puts the results in later.
   */
  readonly whenApprovalNeeded?: "wait" | "return";
  /** What the model's provider takes. Default `common`: what all of them take. */
  readonly schemaProfile?: HostProfile;
}

/** One tool for the `tools` of `generateText`, `streamText` and agents. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: AiSdkSchema;
  readonly onInputAvailable: (call: AiSdkCall & { readonly input: unknown }) => void;
  readonly execute: (input: unknown, call: AiSdkCall) => Promise<ModelResult>;
  readonly toModelOutput: (result: { readonly output: ModelResult }) => AiSdkModelOutput;
}

export interface AiSdkTools {
  /** By name, for the option `tools`. */
  readonly tools: Readonly<Record<string, AiSdkTool>>;
  /** For the option `repairToolCall`: arguments that are no JSON become a record, and stop later writes, like any bad write. */
  readonly repairToolCall: RepairToolCall;
  /** For the option `stopWhen`: whether the last step left calls that wait for a person. */
  readonly isWaiting: (run: {
    readonly steps: readonly { readonly toolResults: readonly { readonly output: unknown }[] }[];
  }) => boolean;
  /**
   * Replaces results that said "a person is being asked" by what is recorded now. Changes no message; twice is safe. Throws
   * `not_found` when the journal does not know a call that waits: it would wait for ever.
   */
  withRecordedResults<Message extends AiSdkMessage>(messages: readonly Message[]): Promise<RecordedMessages<Message>>;
}

/**
 * Makes tools for one turn of a conversation.
 *
 * Make them anew for each user message, with its own `turnId`. The same response of the model at the same place of the
 * conversation is run once, also after a restart with a durable engine. Throws `invalid_request` without session or turn.
 */
export async function createAiSdkTools(runner: ToolRunner, options: AiSdkOptions): Promise<AiSdkTools> {
  const { sessionId, turnId, whenApprovalNeeded = "wait", schemaProfile = "common" } = options;
  const shell = createBatchShell(runner, { sessionId, turnId });
  const listed = await runner.listTools({ sessionId });
  const responses = new ResponseDesk(shell, whenApprovalNeeded, new BatchRepeats(listed));
  const tools: Record<string, AiSdkTool> = {};
  const maps = new Map<string, (given: Json) => Json>();
  for (const tool of listed) {
    const { schema, toArguments } = toHostSchema(tool.inputSchema, schemaProfile);
    maps.set(tool.name, toArguments);
    const description = toHostDescription(tool.description, schemaProfile);
    tools[tool.name] = toAiSdkTool(tool.name, description, schema, responses, maps);
  }
  return {
    tools,
    repairToolCall: repairUnparsed(new Set(maps.keys())),
    isWaiting: stopsWaiting,
    withRecordedResults: async (messages) => withRecordedResults(messages, maps, shell),
  };
}

function toAiSdkTool(
  name: string,
  description: string,
  schema: JsonSchema,
  responses: ResponseDesk,
  maps: ArgumentMaps,
): AiSdkTool {
  return {
    description,
    inputSchema: toAiSdkSchema(schema),
    onInputAvailable: (call) => {
      responses.announce(call, toRequestedCall(call.toolCallId, name, call.input, maps));
    },
    execute: async (input, call) => responses.run(call, toRequestedCall(call.toolCallId, name, input, maps)),
    toModelOutput: ({ output }) => toAiSdkOutput(output),
  };
}

function toAiSdkOutput(result: ModelResult): AiSdkModelOutput {
  const type = result.status === "ok" || isPendingOutput(result) ? "json" : "error-json";
  // The framework's JSON type has no readonly lists; the value is plain JSON.
  return { type, value: result as never };
}
