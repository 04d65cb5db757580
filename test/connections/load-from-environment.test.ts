import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadFromEnvironment } from "../../src/connections.ts";
import { isToolkitError, type ToolkitErrorCode } from "../../src/core/error.ts";
import type { ConnectionValues } from "../../src/core/operation.ts";

let folder = "";
let file = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "connections-"));
  file = join(folder, "connections.json");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const entry = { connector: "slack", name: "support-slack", credentials: { botToken: { env: "SLACK_BOT_TOKEN" } } };

async function write(content: unknown, mode = 0o600, path = file): Promise<string> {
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  await chmod(path, mode);
  return path;
}

function fileOf(...connections: readonly unknown[]): unknown {
  return { schemaVersion: 1, connections };
}

async function valuesOf(
  env: Record<string, string | undefined> = {},
  content: unknown = fileOf(entry),
): Promise<ConnectionValues> {
  await write(content);
  return (await loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file, ...env })).connection("slack", "support-slack");
}

async function revealed(values: ConnectionValues): Promise<unknown> {
  const credentials = await values.credentials();
  return Object.fromEntries(Object.entries(credentials).map(([name, secret]) => [name, secret.reveal()]));
}

function withCode(code: ToolkitErrorCode, message: RegExp): unknown {
  return expect.toSatisfy((error) => isToolkitError(error) && error.code === code && message.test(error.message));
}

describe("a connection file", () => {
  test("gives a connection with its settings, and credentials of all three kinds", async () => {
    await write("t0p\n", 0o600, join(folder, "app-token"));
    const credentials = { botToken: { env: "SLACK_BOT_TOKEN" }, appToken: { file: "app-token" }, userToken: "xoxp-1" };
    const content = fileOf({
      ...entry,
      config: { apiUrl: "http://127.0.0.1:1/api/" },
      credentials,
      allowLoopback: true,
    });
    const values = await valuesOf({ SLACK_BOT_TOKEN: "xoxb-1" }, content);
    expect(values).toMatchObject({
      name: "support-slack",
      config: { apiUrl: "http://127.0.0.1:1/api/" },
      allowLoopback: true,
      allowPrivateAddresses: false,
    });
    expect(await revealed(values)).toEqual({ botToken: "xoxb-1", appToken: "t0p", userToken: "xoxp-1" });
    expect([...values.knownSecrets()].map((secret) => secret.reveal()).toSorted()).toEqual(["t0p", "xoxb-1", "xoxp-1"]);
  });

  test("credentials are read again for each attempt: variables, secret files and the file itself", async () => {
    const env: Record<string, string> = { DEX_CONNECTOR_CONFIG_FILE: file, TOKEN: "one" };
    await write("f-one", 0o600, join(folder, "secret"));
    const content = (text: string): unknown =>
      fileOf({ ...entry, credentials: { a: { env: "TOKEN" }, b: { file: "secret" }, c: text } });
    await write(content("t-one"));
    const values = (await loadFromEnvironment(env)).connection("slack", "support-slack");
    expect(await revealed(values)).toEqual({ a: "one", b: "f-one", c: "t-one" });
    env["TOKEN"] = "two";
    await write("f-two, longer", 0o600, join(folder, "secret"));
    await write(content("t-two, longer"));
    expect(await revealed(values)).toEqual({ a: "two", b: "f-two, longer", c: "t-two, longer" });
    expect([...values.knownSecrets()].map((secret) => secret.reveal())).toContain("t-one");
  });

  test("a missing credential is left out, with a hint where to set it", async () => {
    const values = await valuesOf();
    expect(await revealed(values)).toEqual({});
    expect(values.credentialHint?.("botToken")).toBe("set environment variable SLACK_BOT_TOKEN");
    expect(values.credentialHint?.("other")).toContain("add it");
  });

  test("that is broken while the process runs makes credentials unavailable for now, not old ones valid", async () => {
    const values = await valuesOf({ SLACK_BOT_TOKEN: "xoxb-1" });
    await write('{"schemaVersion": 1, "connec');
    await expect(values.credentials()).rejects.toThrow(withCode("credential_unavailable", /can no longer be read/));
    await write(fileOf());
    await expect(values.credentials()).rejects.toThrow(
      withCode("credential_unavailable", /no longer has the connection/),
    );
  });
});

