import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jsonOf, runWords } from "./run-words.ts";
import { temporaryFolder } from "./temporary-folder.ts";

async function connectionFile(connections: readonly object[], mode = 0o600): Promise<string> {
  const file = join(await temporaryFolder(), "connections.json");
  await writeFile(file, JSON.stringify({ schemaVersion: 1, connections }));
  await chmod(file, mode);
  return file;
}

const support = {
  connector: "slack",
  name: "support",
  config: {},
  credentials: { botToken: { env: "SLACK_BOT_TOKEN" } },
};

describe("connections check", () => {
  test("a connection with its variable set is complete, and the secret is not shown", async () => {
    const env = { DEX_CONNECTOR_CONFIG_FILE: await connectionFile([support]), SLACK_BOT_TOKEN: "xoxb-planted-1" };
    const ran = await runWords(["connections", "check"], { env });
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ran.stdout).toContain("slack/support: complete");
    expect(ran.stdout).toContain("botToken from");
    expect(ran.stdout).not.toContain("planted");
  });

  test("a variable that is not set, a missing credential and a wrong setting are each told", async () => {
    const connections = [
      support,
      { connector: "slack", name: "bare", config: {}, credentials: {} },
      { ...support, name: "typo", config: { apiurl: "x" } },
    ];
    const env = { DEX_CONNECTOR_CONFIG_FILE: await connectionFile(connections) };
    const ran = await runWords(["connections", "check", "--format", "json"], { env });
    expect(ran.exitCode).toBe(1);
    const states = jsonOf(ran) as { readonly name: string; readonly faults: readonly string[] }[];
    const faults = Object.fromEntries(states.map((state) => [state.name, state.faults.join("; ")]));
    expect(faults["support"]).toContain("SLACK_BOT_TOKEN is not set");
    expect(faults["bare"]).toContain("credentials are missing: botToken");
    expect(faults["typo"]).toContain("did you mean apiUrl?");
  });

  test("a file that others can read is refused with the command that mends it", async () => {
    const file = await connectionFile([support], 0o644);
    const ran = await runWords(["connections", "check"], { env: { DEX_CONNECTOR_CONFIG_FILE: file } });
    expect(ran).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ran.stderr).toContain("chmod 600");
  });

  test("no file is no fault, and a name that leads to none is told", async () => {
    expect(await runWords(["connections", "check"])).toMatchObject({ exitCode: 0, stdout: "" });
    const env = { DEX_CONNECTOR_CONFIG_FILE: join(await temporaryFolder(), "none.json") };
    const ran = await runWords(["connections", "check"], { env });
    expect(ran).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("none.json, which DEX_CONNECTOR_CONFIG_FILE names, does not exist") as string,
    });
  });
});

describe("connections scopes", () => {
  test("gives the smallest set of the named operations and of the queries that find their lost writes", async () => {
    const ran = await runWords([
      "connections",
      "scopes",
      "slack",
      "--operations",
      "postThreadReply,addReaction",
      "--operations",
      "postChannelMessage",
    ]);
    expect(ran).toEqual({ exitCode: 0, stdout: "channels:history\nchat:write\nreactions:write\n", stderr: "" });
  });
});

describe("--connection", () => {
  test("is not needed when one is set up, and chooses when several are", async () => {
    const input = '{"channelId":"no id"}';
    const call = ["call", "slack", "getChannelHistory", "--input", input, "--format", "json"];
    const one = { DEX_CONNECTOR_CONFIG_FILE: await connectionFile([support]) };
    expect(jsonOf(await runWords(call, { env: one }))).toMatchObject({
      connection: { connector: "slack", name: "support" },
    });
    const two = { DEX_CONNECTOR_CONFIG_FILE: await connectionFile([support, { ...support, name: "sales" }]) };
    expect(await runWords(call, { env: two })).toMatchObject({
      exitCode: 2,
      stderr: "error: slack has the connections support, sales; choose one by --connection\n",
    });
    const chosen = await runWords([...call, "--connection", "sales"], { env: two });
    expect(jsonOf(chosen)).toMatchObject({ connection: { name: "sales" } });
  });

  test("takes its values from the file alone", async () => {
    const ran = await runWords(["call", "slack", "getUser", "--connection", "support", "--allow-loopback"]);
    expect(ran).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("leave --config") as string });
  });

  test("a credential comes from a private file", async () => {
    const file = join(await temporaryFolder(), "token");
    await writeFile(file, "xoxb-planted-2\n", { mode: 0o644 });
    const call = ["call", "slack", "getUser", "--credential", `botToken=file:${file}`, "--input", "{}"];
    expect(await runWords(call)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`chmod 600 '${file}'`) as string,
    });
    await chmod(file, 0o600);
    expect(await runWords(call)).toMatchObject({ exitCode: 1, stderr: "" });
  });
});
