/** What the manifest promises: effects, approvals, scopes, and that everything written from it is up to date. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assert, constantFrom, dictionary, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import * as slack from "../../../connectors/slack/index.ts";
import { inputFiles } from "../../../scripts/slack-inputs.ts";
import { readSlackPage, slackPage } from "../../../scripts/slack-docs.ts";
import type { StandardSchemaV1 } from "../../../src/connector.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { toPlainSchema } from "../../../src/core/manifest-schema.ts";
import { loadManifest } from "../../../src/manifest/load-manifest.ts";
import { testConnector } from "../../../src/testing/test-connector.ts";
import { createInputChecker } from "../../../src/tools/input-checker.ts";

const folder = join(import.meta.dirname, "../../../connectors/slack");
const operations = Object.values(slack.manifest.operations);
const named = (holds: (operation: (typeof operations)[number]) => boolean): readonly string[] =>
  operations.filter((operation) => holds(operation)).map(({ name }) => name);

function inputOf(operation: string): JsonObject {
  const file = join(import.meta.dirname, "fixtures", `${operation}.json`);
  return (JSON.parse(readFileSync(file, "utf8")) as { input: JsonObject }).input;
}

describe("the manifest", () => {
  test("has no findings", () => {
    const path = join(folder, "dex-connector.yaml");
    const { findings } = loadManifest(readFileSync(path), { path });
    expect(findings.filter(({ suppressed }) => suppressed === undefined)).toEqual([]);
  });

  test("has examples of the operations that agents use most, faults included, and they hold", async () => {
    const report = await testConnector(slack);
    expect(report.faults.filter(({ severity }) => severity === "error")).toEqual([]);
    const shown = ["postThreadReply", "postChannelMessage", "addReaction", "listChannels", "getChannelHistory"];
    expect(report.faults.filter(({ operation }) => shown.includes(operation))).toEqual([]);
    expect(report.passed).toBeGreaterThan(50);
  });

  test("gives the tools the names that applications use", () => {
    const tools = new Set(operations.map(({ agent }) => agent.toolName));
    for (const name of [
      "list_channels",
      "get_channel_history",
      "list_thread_messages",
      "get_thread_reply",
      "post_channel_message",
      "post_thread_reply",
      "add_reaction",
    ]) {
      expect(tools).toContain(`slack_${name}`);
    }
  });

  test("lets no post, ephemeral message, scheduled message, upload or new bookmark be sent again", () => {
    expect(named(({ effect }) => effect === "non_idempotent_write").toSorted()).toEqual([
      "addBookmark",
      "broadcastChannelMessage",
      "broadcastThreadReply",
      "postChannelMessage",
      "postEphemeralMessage",
      "postRichMessage",
      "postRichThreadReply",
      "postThreadReply",
      "scheduleMessage",
      "uploadFile",
    ]);
  });

  test("recommends approval for deleting, inviting, archiving, uploading and broadcasting, and for no other post", () => {
    expect(named(({ agent }) => agent.approval === "recommended").toSorted()).toEqual([
      "archiveChannel",
      "broadcastChannelMessage",
      "broadcastThreadReply",
      "deleteMessage",
      "inviteUsersToChannel",
      "removeBookmark",
      "uploadFile",
    ]);
  });

  test("hides only the search for marks from agents", () => {
    expect(named(({ agent }) => !agent.exposed)).toEqual(["findMarkedMessages"]);
  });

  test("limits every operation by its tier, posts by channel", () => {
    expect(named(({ rateLimit }) => rateLimit === undefined)).toEqual([]);
    const perMinute = (name: string): number => {
      const { requests } = slack.manifest.operations[name]?.rateLimit ?? {};
      return requests === undefined ? 0 : (requests.count * 60_000) / requests.perMs;
    };
    expect(
      ["listChannels", "getChannelHistory", "getUser", "postChannelMessage"].map((name) => perMinute(name)),
    ).toEqual([20, 50, 100, 60]);
    expect(slack.manifest.operations["postThreadReply"]?.rateLimit?.scope).toEqual({
      kind: "input",
      pointer: "/channelId",
    });
  });

  test("asks for a user token for the search of messages only", () => {
    expect(
      named(({ authorization }) => authorization.kind === "required" && authorization.methods.includes("user")),
    ).toEqual(["searchMessages"]);
  });
});

describe("what is written from the manifest", () => {
  test("the input types and schemas are up to date", async () => {
    for (const [name, text] of await inputFiles()) expect(readFileSync(join(folder, name), "utf8")).toBe(text);
  });

  test("the table of operations and the app's scopes in docs/slack.md are up to date", () => {
    expect(slackPage(readSlackPage())).toBe(readSlackPage());
  });
});

describe("the exported input schemas", () => {
  const schemaOf = (name: string): StandardSchemaV1 => {
    const exported = `${name.charAt(0).toUpperCase()}${name.slice(1)}InputSchema`;
    const schema = (slack as unknown as Readonly<Record<string, StandardSchemaV1 | undefined>>)[exported];
    if (schema === undefined) throw new Error(`there is no export ${exported}`);
    return schema;
  };
  const accepts = (name: string, value: Json): boolean => {
    const result = schemaOf(name)["~standard"].validate(value);
    if (result instanceof Promise) throw new Error("the schema is not synchronous");
    return result.issues === undefined;
  };
  const checker = createInputChecker();

  test.each(operations.map(({ name }) => name))("of %s accepts its sample and refuses an unknown key", (name) => {
    expect(accepts(name, inputOf(name))).toBe(true);
    expect(accepts(name, { ...inputOf(name), surprise: true })).toBe(false);
    expect(accepts(name, [])).toBe(false);
  });

  const junk = oneof(
    string({ maxLength: 30 }),
    constantFrom<Json>(
      "C0123456789",
      "U0123456789",
      "1710000000.000100",
      "",
      "x".repeat(4_001),
      "😀".repeat(4_000),
      0,
      1,
      201,
      -1,
      1.5,
      true,
      null,
    ),
    constantFrom<Json>(
      [],
      ["U0123456789", "U0123456789"],
      [{ type: "divider" }],
      [{ type: "section" }],
      [{ type: "none" }],
      {},
    ),
  );

  test.each(operations.map((operation) => operation))(
    "of $name and the manifest's own schema accept the same",
    ({ name, input }) => {
      const check = checker(toPlainSchema(input));
      const keys = Object.keys(input.properties ?? {});
      const sample = inputOf(name);
      assert(
        property(dictionary(constantFrom("stranger", ...keys), junk), (changes) => {
          const value = { ...sample, ...changes };
          expect(accepts(name, value)).toBe(check(value).isValid);
        }),
        { numRuns: 60 },
      );
    },
  );

  const reply = { channelId: "C0123456789", threadTimestamp: "1710000000.000100", text: "Hello" };

  test.each([
    ["a name where an id is needed", { ...reply, channelId: "#general" }, "channelId", "slack_find_channel_by_name"],
    ["a long text", { ...reply, text: "x".repeat(4_001) }, "text", "slack_upload_file"],
  ])(
    "P3.2: %s is refused with the tool to use instead, at intake and by the exported schema",
    (_, value, key, tool) => {
      const issue = { path: [key], message: expect.stringContaining(tool) };
      expect(slack.PostThreadReplyInputSchema["~standard"].validate(value)).toMatchObject({ issues: [issue] });
      const schema = slack.manifest.operations["postThreadReply"]?.input ?? {};
      const fault = { pointer: `/${key}`, expected: expect.stringContaining(tool) };
      expect(checker(toPlainSchema(schema))(value)).toMatchObject({ isValid: false, faults: [fault] });
    },
  );
});
