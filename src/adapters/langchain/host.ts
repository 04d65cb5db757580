/**
 * The parts of LangChain and LangGraph that the adapter touches, as plain shapes, and how they are loaded: when the first
 * tools are made, so that nobody else needs the packages.
 */

import { ToolkitError } from "../../core/error.ts";

/** A tool as an agent takes it. What its methods take and give is LangChain's own; only the agent calls them. */
export interface LangChainTool {
  name: string;
  description: string;
  schema: Record<string, never>;
  returnDirect: boolean;
  lc_namespace: string[];
  lc_serializable: boolean;
  readonly lc_id: string[];
  getName(suffix?: string): string;
  invoke(input: never, config?: never): Promise<never>;
  call(input: never, config?: never, tags?: never): Promise<never>;
  batch(inputs: never, options?: never, batchOptions?: never): Promise<never>;
  stream(input: never, options?: never): Promise<never>;
  transform(generator: never, options: never): AsyncGenerator<never>;
}

/** A call of a message of the model. */
export interface LangChainCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly args: unknown;
}

export interface LangChainMessage {
  /** The graph gives one to each message of its state. */
  readonly id?: string | undefined;
  readonly tool_calls?: readonly LangChainCall[] | undefined;
  /** Of a message that is a result: whose. */
  readonly tool_call_id?: string | undefined;
  readonly type?: string;
  getType?(): string;
}

/** What the framework tells a tool about its call. */
export interface LangChainConfig {
  readonly toolCall?: LangChainCall;
  readonly state?: { readonly messages?: readonly LangChainMessage[] };
  readonly signal?: AbortSignal;
  readonly configurable?: {
    readonly __pregel_scratchpad?: { readonly currentTaskInput?: { readonly messages?: readonly LangChainMessage[] } };
  };
}

interface ToolMessageFields {
  readonly content: string;
  readonly tool_call_id: string;
  readonly name: string;
  readonly status: "success" | "error";
  readonly artifact: { readonly key: string };
}

type ToolConstructor = abstract new () => object;

/** What the adapter builds on. */
export interface LangChainParts {
  readonly StructuredTool: ToolConstructor;
  readonly ToolMessage: new (fields: ToolMessageFields) => object;
}

/** Pauses the graph: returns the value it is resumed with, else throws LangGraph's own signal. */
export type Interrupt = (value: unknown) => unknown;

export async function loadLangChain(): Promise<LangChainParts> {
  const { StructuredTool } = (await load("@langchain/core/tools")) as Pick<LangChainParts, "StructuredTool">;
  const { ToolMessage } = (await load("@langchain/core/messages")) as Pick<LangChainParts, "ToolMessage">;
  return { StructuredTool, ToolMessage };
}

export async function loadInterrupt(): Promise<Interrupt> {
  return ((await load("@langchain/langgraph")) as { readonly interrupt: Interrupt }).interrupt;
}

async function load(name: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ name);
  } catch (cause) {
    const message = `the LangChain adapter needs the package ${name.split("/").slice(0, 2).join("/")}: install it beside dex-connectors`;
    throw new ToolkitError("invalid_configuration", message, { cause });
  }
}
