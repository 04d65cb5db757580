/** Finds the response of the model that a call belongs to: the framework keeps the whole conversation in its state. */

import { canonicalText } from "../../core/canonical.ts";
import type { Json } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Batch } from "../../run/batch-id.ts";
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

/** The last message of the model with calls, as a batch of our tools; `undefined` when the state has none. */
export function responseOf(
  config: LangChainConfig,
  { maps: tools, cache, repeats }: TurnParts,
): NamedBatch | undefined {
  const state = config.state ?? config.configurable?.__pregel_scratchpad?.currentTaskInput;
  const ofModel = (state?.messages ?? []).filter(isOfModel);
  const last = ofModel.at(-1);
  if (last?.tool_calls === undefined || last.tool_calls.length === 0) return undefined;
  const ordinal = ofModel.length - 1;
  const known = cache.get(last);
  if (known?.ordinal === ordinal) return known;
  const calls = last.tool_calls.filter(({ name }) => tools.has(name)).map((call) => requestedOf(call, tools));
  // Without an id nothing tells two equal responses apart: a message is another object whenever the graph reads its state.
  const named = repeats.name({ ordinal, calls }, last.id);
  cache.set(last, named);
  return named;
}

function isOfModel(message: LangChainMessage): boolean {
  return (message.getType?.() ?? message.type) === "ai";
}

export function requestedOf(call: LangChainCall, tools: ArgumentMaps): RequestedCall {
  const args = tools.get(call.name)?.(call.args as Json) ?? (call.args as Json);
  return { id: call.id ?? "", name: call.name, arguments: isJsonObject(args) ? args : (JSON.stringify(args) ?? "") };
}

/** The places of a call in its response: several only where id, name and arguments are all equal. */
export function positionsOf(call: RequestedCall, batch: Batch): readonly number[] {
  const text = textOf(call);
  return batch.calls.flatMap((other, position) => (textOf(other) === text ? [position] : []));
}

function textOf({ id, name, arguments: args }: RequestedCall): string {
  return canonicalText([id ?? "", name, args]);
}
