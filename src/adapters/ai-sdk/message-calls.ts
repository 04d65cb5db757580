/** Reads calls out of the framework's messages, exactly as they were announced when the message was new. */

import type { Json } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { RequestedCall } from "../../run/request.ts";
import type { AiSdkMessage } from "./host.ts";
import { unparsedText } from "./unparsed.ts";

/** By tool name: the way from a model's arguments to the tool's own. */
export type ArgumentMaps = ReadonlyMap<string, (given: Json) => Json>;

export function isAssistant(message: AiSdkMessage): boolean {
  return message.role === "assistant";
}

/** The parts of a message; a plain text has none. */
export function partsOf(message: AiSdkMessage): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(message.content) ? (message.content as Readonly<Record<string, unknown>>[]) : [];
}

/** The calls of our tools in a message of the model. */
export function callsOf(message: AiSdkMessage, tools: ArgumentMaps): readonly RequestedCall[] {
  const calls: RequestedCall[] = [];
  for (const { type, toolCallId, toolName, input } of partsOf(message)) {
    if (type !== "tool-call" || typeof toolName !== "string" || !tools.has(toolName)) continue;
    // Text is what the framework could not parse and did not hand over.
    if (typeof input === "string") continue;
    calls.push(toRequestedCall(typeof toolCallId === "string" ? toolCallId : "", toolName, input, tools));
  }
  return calls;
}

/** JSON that is no object is passed on as text, so that it is refused with its fault. */
export function toRequestedCall(id: string, name: string, input: unknown, tools: ArgumentMaps): RequestedCall {
  const text = unparsedText(input);
  if (text !== undefined) return { id, name, arguments: text };
  const args = tools.get(name)?.(input as Json) ?? (input as Json);
  return { id, name, arguments: isJsonObject(args) ? args : (JSON.stringify(args) ?? "") };
}
