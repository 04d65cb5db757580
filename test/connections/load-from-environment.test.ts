import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { loadFromEnvironment } from "../../src/connections.ts";
import { isToolkitError } from "../../src/core/error.ts";
import { entry, file, fileOf, folder, revealed, valuesOf, withCode, write } from "./connection-folder.ts";

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
