/** Finds the response of the model that a call belongs to: the framework keeps the whole conversation in its state. */

import type { Json } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { BatchRepeats, NamedBatch } from "../../run/batch-repeat.ts";
import type { RequestedCall } from "../../run/request.ts";
import type { LangChainCall, LangChainConfig, LangChainMessage } from "./host.ts";

/** By tool name: the way from a model's arguments to the tool's own. */
export type ArgumentMaps = ReadonlyMap<string, (given: Json) => Json>;

/** Batches by the message they were read from, since every call of a response asks for the same one. */
export type BatchCache = WeakMap<LangChainMessage, NamedBatch>;

/** What all tools of one turn share. */
export interface TurnParts {
  readonly maps: ArgumentMaps;
  readonly cache: BatchCache;
  readonly repeats: BatchRepeats;
}

/** A message of the model with calls of our tools. */
export interface GraphResponse {
  /** All its calls. */
  readonly whole: NamedBatch;
  /** Those that the state has no result of: what a middleware answered before the tools ran is not to run. */
  readonly open: NamedBatch;
}

/** The last message of the model with calls; `undefined` when the state has none. */
export function responseOf(
  config: LangChainConfig,
  { maps: tools, cache, repeats }: TurnParts,
): GraphResponse | undefined {
  const state = config.state ?? config.configurable?.__pregel_scratchpad?.currentTaskInput;
  const messages = state?.messages ?? [];
  const ofModel = messages.filter((message) => typeOf(message) === "ai");
  const last = ofModel.at(-1);
  if (last?.tool_calls === undefined || last.tool_calls.length === 0) return undefined;
  const ordinal = ofModel.length - 1;
  const name = (calls: readonly LangChainCall[]): NamedBatch => {
    const own = calls.filter((call) => tools.has(call.name)).map((call) => requestedOf(call, tools));
    // Without an id nothing tells two equal responses apart: a message is another object whenever the graph reads its state.
    return repeats.name({ ordinal, calls: own }, last.id);
  };
  const known = cache.get(last);
  const whole = known?.ordinal === ordinal ? known : name(last.tool_calls);
  cache.set(last, whole);
  const answered = new Set(messages.slice(messages.lastIndexOf(last) + 1).map(answeredId));
  const open = last.tool_calls.filter(({ id = "" }) => id === "" || !answered.has(id));
  return { whole, open: open.length === last.tool_calls.length ? whole : name(open) };
}

function typeOf(message: LangChainMessage): string | undefined {
  return message.getType?.() ?? message.type;
}

/** The id of the call that a message is the result of. */
function answeredId(message: LangChainMessage): string | undefined {
  return typeOf(message) === "tool" ? message.tool_call_id : undefined;
}

export function requestedOf(call: LangChainCall, tools: ArgumentMaps): RequestedCall {
  const args = tools.get(call.name)?.(call.args as Json) ?? (call.args as Json);
  return { id: call.id ?? "", name: call.name, arguments: isJsonObject(args) ? args : (JSON.stringify(args) ?? "") };
}
