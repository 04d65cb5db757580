/** Listens on this machine and hands requests to the MCP handler. Who may knock is decided there. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ToolkitError } from "../core/error.ts";
import type { McpServerOptions } from "../mcp.ts";
import type { ToolRunner } from "../run/runner.ts";
import type { CommandContext } from "./command.ts";

export interface HttpOptions extends McpServerOptions {
  readonly port: number;
  /** Absent: a new one is made and shown once. */
  readonly token: string | undefined;
  readonly onError: (error: Error) => void;
}

/** The export of `@modelcontextprotocol/node` that is used. */
interface NodePackage {
  toNodeHandler(handler: { fetch(request: Request): Promise<Response> }): Parameters<typeof createServer>[1];
}

/** Serves until an interrupt. The address, and a token that was made here, go to stderr. */
export async function serveHttp(runner: ToolRunner, options: HttpOptions, context: CommandContext): Promise<void> {
  const { port, token = crypto.randomUUID(), ...rest } = options;
  const { createMcpHttpHandler } = await import("../mcp.ts");
  const handler = await createMcpHttpHandler(runner, { ...rest, token });
  const node = await loadNodePackage();
  const server = createServer(node.toNodeHandler(handler));
  try {
    await listen(server, port);
    const { port: taken } = server.address() as AddressInfo;
    context.stderr.write(`MCP at http://127.0.0.1:${String(taken)}/mcp\n`);
    if (options.token === undefined) context.stderr.write(`Authorization: Bearer ${token}\n`);
    await new Promise<void>((resolve) => {
      context.signal.addEventListener("abort", () => resolve(), { once: true });
      if (context.signal.aborted) resolve();
    });
  } finally {
    await handler.close();
    server.closeAllConnections();
    server.close();
  }
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
}

async function loadNodePackage(): Promise<NodePackage> {
  const name = "@modelcontextprotocol/node";
  try {
    return (await import(name)) as NodePackage;
  } catch (cause) {
    const message = `serving MCP over HTTP needs the package ${name}, version 2: install it beside dex-connectors`;
    throw new ToolkitError("invalid_configuration", message, { cause });
  }
}
