/** `mcp`: the tools of connectors as an MCP server, over standard input and output or over HTTP on this machine. */

import { closestName } from "../core/closest-name.ts";
import type { ToolRunner } from "../run/runner.ts";
import type { ConnectorToolSource } from "../tools/connector-tool-source.ts";
import { defineCommand, type CommandContext, type FlagValues } from "./command.ts";
import { exitCodes, misuse } from "./command-error.ts";
import { connectionFlags, openConnections } from "./connection-flags.ts";
import { openConnector } from "./connector-argument.ts";
import { exposedNames } from "./exposed-names.ts";
import { journalFlag, openEngine } from "./journal-flag.ts";
import { serveHttp } from "./mcp-http.ts";

const flagSpecs = {
  connector: { type: "string", multiple: true, value: "MANIFEST", description: "Whose operations become tools." },
  tool: { type: "string", multiple: true, value: "NAME", description: "Offers the tool of that name." },
  all: { type: "boolean", description: "Offers every exposed operation." },
  http: {
    type: "string",
    value: "PORT",
    description: "Serves Streamable HTTP on 127.0.0.1 in place of stdio; 0 takes a free port.",
  },
  "token-env": {
    type: "string",
    value: "NAME",
    description: "The variable with the bearer token of HTTP, 16 characters or more. Default: a new one, shown once.",
  },
  session: { type: "string", value: "S", description: "Whose calls they are. Default: a new session each time." },
  approvals: {
    type: "string",
    choices: ["client", "elsewhere"],
    description: "Asks the person behind the client where it can (client, the default), or waits for `decide`.",
  },
  ...connectionFlags,
  ...journalFlag,
} as const;

type McpFlags = FlagValues<typeof flagSpecs>;

/** How long calls under way may take to end after the client left, in milliseconds. */
const graceMs = 30_000;

export const mcp = defineCommand({
  name: "mcp",
  summary: "Serve the tools of connectors over MCP.",
  usage: "mcp --connector <manifest…> --tool NAME… | --all [--http PORT] [flags]",
  flags: flagSpecs,
  examples: [
    "mcp --connector slack --tool slack_post_channel_message --journal calls.db --session ada",
    "mcp --connector slack --all --http 4010 --token-env MCP_TOKEN --journal calls.db",
  ],
  async run(context) {
    const { flags } = context;
    if (flags.connector.length === 0) throw misuse("mcp needs to know whose operations to serve: --connector MANIFEST");
    if (flags.all === flags.tool.length > 0)
      throw misuse("say which tools to offer: --tool NAME, or --all for every exposed one");
    const http = flags.http === undefined ? undefined : { port: portOf(flags.http), token: tokenOf(flags, context) };
    const connectors = await Promise.all(flags.connector.map(openConnector));
    const open = await openConnections(connectors, flags, context.env);
    try {
      const toolSources = open.connections.map((connection) => connection.tools({ only: exposedNames(connection) }));
      // Whatever may be refused comes before the journal: a refused command leaves none behind.
      requireTools(flags.tool, toolSources);
      await requireMcpPackages(flags.http === undefined ? ["server"] : ["server", "node"]);
      for (const warning of open.warnings) context.stderr.write(`mcp: ${warning}\n`);
      const { createToolRunner } = await import("../index.ts");
      const runner = createToolRunner({
        toolSources,
        engine: await openEngine(flags.journal),
      });
      try {
        await runner.ready();
        await serve(runner, flags, http, context);
      } finally {
        await runner.close({ graceMs });
      }
    } finally {
      await open.close();
    }
    return exitCodes.fine;
  },
});

function requireTools(wanted: readonly string[], sources: readonly ConnectorToolSource[]): void {
  const names = sources.flatMap((source) => source.listTools().map(({ name }) => name));
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const closest = closestName(unknown, names);
  const hint = closest === undefined ? `there are ${names.join(", ")}` : `did you mean ${closest}?`;
  throw misuse(`--tool: there is no tool ${JSON.stringify(unknown)}; ${hint}`);
}

/** Throws `invalid_configuration` with what to install. */
async function requireMcpPackages(names: readonly string[]): Promise<void> {
  const { loadMcpPackage } = await import("../adapters/mcp/sdk.ts");
  for (const name of names) await loadMcpPackage(`@modelcontextprotocol/${name}`);
}

/** Serves until the client closes its end or an interrupt comes. */
async function serve(
  runner: ToolRunner,
  flags: McpFlags,
  http: { readonly port: number; readonly token: string | undefined } | undefined,
  context: CommandContext,
): Promise<void> {
  const options = {
    sessionId: flags.session ?? crypto.randomUUID(),
    tools: flags.all ? ("all" as const) : flags.tool,
    approvals: flags.approvals === "elsewhere" ? ("elsewhere" as const) : ("elicit" as const),
    onError: (error: Error) => {
      context.stderr.write(`mcp: ${error.message}\n`);
    },
  };
  if (http !== undefined) {
    await serveHttp(runner, { ...options, ...http }, context);
    return;
  }
  const { serveMcpStdio } = await import("../mcp.ts");
  const server = await serveMcpStdio(runner, options);
  await new Promise<void>((resolve) => {
    const end = (): void => {
      resolve();
    };
    context.signal.addEventListener("abort", end, { once: true });
    context.stdin.once("end", end);
    context.stdin.once("close", end);
    if (context.signal.aborted) resolve();
  });
  await server.close();
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || port > 65_535)
    throw misuse(`--http takes a port, 0 to 65535, not ${JSON.stringify(text)}`);
  return port;
}

function tokenOf(flags: McpFlags, { env }: CommandContext): string | undefined {
  const name = flags["token-env"];
  if (name === undefined) return undefined;
  const token = env[name];
  if (token === undefined || token === "") throw misuse(`--token-env: the variable ${name} is not set`);
  return token;
}
