/** The command `dex-connectors mcp` as a program, spoken to by the protocol's own client and inspector. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { structured } from "./connect.ts";

const folder = import.meta.dirname;
const command = join(folder, "command.ts");
const inspector = join(
  folder,
  "..",
  "node_modules",
  "@modelcontextprotocol",
  "inspector",
  "clients",
  "launcher",
  "build",
  "index.js",
);
const manifest = join(folder, "..", "..", "fixtures", "http", "desk", "dex-connector.yaml");
const env = { ...process.env, DESK_TOKEN: "token of the desk", MCP_TOKEN: "token of the test server" } as Record<
  string,
  string
>;

/** A provider on this machine that knows one note. */
async function desk(): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: request.url?.split("/").at(-1) }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

async function words(...more: readonly string[]): Promise<string[]> {
  const setting = [
    "--config",
    `baseUrl=${await desk()}`,
    "--credential",
    "apiToken=env:DESK_TOKEN",
    "--allow-loopback",
  ];
  return [command, "mcp", "--connector", manifest, ...setting, ...more];
}

interface Ended {
  readonly exitCode: number | null;
  readonly text: string;
  readonly trouble: string;
}

/** The inspector takes the server from a file, because it knows a flag `--config` of its own. */
async function inspect(...method: readonly string[]): Promise<Ended> {
  const home = mkdtempSync(join(tmpdir(), "inspector-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const file = join(home, "servers.json");
  writeFileSync(
    file,
    JSON.stringify({ mcpServers: { desk: { command: process.execPath, args: await words("--all"), env } } }),
  );
  const all = [inspector, "--cli", "--config", file, "--server", "desk", ...method, "--format", "json", "-q"];
  const child = spawn(process.execPath, all, { env: { ...env, HOME: home }, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  let trouble = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (trouble += chunk.toString()));
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, text, trouble };
}

test(
  "over stdio it serves the named tools, and a call reaches the provider and the journal",
  { timeout: 60_000 },
  async () => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: await words("--tool", "test_desk_get_note"),
      env,
    });
    await client.connect(transport);
    onTestFinished(async () => client.close());
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["test_desk_get_note"]);
    const result = await client.callTool({ name: "test_desk_get_note", arguments: { id: "n-7" } });
    expect(structured(result)).toEqual({ status: "ok", result: { id: "n-7" } });
  },
);

test("over HTTP it asks for the token of the variable and serves all tools", { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, await words("--all", "--http", "0", "--token-env", "MCP_TOKEN"), { env });
  onTestFinished(() => {
    child.kill("SIGINT");
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.once("close", () => reject(new Error(said)));
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\S+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  expect((await fetch(url, { method: "POST" })).status).toBe(401);
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${env["MCP_TOKEN"] ?? ""}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  onTestFinished(async () => client.close());
  expect((await client.listTools()).tools).toHaveLength(3);
});

test("without its credential it serves all the same, and says at the start what is missing and where to set it", async () => {
  const flags = ["--all", "--http", "0", "--token-env", "MCP_TOKEN", "--config", "baseUrl=http://127.0.0.1:9"];
  const all = [command, "mcp", "--connector", manifest, ...flags, "--allow-loopback"];
  const child = spawn(process.execPath, all, { env, stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => {
    child.kill("SIGINT");
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/MCP at http/);
  expect(said).toMatch(/credentials are missing: apiToken\. .*--credential KEY=env:NAME/);
});

test(
  "the inspector lists the tools and finds nothing in their schemas that a host would refuse",
  { timeout: 60_000 },
  async () => {
    const { exitCode, text, trouble } = await inspect("--method", "tools/list", "--strict");
    expect(exitCode, text + trouble).toBe(0);
    expect(text).toContain("test_desk_put_note");
  },
);

test("the inspector calls a tool", { timeout: 60_000 }, async () => {
  const call = ["--method", "tools/call", "--tool-name", "test_desk_get_note", "--tool-args-json", '{"id":"n-7"}'];
  const { exitCode, text, trouble } = await inspect(...call);
  expect(exitCode, text + trouble).toBe(0);
  expect(text).toContain('"status":"ok"'.replaceAll('"', '\\"'));
});

test.each([
  [["--all", "--tool", "x"], /--tool NAME, or --all/],
  [[], /--tool NAME, or --all/],
  [["--all", "--http", "x"], /--http takes a port/],
  [["--all", "--http", "0", "--token-env", "NOT_SET"], /NOT_SET is not set/],
])("misuse is told in one line with exit code 2: %j", { timeout: 60_000 }, async (more, said) => {
  const child = spawn(process.execPath, await words(...more), { env, stdio: ["ignore", "ignore", "pipe"] });
  let text = "";
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [exitCode] = (await once(child, "close")) as [number | null];
  expect(exitCode).toBe(2);
  expect(text).toMatch(said);
});
