import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { createConnection, type BoundConnection } from "../../src/connect/connection.ts";
import { type ConnectOptions, givenValues } from "../../src/connect/given-values.ts";
import { ToolkitError } from "../../src/core/error.ts";
import type { Json } from "../../src/core/json.ts";
import type { ConnectionValues, OperationHandler } from "../../src/core/operation.ts";
import { Secret } from "../../src/core/secret.ts";
import { createRateGates } from "../../src/http/rate-gates.ts";
import { attemptOf } from "../http/attempt.ts";
import { deskManifest, deskOperation } from "./desk-manifest.ts";

const manifest = deskManifest([
  deskOperation("addNote"),
  deskOperation("ping", { kind: "query", authorization: { kind: "none" } }),
]);
const done: OperationHandler = async (_, attempt) =>
  attempt.branch("done", { noteId: attempt.credentials["apiToken"]?.reveal() ?? "none" });

function connectValues(values: ConnectionValues): BoundConnection {
  return createConnection(
    { manifest, handlers: { addNote: done, ping: done }, connectorGates: createRateGates() },
    values,
  );
}

function connect(options: Partial<ConnectOptions> = {}): BoundConnection {
  return connectValues(
    givenValues({
      name: "support",
      config: { baseUrl: "https://desk.example" },
      credentials: { apiToken: "t0ken" },
      ...options,
    }),
  );
}

function withConfig(config: Readonly<Record<string, unknown>>): () => BoundConnection {
  return () => connect({ config: { baseUrl: "https://desk.example", ...(config as Record<string, Json>) } });
}

describe("a connection", () => {
  test("gives its operations by name, each bound to it", () => {
    const connection = connect();
    expect(connection.reference).toEqual({ connector: "acme-desk", name: "support" });
    expect(connection.operations["addNote"]?.()).toMatchObject({ id: "addNote", connection: connection.reference });
    expect(connection.operation("addNote")).toBe(connection.operation("addNote"));
  });

  test("answers a name that is no operation with the closest one and the list of those exposed", () => {
    const connection = connect();
    expect(() => connection.operations["addNot"]?.()).toThrow(
      /no operation "addNot"; did you mean addNote\? it exposes addNote, ping/,
    );
    expect(() => connection.operation("constructor")).toThrow(/no operation "constructor"/);
  });

  test("can be printed, awaited and compared although unknown names answer", async () => {
    const { operations } = connect();
    expect(await Promise.resolve(operations)).toBe(operations);
    expect(inspect(operations)).toContain("addNote");
    expect(JSON.stringify(operations)).toBe("{}");
    expect(Object.keys(operations)).toEqual(["addNote", "ping"]);
  });

  test.each(["", "-a", "a b", "a/b", "a".repeat(65)])("refuses the name %j", (name) => {
    expect(() => connect({ name })).toThrow(/connection name/);
  });
});

describe("settings", () => {
  test.each([
    ["an unknown key, with the closest one", { pagesize: 3 }, /config.pagesize is unknown; did you mean pageSize\?/],
    ["a number as text", { pageSize: "3" }, /config.pageSize must be a whole number/],
    ["a number below its range", { pageSize: 0 }, /config.pageSize must be at least 1/],
    ["a number above its range", { pageSize: 101 }, /config.pageSize must be at most 100/],
    ["a value outside its choice", { region: "EU" }, /config.region must be one of eu, us/],
    ["a duration without a unit", { wait: "30" }, /config.wait must be a duration/],
    ["a text that does not match", { team: "A" }, /config.team must be text that matches/],
    ["a text that is too long", { team: "abcdefghijk" }, /config.team must be at most 10/],
    ["a list of numbers", { tags: [1] }, /config.tags must be a list of texts/],
    ["yes for true", { strict: "yes" }, /config.strict must be true or false/],
    ["an address that is none", { baseUrl: "desk.example" }, /config.baseUrl must be an address/],
    ["an address with a password", { baseUrl: "https://a:b@desk.example" }, /config.baseUrl must be an address/],
    ["a missing one", { baseUrl: undefined }, /config.baseUrl is missing/],
  ])("P12.4: %s is refused", (_, config, message) => {
    expect(withConfig(config)).toThrow(message);
  });

  test("P12.4: all faults are told at once, and no value is repeated", () => {
    const make = withConfig({ pageSize: "xoxb-secret", regio: "xoxb-secret", strict: "xoxb-secret" });
    expect(make).toThrow(/pageSize.*strict/);
    expect(make).not.toThrow(/xoxb/);
  });

  test.each([
    { pageSize: 1 },
    { pageSize: 100 },
    { region: "eu" },
    { wait: "30s" },
    { tags: ["a"] },
    { strict: false },
  ])("%j is taken", (config) => {
    expect(withConfig(config)).not.toThrow();
  });
});

