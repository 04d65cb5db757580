/** The face for the Model Context Protocol: the runner's tools as a server, a server's tools as a source. It exports names and holds no logic. */

export { idempotencyKeyMeta, turnMeta } from "./adapters/mcp/call-identity.ts";
export type { McpHttpHandler, McpHttpOptions } from "./adapters/mcp/http.ts";
export { createMcpHttpHandler } from "./adapters/mcp/http.ts";
export type { McpServerInfo } from "./adapters/mcp/sdk.ts";
export type { McpServerFactory, McpServerOptions } from "./adapters/mcp/server.ts";
export { createMcpServerFactory } from "./adapters/mcp/server.ts";
export type { McpStdioOptions, McpStdioServer } from "./adapters/mcp/stdio.ts";
export { serveMcpStdio } from "./adapters/mcp/stdio.ts";
export type { McpClient, McpToolSourceOptions } from "./adapters/mcp/tool-source.ts";
export { McpToolSource } from "./adapters/mcp/tool-source.ts";
