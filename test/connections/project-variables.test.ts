import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { loadFromEnvironment } from "../../src/connections/load-from-environment.ts";
import { upperSnake } from "../../src/connections/project-variables.ts";

const emit = vi.spyOn(process, "emitWarning");
beforeEach(() => void emit.mockReset().mockReturnValue(undefined));
afterAll(() => emit.mockRestore());

function connections(...names: readonly string[]): string {
  return JSON.stringify({ schemaVersion: 1, connections: names.map((name) => ({ connector: "slack", name })) });
}

async function credentialsOf(env: Record<string, string>, name: string): Promise<Record<string, string>> {
  const project = await loadFromEnvironment(env);
  const credentials = await project.connection("slack", name).credentials();
  return Object.fromEntries(Object.entries(credentials).map(([key, secret]) => [key, secret.reveal()]));
}

describe("a deployment's variables", () => {
  test("give each connection the secrets that carry its name, read anew", async () => {
    const env: Record<string, string> = {
      DEX_PROJECT_CONNECTIONS: connections("support-slack", "salesSlack"),
      DEX_PROJECT_SECRET_SUPPORT_SLACK_BOT_TOKEN: "one",
      DEX_PROJECT_SECRET_SALES_SLACK_TOKEN: "two",
    };
    expect(await credentialsOf(env, "support-slack")).toEqual({ botToken: "one" });
    expect(await credentialsOf(env, "salesSlack")).toEqual({ token: "two" });
    const values = (await loadFromEnvironment(env)).connection("slack", "support-slack");
    env["DEX_PROJECT_SECRET_SUPPORT_SLACK_BOT_TOKEN"] = "new";
    expect((await values.credentials())["botToken"]?.reveal()).toBe("new");
    expect(values.credentialNames).toEqual(["botToken"]);
  });

  test("may name a file, which must be private", async () => {
    const folder = await mkdtemp(join(tmpdir(), "project-"));
    const path = join(folder, "c.json");
    await writeFile(path, connections("a"), { mode: 0o600 });
    expect((await loadFromEnvironment({ DEX_PROJECT_CONNECTIONS: `@${path}` })).list()).toEqual([
      { connector: "slack", name: "a" },
    ]);
    await chmod(path, 0o644);
    await expect(loadFromEnvironment({ DEX_PROJECT_CONNECTIONS: `@${path}` })).rejects.toThrow(/chmod 600/);
    await rm(folder, { recursive: true });
  });

  test("a source that the connection states itself is kept", async () => {
    const text = JSON.stringify({
      schemaVersion: 1,
      connections: [{ connector: "slack", name: "a", credentials: { botToken: { env: "MINE" } } }],
    });
    const env = { DEX_PROJECT_CONNECTIONS: text, DEX_PROJECT_SECRET_A_BOT_TOKEN: "theirs", MINE: "mine" };
    expect(await credentialsOf(env, "a")).toEqual({ botToken: "mine" });
  });

  test("P12.4: one that could mean two connections stops the start", async () => {
    const env = { DEX_PROJECT_CONNECTIONS: connections("slack", "slack-bot"), DEX_PROJECT_SECRET_SLACK_BOT_TOKEN: "x" };
    await expect(loadFromEnvironment(env)).rejects.toThrow(
      /could mean botToken of slack\/slack or token of slack\/slack-bot/,
    );
  });

  test("P12.4: a connection that two places declare stops the start", async () => {
    const folder = await mkdtemp(join(tmpdir(), "project-"));
    const path = join(folder, "c.json");
    await writeFile(path, connections("a"), { mode: 0o600 });
    const env = { DEX_CONNECTOR_CONFIG_FILE: path, DEX_PROJECT_CONNECTIONS: connections("a") };
    await expect(loadFromEnvironment(env)).rejects.toThrow(
      /slack\/a is declared in .*c.json and in DEX_PROJECT_CONNECTIONS/,
    );
    await rm(folder, { recursive: true });
  });

  test.each([
    ["DEX_PROJECT_CONNECTION", /did you mean DEX_PROJECT_CONNECTIONS\?/],
    ["DEX_PROJECT_SECRETS_A_BOT_TOKEN", /known are DEX_PROJECT_CONNECTIONS and DEX_PROJECT_SECRET_/],
    ["DEX_PROJECT_SECRET_B_BOT_TOKEN", /belongs to no connection; known are DEX_PROJECT_SECRET_A_<CREDENTIAL>/],
    ["DEX_PROJECT_SECRET_A_", /belongs to no connection/],
  ])("P12.4: %s looks like ours and is reported, without its value", async (variable, message) => {
    const project = await loadFromEnvironment({
      DEX_PROJECT_CONNECTIONS: connections("a"),
      [variable]: "xoxb-planted",
    });
    expect(project.warnings).toEqual([expect.stringMatching(message)]);
    expect(emit).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(emit.mock.calls)).not.toContain("planted");
  });

  test("other people's variables are none of our business", async () => {
    const env = { DEX_PROJECT_CONNECTIONS: connections("a"), DEX_HOME: "/x", PATH: "/bin", SLACK_BOT_TOKEN: "x" };
    expect((await loadFromEnvironment(env)).warnings).toEqual([]);
  });

  test.each([
    ["support-slack", "SUPPORT_SLACK"],
    ["supportSlack", "SUPPORT_SLACK"],
    ["a.b2C", "A_B2_C"],
  ])("%s is written %s", (name, upper) => {
    expect(upperSnake(name)).toBe(upper);
  });
});
