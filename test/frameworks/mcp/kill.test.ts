/** The command as a program that is killed, or loses its client, in the midst of a write. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { idempotencyKeyMeta } from "../../../src/mcp.ts";
import { journalPath } from "../../suites/adapter-setting.ts";
import { structured } from "./connect.ts";

const command = join(import.meta.dirname, "command.ts");
const manifest = join(import.meta.dirname, "..", "..", "fixtures", "http", "desk", "dex-connector.yaml");
const env = { ...process.env, DESK_TOKEN: "token of the desk" } as Record<string, string>;
const write = {
  name: "test_desk_add_note",
  arguments: { id: "n-7", text: "hello" },
  _meta: { [idempotencyKeyMeta]: "order-17" },
};

/** A provider that counts its writes and answers when it is told to. */
async function desk() {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const count = { writes: 0 };
  const server = createServer((_, response) => {
    count.writes += 1;
    arrived.resolve();
    void answer.promise.then(() => response.setHeader("content-type", "application/json").end('{"id":"n-7"}'));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return { url, count, arrived: arrived.promise, answer: answer.resolve };
}

/** Starts the command on the journal and connects to it. */
async function serve(url: string, journal: string) {
  const args = [command, "mcp", "--connector", manifest, "--all", "--journal", journal, "--session", "ada"];
  args.push("--config", `baseUrl=${url}`, "--credential", "apiToken=env:DESK_TOKEN", "--allow-loopback");
  const transport = new StdioClientTransport({ command: process.execPath, args, env });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(transport);
  onTestFinished(async () => client.close());
  return { client, pid: transport.pid ?? 0 };
}

test(
  "P4.1 P7.1: a server that is killed in the midst of a write does not write again; the key tells that nobody knows",
  { timeout: 60_000 },
  async () => {
    const { url, count, arrived } = await desk();
    const journal = journalPath();
    const { client, pid } = await serve(url, journal);
    const calling = client.callTool(write).catch((error: unknown) => error);
    await arrived;
    process.kill(pid, "SIGKILL");
    expect(await calling).toBeInstanceOf(Error);
    const again = await serve(url, journal);
    expect(structured(await again.client.callTool(write))).toMatchObject({ code: "outcome_unknown", didNotRun: false });
    expect(count.writes).toBe(1);
  },
);

test(
  "P4.5: a client that goes away in the midst of a write lets it end; the key reads its result later",
  { timeout: 60_000 },
  async () => {
    const { url, count, arrived, answer } = await desk();
    const journal = journalPath();
    const { client } = await serve(url, journal);
    const calling = client.callTool(write).catch((error: unknown) => error);
    await arrived;
    const closing = client.close();
    answer();
    await Promise.all([closing, calling]);
    const again = await serve(url, journal);
    expect(structured(await again.client.callTool(write))).toMatchObject({ status: "ok", result: { id: "n-7" } });
    expect(count.writes).toBe(1);
  },
);
