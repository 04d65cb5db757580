/** Connects a real MCP client to a runner's tools, over stdio's protocol in memory or over Streamable HTTP without a port. */
import type { Client as McpClient, ElicitResult } from "@modelcontextprotocol/client";
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { InMemoryTransport as ServerTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../../src/core/json.ts";
import type { ToolRunner } from "../../../src/index.ts";
import { createToolRunner } from "../../../src/index.ts";
import type { McpServerFactory, McpServerOptions } from "../../../src/mcp.ts";
import { createMcpHttpHandler, createMcpServerFactory } from "../../../src/mcp.ts";
import type { AdapterWorld } from "../../suites/adapter-world.ts";

export type Era = "2025" | "2026";
export type Wire = "stdio" | "http";

export const token = "a token of the test";

export interface Connecting {
  readonly era: Era;
  readonly wire: Wire;
  readonly options?: Partial<McpServerOptions>;
  /** How the person behind the client answers; without it the client cannot ask anybody. */
  readonly answer?: (message: string) => ElicitResult | Promise<ElicitResult>;
  /** What the client says of how it can ask. Default: by a form, where there is an answer. */
  readonly elicitation?: { readonly form?: object; readonly url?: object };
}

export function runnerOf(world: AdapterWorld): ToolRunner {
  const runner = createToolRunner({ toolSources: [world] });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  return runner;
}

export async function connect(runner: ToolRunner, connecting: Connecting): Promise<McpClient> {
  const { era, wire, options, answer, elicitation = { form: {} } } = connecting;
  const capabilities = answer === undefined ? {} : { elicitation: elicitation as { form: {} } };
  const versionNegotiation = { mode: era === "2026" ? ("auto" as const) : ("legacy" as const) };
  const client = new Client({ name: "test", version: "1" }, { capabilities, versionNegotiation });
  if (answer !== undefined)
    client.setRequestHandler("elicitation/create", async ({ params }) => answer(params.message));
  const serverOptions: McpServerOptions = { sessionId: "session-1", tools: "all", ...options };
  if (wire === "stdio") await connectStdio(client, await createMcpServerFactory(runner, serverOptions));
  else await connectHttp(client, runner, serverOptions);
  onTestFinished(async () => client.close());
  return client;
}

/** A request as it stands on the wire of 2026: with the answers that a program puts into it, and the state it sends back. */
export interface RawCall {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly requestState?: string;
  readonly inputResponses?: JsonObject;
}

/** A client of 2026 that answers nothing by itself: what it is asked comes back with the state. */
export async function connectRaw(
  runner: ToolRunner,
  options: Partial<McpServerOptions> = {},
): Promise<(call: RawCall) => Promise<JsonObject>> {
  const client = new Client(
    { name: "test", version: "1" },
    {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: "auto" },
      inputRequired: { autoFulfill: false },
    },
  );
  await connectStdio(
    client,
    await createMcpServerFactory(runner, { sessionId: "session-1", tools: "all", ...options }),
  );
  onTestFinished(async () => client.close());
  return async (call) => {
    const result = await client.callTool(call as never, { allowInputRequired: true } as never);
    return result as unknown as JsonObject;
  };
}

async function connectStdio(client: McpClient, factory: McpServerFactory): Promise<void> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const handle = serveStdio(factory, { transport: serverSide as unknown as ServerTransport });
  onTestFinished(async () => handle.close());
  await client.connect(clientSide);
}

async function connectHttp(client: McpClient, runner: ToolRunner, options: McpServerOptions): Promise<void> {
  const handler = await createMcpHttpHandler(runner, { ...options, token });
  onTestFinished(async () => handler.close());
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    requestInit: { headers: { authorization: `Bearer ${token}`, host: "localhost" } },
    fetch: async (url, init) => handler.fetch(new Request(url, init)),
  });
  await client.connect(transport);
}

/** What a model reads of a result. */
export function structured(result: { readonly structuredContent?: unknown }): JsonObject {
  return result.structuredContent as JsonObject;
}
