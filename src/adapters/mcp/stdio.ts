/** The MCP server over this process's standard input and output. */

import type { ToolRunner } from "../../run/runner.ts";
import { loadMcpPackage } from "./sdk.ts";
import type { McpServerFactory, McpServerOptions } from "./server.ts";
import { createMcpServerFactory } from "./server.ts";

export interface McpStdioOptions extends McpServerOptions {
  /** Told of trouble outside any call. Nothing may be written to standard output meanwhile. */
  readonly onError?: (error: Error) => void;
}

export interface McpStdioServer {
  /** Ends the connection; calls under way are cancelled as the client had asked. */
  close(): Promise<void>;
}

/** The package's exports that are used here. */
export interface McpStdioSdk {
  readonly serveStdio: (
    factory: McpServerFactory,
    options: { readonly onerror?: (error: Error) => void },
  ) => { readonly close: () => Promise<void> };
}

/** Serves one client of either era until it closes its end. Throws `invalid_configuration` when the package is not installed. */
export async function serveMcpStdio(runner: ToolRunner, options: McpStdioOptions): Promise<McpStdioServer> {
  const { onError } = options;
  const factory = await createMcpServerFactory(runner, options);
  const { serveStdio } = (await loadMcpPackage("@modelcontextprotocol/server/stdio")) as McpStdioSdk;
  const handle = serveStdio(factory, onError === undefined ? {} : { onerror: onError });
  return { close: handle.close.bind(handle) };
}
