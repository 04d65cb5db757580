/** Serves a runner over Streamable HTTP on a free port of this machine, for programs that knock from outside. */
import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { onTestFinished } from "vitest";
import type { ToolSource } from "../../../../src/index.ts";
import { createToolRunner } from "../../../../src/index.ts";
import { createMcpHttpHandler } from "../../../../src/mcp.ts";

/** The address of the server; it ends with the test. */
export async function serve(source: ToolSource): Promise<string> {
  const runner = createToolRunner({ toolSources: [source] });
  const handler = await createMcpHttpHandler(runner, { sessionId: "session-1", tools: "all", token: false });
  const server = createServer(toNodeHandler(handler) as RequestListener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(async () => {
    await handler.close();
    server.closeAllConnections();
    server.close();
    await runner.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`;
}
