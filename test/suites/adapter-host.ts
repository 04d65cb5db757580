/** What a framework must offer to run the adapter suite: a scripted conversation that can be stopped, read and restarted. */
import { expect } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import type { ToolRunner } from "../../src/index.ts";

/** One scripted answer of the model: calls, or the final text. */
export type ScriptedResponse = readonly ScriptedCall[] | string;

export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, or what it is the text of. */
  readonly arguments: string | JsonObject;
}

/** What the model was given for one call. */
export interface ReadResult {
  readonly id: string;
  readonly value: JsonObject;
}

export interface HostOptions {
  readonly runner: ToolRunner;
  readonly sessionId: string;
  readonly turnId: string;
  readonly script: readonly ScriptedResponse[];
}

/** One turn of a conversation in a framework. */
export interface HostConversation {
  /** Runs until the final answer (`false`) or until a person has to decide (`true`). Call it again after a decision. */
  run(signal?: AbortSignal): Promise<boolean>;
  /** The results the model has read, in the order it read them, each once. */
  read(): readonly ReadResult[];
  /** The conversation as another process finds it in the host's own storage. */
  restart(runner: ToolRunner): Promise<HostConversation>;
}

/** What a framework may be unable to keep, by row of its table. */
export type HostRow = "unparsable-order" | "unparsable-result" | "repeated-ids" | "empty-ids" | "unknown-tool";

export interface AdapterHost {
  readonly name: string;
  /** Row → why. */
  readonly cannot: Partial<Record<HostRow, string>>;
  start(options: HostOptions): Promise<HostConversation>;
}

export function call(id: string, name: string, args: string | JsonObject = { text: `${name} of ${id}` }): ScriptedCall {
  return { id, name, arguments: args };
}

/** The name of a test of a row that some hosts cannot keep. */
export function hostClaim(host: AdapterHost, row: HostRow, claim: string): string {
  const reason = host.cannot[row];
  return reason === undefined ? claim : `${claim} (not here: ${reason})`;
}

/** The last result the model read for each call id. */
export function finalResults(conversation: HostConversation): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(conversation.read().map(({ id, value }) => [id, value]));
}

export function finalStatuses(conversation: HostConversation): Readonly<Record<string, unknown>> {
  return Object.fromEntries(conversation.read().map(({ id, value }) => [id, value["status"]]));
}

/** What is said of a call that could not be taken, where the journal cannot be looked into. */
export const notTaken = {
  status: "error",
  code: "outcome_unknown",
  didNotRun: false,
  retryable: false,
  message: expect.stringContaining("could not be taken now"),
};
