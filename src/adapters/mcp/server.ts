/**
 * The runner's tools as an MCP server. The protocol knows no responses, so each call is its own; writes of all
 * connections of one factory run one after the other. It serves tools only: no pages, no prompts.
 */

import type { CallRecord } from "../../core/call.ts";
import { isToolkitError, ToolkitError } from "../../core/error.ts";
import type { JsonObject } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { BatchShell } from "../../run/batch.ts";
import { createBatchShell, isPending } from "../../run/batch.ts";
import type { ToolRunner } from "../../run/runner.ts";
import type { RunnerTool } from "../../run/runner-tool.ts";
import { callDigest, identify } from "./call-identity.ts";
import type { CallPlace, SealedCall } from "./call-identity.ts";
import { KeyTurns } from "./key-turns.ts";
import { createProgress } from "./progress.ts";
import { askThroughClient, canAsk, questionAbout, takeAnswer } from "./questions.ts";
import type { Answered, QuestionParts } from "./questions.ts";
import { approvalRequired, notTaken, refused, toMcpResult } from "./result.ts";
import { toMcpAnnotations, toMcpOutputSchema, toMcpSchema } from "./schema.ts";
import { settleUnderKey } from "./key-reuse.ts";
import type { McpContext, McpInputRequired, McpServer, McpServerInfo, McpToolResult } from "./sdk.ts";
import { loadMcpSdk } from "./sdk.ts";
import { WriteLane } from "./write-lane.ts";

export interface McpServerOptions {
  /** Whose calls they are. Keep it the same for one user over time: questions and idempotency keys belong to it. */
  readonly sessionId: string;
  /** The names of the tools to offer; `"all"` offers every tool of the runner. */
  readonly tools: readonly string[] | "all";
  /** What clients are told of the server. Default: `dex-connectors`. */
  readonly info?: McpServerInfo;
  /**
   * Signs what a client carries while a person is asked, at least 32 bytes; the same in every process that may get the
   * answer. Default: random, for one process.
   */
  readonly stateKey?: Uint8Array | string;
  /** `elicit` (default) asks the person behind the client where it can; `elsewhere` leaves questions to `runner.approvals`. */
  readonly approvals?: "elicit" | "elsewhere";
}

/**
 * Makes servers: one a connection (stdio), or one a request (HTTP). Pass it to `serveStdio` or `createMcpHandler`.
 *
 * What it gives is the package's own `McpServer`; the type fits that class without naming it.
 */
export type McpServerFactory = () => Promise<never>;

/** How long a person may take to answer through a client, in seconds. */
const stateSeconds = 24 * 60 * 60;

/**
 * Prepares the tools once and gives the factory of servers that share them, their write lane and their state key.
 *
 * Throws `invalid_configuration` when the package is not installed or a tool is unknown.
 */
export async function createMcpServerFactory(runner: ToolRunner, options: McpServerOptions): Promise<McpServerFactory> {
  const sdk = await loadMcpSdk();
  const key = options.stateKey ?? crypto.getRandomValues(new Uint8Array(32));
  // A state of one session or caller is none of another, although they share the key.
  const bind = (context: McpContext): string =>
    JSON.stringify([options.sessionId, context.http?.authInfo?.clientId ?? ""]);
  const codec = sdk.createRequestStateCodec({ key, ttlSeconds: stateSeconds, bind });
  const parts: QuestionParts = { sdk, codec, approvals: runner.approvals };
  const offered = offeredTools(await runner.listTools({ sessionId: options.sessionId }), options.tools);
  const calls = new McpCalls(runner, options, parts);
  return async () => {
    const info = options.info ?? { name: "dex-connectors", version: "1" };
    const server = new sdk.McpServer(info, { capabilities: { tools: {} }, requestState: codec });
    for (const tool of offered) {
      const config = {
        description: tool.description,
        inputSchema: toMcpSchema(tool.inputSchema),
        outputSchema: toMcpSchema(toMcpOutputSchema(tool.outputSchema)),
        annotations: toMcpAnnotations(tool),
      };
      server.registerTool(tool.name, config, async (args, context) => calls.run(tool, args, context, server));
    }
    return server as never;
  };
}

function offeredTools(tools: readonly RunnerTool[], names: readonly string[] | "all"): readonly RunnerTool[] {
  if (names === "all") return tools;
  return names.map((name) => {
    const tool = tools.find((known) => known.name === name);
    if (tool !== undefined) return tool;
    const known = tools.map((other) => other.name).join(", ");
    throw new ToolkitError("invalid_configuration", `there is no tool ${name} to offer; there are: ${known}`);
  });
}

