import { inspect } from "node:util";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { connectorTool, ConnectorToolSource, createToolRunner, isToolkitError, toModelResult } from "dex-connectors";
import { loadFromEnvironment } from "dex-connectors/connections";
import * as slack from "dex-connectors/slack";
import { createSqliteEngine } from "dex-connectors/sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { runWords } from "../cli/run-words.ts";

const token = "xoxb-1234567890-PlantedSecretPlanted";
/** The token as it may come back: as it is, in a query, in base64. */
const traces = ["PlantedSecret", encodeURIComponent(token), Buffer.from(token).toString("base64").replace(/=+$/, "")];

/** Everything that text of the toolkit could hold: shown, serialized, and looked into ten levels deep. */
function textsOf(value: unknown): string {
  const shown = inspect(value, {
    depth: 10,
    showHidden: true,
    getters: true,
    maxStringLength: null,
    maxArrayLength: null,
  });
  const stack = value instanceof Error ? [value.stack, inspect(value.cause, { depth: 10, showHidden: true })] : [];
  return [shown, String(value), jsonText(value), ...stack].join("\n");
}

function jsonText(value: unknown): string {
  const seen = new Set<unknown>();
  return (
    JSON.stringify(value, (_key, inner: unknown) => {
      if (typeof inner !== "object" || inner === null) return typeof inner === "bigint" ? String(inner) : inner;
      if (seen.has(inner)) return "[seen]";
      seen.add(inner);
      return inner;
    }) ?? ""
  );
}

function expectClean(what: string, value: unknown): void {
  const text = textsOf(value);
  for (const trace of traces) expect(text.includes(trace), `${what} shows the secret`).toBe(false);
}