describe("a connection that is not set up here is told apart from a broken file", () => {
  test.each([
    ["no variable at all", {}, /set DEX_CONNECTOR_CONFIG_FILE/],
    [
      "a file that does not exist",
      { DEX_CONNECTOR_CONFIG_FILE: "/nonexistent/connections.json" },
      /connections.json does not exist/,
    ],
    [
      "a deployment's file that does not exist",
      { DEX_PROJECT_CONNECTIONS: "@/nonexistent/c.json" },
      /c.json does not exist/,
    ],
  ])("%s: loads, and using a connection says so", async (_, env, message) => {
    const project = await loadFromEnvironment(env);
    expect(project.list()).toEqual([]);
    expect(() => project.connection("slack", "support-slack")).toThrow(withCode("connection_absent", message));
  });

  test("another name: says the closest one", async () => {
    await write(fileOf(entry));
    const project = await loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file });
    expect(() => project.connection("slack", "supportslak")).toThrow(
      withCode("connection_absent", /did you mean support-slack\?/),
    );
    expect(() => project.connection("github", "support-slack")).toThrow(
      withCode("connection_absent", /github\/support-slack is not set up here/),
    );
  });

  test.each([
    ["no JSON", "{", /the file must have/],
    ["a list", "[]", /the file must be a JSON object/],
    [
      "a key twice",
      '{"schemaVersion":1,"schemaVersion":1,"connections":[]}',
      /\/schemaVersion must have each key once/,
    ],
    ["another version", { schemaVersion: 2, connections: [] }, /\/schemaVersion must be 1/],
    ["no version", { connections: [] }, /\/schemaVersion must be 1/],
    ["an unknown key", { schemaVersion: 1, connection: [] }, /\/connection is unknown; did you mean connections\?/],
    ["no list", { schemaVersion: 1, connections: {} }, /\/connections must be a list/],
    [
      "an unknown key of a connection",
      fileOf({ ...entry, credential: {} }),
      /\/connections\/0\/credential is unknown; did you mean credentials\?/,
    ],
    ["no connector", fileOf({ name: "a" }), /\/connections\/0\/connector must be/],
    ["a bad name", fileOf({ ...entry, name: "a b" }), /\/connections\/0\/name must be/],
    ["text for true", fileOf({ ...entry, allowLoopback: "true" }), /\/allowLoopback must be true or false/],
    [
      "a credential of another shape",
      fileOf({ ...entry, credentials: { botToken: { vault: "a" } } }),
      /\/credentials\/botToken must be a text/,
    ],
    [
      "a credential with two sources",
      fileOf({ ...entry, credentials: { botToken: { env: "A", file: "b" } } }),
      /\/credentials\/botToken must be/,
    ],
    ["an empty credential", fileOf({ ...entry, credentials: { botToken: "" } }), /\/credentials\/botToken must be/],
    ["a connection twice", fileOf(entry, entry), /two connections slack\/support-slack/],
    [
      "a secret among settings",
      fileOf({ ...entry, config: { token: "xoxb-planted" } }),
      /\/config\/token looks like a secret/,
    ],
  ])("P12.4: %s stops the start", async (_, content, message) => {
    await write(content);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file })).rejects.toThrow(
      withCode("invalid_configuration", message),
    );
  });
});