describe("credentials", () => {
  test("P12.4: one that no auth method knows is refused when connecting, with the closest name", () => {
    expect(() => connect({ credentials: { apiTokn: "x" } })).toThrow(
      /credential apiTokn is unknown; did you mean apiToken\?/,
    );
    expect(() => connect({ credentials: { apiToken: "" } })).toThrow(/must be a text that is not empty/);
  });

  test("missing: the call ends not sent for good, and the handler is not entered", async () => {
    const connection = connect({ credentials: {} });
    expect(await connection.operation("addNote").invoke({}, attemptOf())).toEqual({
      kind: "not_sent",
      reason:
        "the connection lacks the credential apiToken (give it to connect as credentials.apiToken; on the command line: --credential apiToken=env:NAME)",
      isFinal: true,
    });
    expect(await connection.operation("ping").invoke({}, attemptOf())).toMatchObject({ kind: "branch" });
  });

  test("are read again for each attempt", async () => {
    let token = 0;
    const connection = connect({ credentials: async () => ({ apiToken: `token ${String((token += 1))}` }) });
    const outputs = [];
    for (let count = 0; count < 2; count += 1)
      outputs.push(await connection.operation("addNote").invoke({}, attemptOf()));
    expect(outputs).toMatchObject([{ output: { noteId: "token 1" } }, { output: { noteId: "token 2" } }]);
    expect([...connection.knownSecrets()].map((secret) => secret.reveal())).toEqual(["token 1", "token 2"]);
  });

  test("P12.1: stay known while they are in use, however often another one is renewed", async () => {
    const secrets = ["clientSecret", "accessToken"].map((name) => ({ name, required: true, description: undefined }));
    const token = manifest.authMethods["token"];
    if (token === undefined) throw new Error("the manifest has a method");
    let renewed = 0;
    const connection = createConnection(
      {
        handlers: { addNote: done },
        connectorGates: createRateGates(),
        manifest: deskManifest([deskOperation("addNote")], {
          authMethods: { token: { ...token, type: "custom", secrets } },
        }),
      },
      givenValues({
        name: "a",
        config: { baseUrl: "https://desk.example" },
        credentials: () => ({ clientSecret: "fixed", accessToken: `token ${String((renewed += 1))}` }),
      }),
    );
    for (let count = 0; count < 200; count += 1) {
      await connection.operation("addNote").invoke({}, attemptOf());
      expect([...connection.knownSecrets()].map((secret) => secret.reveal())).toContain("fixed");
    }
    expect([...connection.knownSecrets()]).toHaveLength(64);
  });

  test("P12.1: that cannot be read end not sent, without the words of an unknown error", async () => {
    const failing = (error: Error): Promise<unknown> =>
      connect({
        credentials: () => {
          throw error;
        },
      })
        .operation("addNote")
        .invoke({}, attemptOf());
    expect(await failing(new Error("vault said xoxb-1"))).toEqual({
      kind: "not_sent",
      reason: "the credentials could not be read",
      isFinal: false,
    });
    expect(await failing(new ToolkitError("file_not_private", "chmod 600 token"))).toMatchObject({
      reason: "chmod 600 token",
      isFinal: true,
    });
  });

  test("P4.6: that do not come end the attempt not sent when its time is over", async () => {
    const controller = new AbortController();
    const connection = connect({ credentials: () => new Promise(() => undefined) });
    const ending = connection.operation("addNote").invoke({}, attemptOf({ signal: controller.signal }));
    controller.abort();
    expect(await ending).toMatchObject({ kind: "not_sent", isFinal: false });
  });

  test.each([
    ["at hand", { apiToken: "t0ken" }, 0],
    ["computed from what is at hand", () => ({ apiToken: "t0ken" }), 0],
    [
      "read from elsewhere",
      async () => {
        await new Promise(setImmediate);
        return { apiToken: "t0ken" };
      },
      1,
    ],
  ] as const)(
    "%s: the signal of the attempt is listened to while they are awaited, and by nobody afterwards",
    async (_, given, listened) => {
      const { signal } = new AbortController();
      const listen = vi.spyOn(signal, "addEventListener");
      await connect({ credentials: given }).operation("addNote").invoke({}, attemptOf({ signal }));
      expect(listen).toHaveBeenCalledTimes(listened);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    },
  );

  test("P12.1: of HTTP Basic are known as the pair that is sent, too", async () => {
    const secrets = ["username", "password"].map((name) => ({ name, required: true, description: undefined }));
    const token = manifest.authMethods["token"];
    if (token === undefined) throw new Error("the manifest has a method");
    const basic = { ...token, type: "basic", secrets, place: { in: "basic" } } as const;
    const parts = { handlers: { addNote: done }, connectorGates: createRateGates() };
    const connection = createConnection(
      { ...parts, manifest: deskManifest([deskOperation("addNote")], { authMethods: { token: basic } }) },
      givenValues({
        name: "a",
        config: { baseUrl: "https://desk.example" },
        credentials: { username: "u", password: "p" },
      }),
    );
    await connection.operation("addNote").invoke({}, attemptOf());
    expect([...connection.knownSecrets()].map((secret) => secret.reveal())).toContain("u:p");
  });

  test("P12.1: stand in no printed form of a connection, its operations or its values", () => {
    const connection = connect({
      credentials: { apiToken: "xoxb-planted", userToken: new Secret("xoxp-planted", "user") },
    });
    const operation = connection.operation("addNote");
    const values = givenValues({ name: "a", credentials: { apiToken: "xoxb-planted" } });
    for (const value of [connection, operation, values, [...connection.knownSecrets()]]) {
      const printed = inspect(value, { depth: 20, showHidden: true, getters: true }) + (JSON.stringify(value) ?? "");
      expect(printed).not.toMatch(/planted/);
    }
    expect([...connection.knownSecrets()].map((secret) => secret.reveal())).toContain("xoxb-planted");
  });
});
