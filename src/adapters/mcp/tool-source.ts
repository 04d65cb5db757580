/** The tools of a connected MCP server as a tool source. What the server says of their effects counts only when it is trusted. */

import type { EffectClass } from "../../core/effect.ts";
import type { Ending } from "../../core/ending.ts";
import { ToolkitError } from "../../core/error.ts";
import type { Json, JsonObject, JsonSchema } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import { defaultRetryPolicy } from "../../core/retry.ts";
import type { Tool, ToolAttempt, ToolSource } from "../../core/tool.ts";
import { idempotencyKeyMeta, recordMeta } from "./call-identity.ts";

/** The parts of `Client` of `@modelcontextprotocol/client` that are used; connect it before, close it after. */
export interface McpClient {
  listTools(params?: {
    readonly cursor?: string;
  }): Promise<{ readonly tools: readonly McpListedTool[]; readonly nextCursor?: string | undefined }>;
  callTool(
    params: {
      readonly name: string;
      readonly arguments: Record<string, unknown>;
      readonly _meta: Record<string, unknown>;
    },
    options: { readonly signal: AbortSignal; readonly timeout: number },
  ): Promise<McpCallResult>;
}

export interface McpListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations?:
    | {
        readonly readOnlyHint?: boolean | undefined;
        readonly destructiveHint?: boolean | undefined;
        readonly idempotentHint?: boolean | undefined;
        readonly openWorldHint?: boolean | undefined;
      }
    | undefined;
}

interface McpCallResult {
  readonly content?: readonly { readonly type: string }[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** A server whose list of tools has no end must not hold the application for ever. */
const maxPages = 100;

export interface McpToolSourceOptions {
  /** Whether the server's hints decide on effects (P1.2). Default `false`: its tools are of the runner's `defaultEffect`. */
  readonly trusted?: boolean;
  /** The names of the tools to offer. Default: all. */
  readonly only?: readonly string[];
  /** One attempt, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
}

/**
 * Lists once and keeps the list; `refresh()` lists anew, for a server that said its tools changed. At most 100 pages.
 *
 * A call carries its key as idempotency key in `_meta`. An answer with `isError` is the tool's own report; a broken
 * connection, a time-out, or a server of this toolkit that says so, leaves open what happened.
 */
export class McpToolSource implements ToolSource {
  readonly #client: McpClient;
  readonly #options: McpToolSourceOptions;
  #listed: Promise<readonly Tool[]> | readonly Tool[] | undefined;

  constructor(client: McpClient, options: McpToolSourceOptions = {}) {
    this.#client = client;
    this.#options = options;
  }

  listTools(): readonly Tool[] | Promise<readonly Tool[]> {
    this.#listed ??= this.#list();
    return this.#listed;
  }

  /** The next call of a runner sees the new list; calls under way are not touched. */
  refresh(): void {
    this.#listed = undefined;
  }

  async callTool(name: string, args: JsonObject, attempt: ToolAttempt): Promise<Ending> {
    attempt.beginDispatch();
    const timeout = Math.max(1, attempt.deadline - attempt.clock.now());
    const params = { name, arguments: args, _meta: { [idempotencyKeyMeta]: attempt.key } };
    const result = await this.#client.callTool(params, { signal: attempt.signal, timeout });
    const record = result._meta?.[recordMeta];
    if (typeof record === "string" && openRecords.has(record)) {
      return { kind: "ambiguous", reason: `the server says that the call is ${record} there`, isFinal: true };
    }
    if (result.isError === true)
      return { kind: "reported_failure", code: "tool_failure", message: textOf(result), isRetryable: false };
    return { kind: "returned", output: (result.structuredContent ?? contentOf(result)) as Json };
  }

  async #list(): Promise<readonly Tool[]> {
    try {
      const tools = await this.#listPages();
      this.#listed = tools;
      return tools;
    } catch (error) {
      // The next listing tries again.
      this.#listed = undefined;
      throw error;
    }
  }

  async #listPages(): Promise<readonly Tool[]> {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    for (let count = 0; count < maxPages; count += 1) {
      const page = await this.#client.listTools(cursor === undefined ? {} : { cursor });
      for (const tool of page.tools)
        if (this.#options.only?.includes(tool.name) ?? true) tools.push(this.#toTool(tool));
      cursor = page.nextCursor;
      if (cursor === undefined) return tools;
    }
    throw new ToolkitError("too_large", `the MCP server lists its tools on more than ${String(maxPages)} pages`);
  }

  #toTool({ name, description = "", inputSchema, outputSchema, annotations }: McpListedTool): Tool {
    const { trusted = false, timeoutMs = 30_000 } = this.#options;
    const hints = {
      readOnlyHint: annotations?.readOnlyHint ?? false,
      destructiveHint: annotations?.destructiveHint ?? true,
      idempotentHint: annotations?.idempotentHint ?? false,
      openWorldHint: annotations?.openWorldHint ?? true,
    };
    return {
      name,
      description,
      inputSchema: inputSchema as JsonSchema,
      outputSchema: outputSchema as JsonSchema | undefined,
      effect: trusted ? effectOf(annotations) : undefined,
      annotations: trusted ? hints : undefined,
      execution: { timeoutMs, retry: defaultRetryPolicy, downtimeCounts: true },
    };
  }
}

/** How a call may stand at a server that is itself a runner's, when it has run or may yet. */
const openRecords: ReadonlySet<string> = new Set(["waiting", "awaiting_approval", "running", "outcome_unknown"]);

/** Hints that are left out mean nothing: then the runner's default holds. */
function effectOf(annotations: McpListedTool["annotations"]): EffectClass | undefined {
  if (annotations?.readOnlyHint === true) return "read";
  if (annotations?.readOnlyHint !== false) return undefined;
  return annotations.idempotentHint === true ? "idempotent_write" : "non_idempotent_write";
}

function contentOf({ content = [] }: McpCallResult): Json {
  const [only] = content;
  return content.length === 1 && isText(only) ? only.text : content;
}

function textOf({ content = [] }: McpCallResult): string {
  const texts = content.filter(isText).map((part) => part.text);
  return texts.length === 0 ? "The tool reported a failure." : texts.join("\n").slice(0, 2_000);
}

function isText(part: unknown): part is { readonly type: "text"; readonly text: string } {
  return isJsonObject(part) && part["type"] === "text" && typeof part["text"] === "string";
}