describe("a file that holds credentials must be private", () => {
  test.each([0o644, 0o640, 0o604, 0o660, 0o620, 0o602])(
    "P12.4: mode %o is refused with the command that mends it",
    async (mode) => {
      await write(fileOf(entry), mode);
      const load = (): Promise<unknown> => loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file });
      await expect(load()).rejects.toThrow(withCode("file_not_private", new RegExp(`chmod 600 ${file}`)));
      execFileSync("chmod", ["600", file]);
      await expect(load()).resolves.toBeDefined();
    },
  );

  test.each([0o600, 0o400])("mode %o is taken", async (mode) => {
    await write(fileOf(entry), mode);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file })).resolves.toBeDefined();
  });

  test("P12.4: a secret's own file too, at the attempt that needs it", async () => {
    await write("t0p", 0o644, join(folder, "secret"));
    const values = await valuesOf({}, fileOf({ ...entry, credentials: { botToken: { file: "secret" } } }));
    await expect(values.credentials()).rejects.toThrow(withCode("file_not_private", /chmod 600 .*secret/));
  });

  test("the command quotes a path that needs it", async () => {
    const path = join(folder, "it's here.json");
    await write(fileOf(entry), 0o644, path);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: path })).rejects.toThrow(
      String.raw`chmod 600 '${folder}/it'\''s here.json'`,
    );
  });

  test("a link of the user's is followed, and what it leads to is checked", async () => {
    const link = join(folder, "link.json");
    await symlink(await write(fileOf(entry)), link);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: link })).resolves.toBeDefined();
    await chmod(file, 0o644);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: link })).rejects.toThrow(/chmod 600/);
  });

  test("a folder and a pipe are no files, and neither is waited for", async () => {
    await mkdir(file);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file })).rejects.toThrow(/not a regular file/);
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", ["-m", "600", pipe]);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: pipe })).rejects.toThrow(/not a regular file/);
  });

  test("a file of another user is refused with the command that mends it", async () => {
    await write(fileOf(entry));
    vi.spyOn(process, "getuid").mockReturnValue(4_242);
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file })).rejects.toThrow(
      withCode("file_not_private", new RegExp(`belongs to another user .* chown 4242 ${file}`)),
    );
  });

  test("a file over its limit is refused", async () => {
    await write(" ".repeat(1_048_577));
    await expect(loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file })).rejects.toThrow(/larger than 1048576 bytes/);
  });
});

describe("secrets stay out of sight", () => {
  test("P12.1: a planted token stands in no printed form of a project or its values", async () => {
    const credentials = { botToken: "xoxb-planted-1", appToken: { env: "APP" } };
    await write(fileOf({ ...entry, credentials }));
    const project = await loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file, APP: "xoxb-planted-2" });
    const values = project.connection("slack", "support-slack");
    const states = await project.credentialStates("slack", "support-slack");
    for (const value of [project, values, await values.credentials(), [...values.knownSecrets()], states]) {
      const printed = inspect(value, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(value);
      expect(printed).not.toContain("planted");
    }
    expect(await revealed(values)).toEqual({ botToken: "xoxb-planted-1", appToken: "xoxb-planted-2" });
  });

  test("P12.1: nor in the error about a broken file that holds it", async () => {
    for (const content of [
      `{"schemaVersion":1,"connections":[{"credentials":{"a":"xoxb-planted`,
      fileOf({ ...entry, credentials: { a: ["xoxb-planted"] }, config: { b: "xoxb-planted" } }),
    ]) {
      await write(content);
      const error: unknown = await loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file }).catch(
        (thrown: unknown) => thrown,
      );
      expect(isToolkitError(error)).toBe(true);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain("planted");
    }
  });
});

describe("a project", () => {
  test("says which credentials are there, and where they come from", async () => {
    await write(fileOf({ ...entry, credentials: { botToken: { env: "A" }, userToken: { env: "B" } } }));
    const project = await loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file, A: "x" });
    expect(await project.credentialStates("slack", "support-slack")).toEqual([
      { name: "botToken", source: "environment variable A", isPresent: true },
      { name: "userToken", source: "environment variable B", isPresent: false },
    ]);
    expect(project.list()).toEqual([{ connector: "slack", name: "support-slack" }]);
  });

  test("ends what was made from it when it is closed, once, and gives nothing afterwards", async () => {
    await write(fileOf(entry));
    const project = await loadFromEnvironment({ DEX_CONNECTOR_CONFIG_FILE: file });
    const end = vi.fn(async () => undefined);
    project.onClose(end);
    await project.close();
    await project.close();
    expect(end).toHaveBeenCalledTimes(1);
    expect(() => project.connection("slack", "support-slack")).toThrow(withCode("closed", /closed/));
  });
});