/** A call on its way. */
interface McpCall {
  readonly tool: RunnerTool;
  readonly args: JsonObject | string;
  readonly place: CallPlace;
  readonly context: McpContext;
  readonly shell: BatchShell;
}

/** What the client is not told. The message of an error that is not the toolkit's own may hold anything. */
function tellOperator(tool: string, error: unknown): void {
  const reason = isToolkitError(error)
    ? `${error.code}: ${error.message}`
    : error instanceof Error
      ? error.name
      : typeof error;
  process.emitWarning(`a call of ${tool} over MCP was not taken (${reason})`, { code: "DEX_CONNECTORS_MCP" });
}

/** The calls of all connections of one factory. */
class McpCalls {
  readonly #runner: ToolRunner;
  readonly #options: McpServerOptions;
  readonly #parts: QuestionParts;
  readonly #turns: KeyTurns;
  readonly #lane = new WriteLane();

  constructor(runner: ToolRunner, options: McpServerOptions, parts: QuestionParts) {
    this.#runner = runner;
    this.#options = options;
    this.#parts = parts;
    this.#turns = KeyTurns.of(runner, options.sessionId);
  }

  /** Never rejects: the protocol's package would tell the client whatever an error says. */
  async run(
    tool: RunnerTool,
    given: unknown,
    context: McpContext,
    server: McpServer,
  ): Promise<McpToolResult | McpInputRequired> {
    try {
      return await this.#take(tool, argumentsOf(given), context, server);
    } catch (error) {
      tellOperator(tool.name, error);
      return notTaken("the toolkit could not take the call");
    }
  }

  async #take(
    tool: RunnerTool,
    args: JsonObject | string,
    context: McpContext,
    server: McpServer,
  ): Promise<McpToolResult | McpInputRequired> {
    const digest = callDigest(tool.name, args);
    const identified = await identify(digest, context, this.#turns);
    if (identified.kind === "fault") return refused(identified.reason);
    const { place, sealed } = identified;
    const answered = await this.#answer(sealed, context);
    const shell = createBatchShell(this.#runner, { sessionId: this.#options.sessionId, turnId: place.turnId });
    const record = await this.#settle({ tool, args, place, context, shell });
    if (!isPending(record)) return toMcpResult(record);
    const question = await questionAbout(record, this.#runner.approvals);
    const isAsking = this.#options.approvals !== "elsewhere" && answered.kind !== "dismissed";
    if (question === undefined || !isAsking || !canAsk(server, context, this.#parts.sdk)) {
      return approvalRequired(record, question);
    }
    heedCancel(record, context, shell);
    const { turnId, responseId } = place;
    return askThroughClient(question, { turnId, responseId, digest }, context, this.#parts);
  }

  /** Where questions are decided elsewhere, an answer of the client is none, although an earlier server may have asked it. */
  async #answer(sealed: SealedCall | undefined, context: McpContext): Promise<Answered> {
    if (sealed === undefined || this.#options.approvals === "elsewhere") return { kind: "none" };
    const decidedBy = `mcp:${context.http?.authInfo?.clientId ?? "client"}`;
    return takeAnswer(sealed, context, decidedBy, this.#parts);
  }

  async #settle({ tool, args, place, context, shell }: McpCall): Promise<CallRecord> {
    const call = { id: place.responseId, name: tool.name, arguments: args };
    const progress = createProgress(context);
    const settle = async (): Promise<CallRecord> => {
      await progress.say(`${tool.name} runs`);
      const record = await settleUnderKey(shell, this.#runner, call, context.mcpReq.signal);
      await progress.say(`${tool.name} is ${record.status}`);
      return record;
    };
    await progress.say(`${tool.name} waits for its turn`);
    return tool.effect === "read" ? settle() : this.#lane.run(settle);
  }
}

/**
 * A client of 2025 is asked within its request, so cancelling the request withdraws the question. In 2026 the request has
 * ended by then, and its signal says nothing more.
 */
function heedCancel(record: CallRecord, context: McpContext, shell: BatchShell): void {
  const { envelope, signal } = context.mcpReq;
  if (envelope !== undefined) return;
  const cancel = (): void => void shell.resume(record, signal);
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel, { once: true });
}

/** Anything but an object is passed on as text, so that it is refused with its fault. */
function argumentsOf(args: unknown): JsonObject | string {
  return isJsonObject(args) ? args : (JSON.stringify(args ?? {}) ?? "");
}