/** A Slack that repeats the token wherever it can: in errors, results, headers and pages that are no JSON. */
async function tellingSlack() {
  const server = createServer((request, response) => {
    const method = request.url?.split("/").at(-1) ?? "";
    const given = request.headers.authorization ?? "none";
    response.setHeader("content-type", "application/json");
    response.setHeader("x-echo", encodeURIComponent(given));
    const messages = [
      { ts: "1710000000.000100", user: "U000000001", text: `${given} ${Buffer.from(token).toString("base64")}` },
    ];
    const bodies: Readonly<Record<string, string>> = {
      "conversations.history": JSON.stringify({ ok: true, messages, has_more: false }),
      "conversations.replies": JSON.stringify({
        ok: false,
        error: `invalid_auth ${given}`,
        needed: given,
        provided: given,
      }),
      "chat.postMessage": `<html>${given} ${encodeURIComponent(token)}</html>`,
      "reactions.add": JSON.stringify({
        ok: false,
        error: "missing_scope",
        needed: given,
        provided: given,
        response_metadata: { messages: [given] },
      }),
    };
    if (method === "reactions.add") response.statusCode = 200;
    if (method === "chat.postMessage") response.statusCode = 502;
    response.end(bodies[method] ?? JSON.stringify({ ok: false, error: given }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { apiUrl: `http://127.0.0.1:${String(port)}/api/`, close: () => void server.close() };
}

const channelId = "C000000001";
const calls = [
  { name: "slack_get_channel_history", arguments: { channelId } },
  { name: "slack_list_thread_messages", arguments: { channelId, threadTimestamp: "1710000000.000100" } },
  { name: "slack_add_reaction", arguments: { channelId, messageTimestamp: "1710000000.000100", name: "eyes" } },
  { name: "slack_post_channel_message", arguments: { channelId, text: `the token is ${token}` } },
  {
    name: "slack_post_thread_reply",
    arguments: JSON.stringify({ channelId, threadTimestamp: 1, text: token, [token]: token }),
  },
  { name: `slack_${token}`, arguments: `{"broken ${token}` },
];

describe("P12.1: a planted secret", () => {
  let provider: Awaited<ReturnType<typeof tellingSlack>>;
  const said: string[] = [];
  beforeEach(async () => {
    provider = await tellingSlack();
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, "write").mockImplementation((chunk) => Boolean(said.push(String(chunk))));
    }
    vi.spyOn(process, "emitWarning").mockImplementation((warning) => void said.push(String(warning)));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    provider.close();
  });

  async function project() {
    const folder = await temporaryFolder();
    const connection = {
      connector: "slack",
      name: "support",
      config: { apiUrl: provider.apiUrl },
      credentials: { botToken: { env: "SLACK_BOT_TOKEN" } },
      allowLoopback: true,
    };
    const file = join(folder, "connections.json");
    await writeFile(file, JSON.stringify({ schemaVersion: 1, connections: [connection] }), { mode: 0o600 });
    return { folder, env: { DEX_CONNECTOR_CONFIG_FILE: file, SLACK_BOT_TOKEN: token } };
  }

  test("is in no record, result, event, warning, file or inspected object, whatever the provider repeats", async () => {
    const { folder, env } = await project();
    const loaded = await loadFromEnvironment(env);
    const connection = slack.newProjectConnection(loaded, "support");
    const { operations, reference } = connection;
    const tools = [
      operations.getChannelHistory(),
      operations.listThreadMessages(),
      operations.addReaction(),
      operations.postChannelMessage(),
      operations.postThreadReply(),
    ].map((operation) => connectorTool(operation, reference));
    const source = new ConnectorToolSource(tools);
    const engine = createSqliteEngine({ path: join(folder, "calls.db") });
    const runner = createToolRunner({ toolSources: [source], engine });
    const records = await runner.runResponse({ sessionId: "s", turnId: "t", responseId: "r", calls });
    const alone = { name: "slack_post_channel_message", arguments: { channelId, text: "Hello" } };
    const lost = await runner.runResponse({ sessionId: "s", turnId: "t", responseId: "r2", calls: [alone] });
    const events: unknown[] = [];
    const stop = new AbortController();
    for await (const event of runner.events({ sessionId: "s", signal: stop.signal })) {
      events.push(event);
      if (JSON.stringify(event).includes("r2.0") && JSON.stringify(event).includes("call_ended")) stop.abort();
    }
    // The provider saw the token, so it was there to be repeated.
    expect(records[0]).toMatchObject({ status: "succeeded" });
    expect(JSON.stringify(records[0]?.output)).toContain("[secret removed]");
    expect(lost[0]).toMatchObject({ status: "outcome_unknown" });
    const all = {
      records,
      lost,
      events,
      results: [...records, ...lost].map(toModelResult),
      listed: await runner.listTools(),
    };
    expectClean("what a run gives", all);
    expectClean("what recovery and lists give", [
      await runner.recover(),
      await runner.calls.list(),
      await runner.calls.reconcile(),
    ]);
    const objects = { loaded, connection, operations: tools, source, runner, engine, manifest: slack.manifest };
    for (const [name, object] of Object.entries(objects)) expectClean(name, object);
    await runner.close();
    await loaded.close();
    for (const file of await readdir(folder)) {
      const bytes = await readFile(join(folder, file));
      for (const trace of traces) expect(bytes.includes(trace), `${file} holds the secret`).toBe(false);
    }
    expectClean("what was said", said);
  });

  test("is in no error of a connection that is set up wrongly", async () => {
    const faults: unknown[] = [];
    const attempt = async (make: () => unknown): Promise<void> => {
      try {
        await make();
      } catch (error) {
        faults.push(error);
      }
    };
    const base = { name: "support", config: { apiUrl: provider.apiUrl }, allowLoopback: true };
    await attempt(() => slack.connect({ ...base, credentials: { botTokn: token } }));
    await attempt(() => slack.connect({ ...base, config: { apiUrl: `http://${token}@127.0.0.1/` } }));
    await attempt(() => slack.connect({ ...base, config: { apiUrl: 5, token } }));
    await attempt(() =>
      slack.connect({ ...base, name: `a/${token}`.slice(0, 2), credentials: { botToken: [token] } } as never),
    );
    await attempt(async () =>
      loadFromEnvironment({ DEX_PROJECT_CONNECTIONS: `{"schemaVersion":1,"connections":["${token}"]}` }),
    );
    await attempt(async () => loadFromEnvironment({ DEX_PROJECT_CONNECTIONS: `{"${token}` }));
    expect(faults).toHaveLength(6);
    expect(faults.filter((fault) => !isToolkitError(fault))).toEqual([]);
    for (const fault of faults) expectClean("an error", fault);
  });

  test("is in nothing that the command line prints", async () => {
    const { env } = await project();
    const ran = [
      await runWords(["connections", "check"], { env }),
      await runWords(["doctor", "--format", "json"], { env }),
      await runWords(["call", "slack", "getChannelHistory", "--input", `{"channelId":"${channelId}"}`], { env }),
      await runWords(
        [
          "call",
          "slack",
          "postChannelMessage",
          "--input",
          `{"channelId":"${channelId}","text":"Hello"}`,
          "--format",
          "json",
        ],
        { env },
      ),
      await runWords(
        [
          "call",
          "slack",
          "addReaction",
          "--input",
          `{"channelId":"${channelId}","messageTimestamp":"1710000000.000100","name":"eyes"}`,
        ],
        { env },
      ),
    ];
    expect(ran.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 1, 1]);
    expectClean("the command line", ran);
  });
});
