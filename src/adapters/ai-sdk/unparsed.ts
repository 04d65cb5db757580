/** Carries arguments that are no JSON through the framework, which would otherwise answer them itself. */

import type { Json } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";

/** The one key of the object that stands for the text. */
const key = "unparsed_arguments";

export interface ProviderToolCall {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: string;
}

export type RepairToolCall = <Call extends ProviderToolCall>(trouble: {
  readonly toolCall: Call;
  readonly error: Error;
}) => Promise<Call | null>;

/** Repairs nothing: wraps the text, so that the call reaches the runner and is recorded as invalid. Other tools are left alone. */
export function repairUnparsed(names: ReadonlySet<string>): RepairToolCall {
  return async ({ toolCall, error }) => {
    if (!names.has(toolCall.toolName) || error.name !== "AI_InvalidToolInputError") return null;
    return { ...toolCall, input: JSON.stringify({ [key]: toolCall.input }) };
  };
}

/** The text as the model wrote it, if the input is one that was wrapped. */
export function unparsedText(input: unknown): string | undefined {
  if (!isJsonObject(input)) return undefined;
  const text: Json | undefined = input[key];
  return typeof text === "string" && Object.keys(input).length === 1 ? text : undefined;
}
