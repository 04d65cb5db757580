/** Results that were given before a person decided: recognizing them, and replacing them by what is recorded. */

import type { CallRecord } from "../../core/call.ts";
import { ToolkitError } from "../../core/error.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { Batch } from "../../run/batch-id.ts";
import type { BatchShell } from "../../run/batch.ts";
import { isPending } from "../../run/batch.ts";
import { toModelResult } from "../../run/result.ts";
import type { AiSdkMessage } from "./host.ts";
import type { ArgumentMaps } from "./message-calls.ts";
import { callsOf, isAssistant, partsOf } from "./message-calls.ts";

export interface RecordedMessages<Message> {
  readonly messages: Message[];
  /** Whether results are still missing. */
  readonly isWaiting: boolean;
}

const pendingStatuses: readonly (Json | undefined)[] = ["waiting", "awaiting_approval", "running"];

/** Whether a result of one of our tools says that the call has not ended. */
export function isPendingOutput(output: unknown): output is JsonObject {
  return isJsonObject(output) && output["status"] === "error" && pendingStatuses.includes(output["record"]);
}

export function stopsWaiting(run: {
  readonly steps: readonly { readonly toolResults: readonly { readonly output: unknown }[] }[];
}): boolean {
  return run.steps.at(-1)?.toolResults.some(({ output }) => isPendingOutput(output)) ?? false;
}

/** Walks the conversation: the calls of a message of the model are answered by the `tool` messages behind it. */
export async function withRecordedResults<Message extends AiSdkMessage>(
  messages: readonly Message[],
  tools: ArgumentMaps,
  shell: BatchShell,
): Promise<RecordedMessages<Message>> {
  const result: Message[] = [];
  let isWaiting = false;
  let ordinal = 0;
  let lookUp: RecordLookUp | undefined;
  for (const message of messages) {
    if (isAssistant(message)) {
      lookUp = new RecordLookUp({ ordinal, calls: callsOf(message, tools) }, shell);
      ordinal += 1;
    }
    if (message.role !== "tool" || lookUp === undefined) {
      result.push(message);
      continue;
    }
    const content: unknown[] = [];
    for (const part of partsOf(message)) content.push(await lookUp.replace(part));
    isWaiting ||= content.some((part) => isJsonObject(part) && isPendingOutput(valueOf(part)));
    result.push({ ...message, content });
  }
  return { messages: result, isWaiting };
}

/** The records of one response, read when the first result asks for them and given out in the model's order. */
class RecordLookUp {
  readonly #batch: Batch;
  readonly #shell: BatchShell;
  readonly #given = new Set<number>();
  #records: Promise<readonly CallRecord[] | undefined> | undefined;

  constructor(batch: Batch, shell: BatchShell) {
    this.#batch = batch;
    this.#shell = shell;
  }

  async replace(part: Readonly<Record<string, unknown>>): Promise<unknown> {
    if (part["type"] !== "tool-result") return part;
    const position = this.#batch.calls.findIndex(
      (call, index) => call.id === part["toolCallId"] && call.name === part["toolName"] && !this.#given.has(index),
    );
    if (position === -1) return part;
    this.#given.add(position);
    const given = valueOf(part);
    if (!isPendingOutput(given)) return part;
    const record = await this.#recordOf(given, position);
    if (isPending(record)) return part;
    const value = toModelResult(record);
    return { ...part, output: { type: value.status === "ok" ? "json" : "error-json", value } };
  }

  /**
   * By the key that the result carries: the framework may store the arguments of calls with one id wrongly, and the
   * conversation may have been shortened. Without a key the response is found by its place and content.
   */
  async #recordOf(given: JsonObject, position: number): Promise<CallRecord> {
    if (typeof given["key"] === "string") return this.#shell.recordedCall(given["key"]);
    this.#records ??= this.#shell.recorded(this.#batch);
    const record = (await this.#records)?.[position];
    if (record !== undefined) return record;
    const { id, name } = this.#batch.calls[position] ?? {};
    const message = `the journal has no record of call ${String(id)} of ${String(name)}, which the messages say is waiting: its result can come from the journal, session and turn that the conversation was begun with only, and without a key in the result all earlier messages are needed too`;
    throw new ToolkitError("not_found", message);
  }
}

function valueOf(part: Readonly<Record<string, unknown>>): unknown {
  const output = part["output"];
  return isJsonObject(output) ? output["value"] : undefined;
}
