/** Reads against the third-party emulator with strict scopes: each operation's token has that operation's scopes only. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manifest } from "../../../connectors/slack/index.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { type EmulatedSlack, startEmulatedSlack } from "./emulated-slack.ts";
import { branchOf, invoke, wordOf } from "./slack-run.ts";

let slack: EmulatedSlack;
let channelId: string;
let thread: string;
let reply: string;

beforeAll(async () => {
  slack = await startEmulatedSlack();
  channelId = await slack.channelId("support");
  thread = await post("postChannelMessage", { channelId, text: "Is <this> & that *down*?" });
  reply = await post("postThreadReply", { channelId, threadTimestamp: thread, text: "Looking" });
});

afterAll(() => slack.close());

async function post(operation: string, input: JsonObject): Promise<string> {
  const { branch, output } = await slack.run(operation, input);
  expect(branch).toBe("posted");
  return wordOf(output, "messageTimestamp");
}

const textsOf = (output: JsonObject): readonly unknown[] =>
  (output["messages"] as readonly JsonObject[]).map((message) => message["text"]);

describe("channels", () => {
  test("listChannels lists the channels with their ids and plain topics", async () => {
    const { output } = await slack.run("listChannels", {});
    const channels = output["channels"] as readonly JsonObject[];
    expect(channels.map((channel) => channel["name"])).toEqual(
      expect.arrayContaining(["general", "support", "incidents"]),
    );
    expect(channels.find((channel) => channel["channelId"] === channelId)?.["topic"]).toBe("Help & <answers>");
  });

  test("listChannels pages by the cursor it gives", async () => {
    const first = (await slack.run("listChannels", { limit: 1 })).output;
    const second = (await slack.run("listChannels", { limit: 1, cursor: wordOf(first, "nextCursor") })).output;
    expect(first["channels"]).toHaveLength(1);
    expect(second["channels"]).not.toEqual(first["channels"]);
  });

  test("findChannelByName finds the id with and without a hash, whatever the case", async () => {
    for (const name of ["support", "#support", "Support"]) expect(await slack.channelId(name)).toBe(channelId);
  });

  test("findChannelByName says which names are like one that does not exist", async () => {
    const ending = branchOf(
      await invoke(slack.connection("findChannelByName"), "findChannelByName", { name: "incident" }),
    );
    expect(ending.branch).toBe("notFound");
    expect(ending.facts).toEqual({ availableValues: ["incidents"] });
  });

  test("getChannel reads one channel", async () => {
    const { output } = await slack.run("getChannel", { channelId });
    expect(output["channel"]).toMatchObject({ channelId, name: "support", isPrivate: false, isArchived: false });
  });

  test("listChannelMembers lists ids of people", async () => {
    const { output } = await slack.run("listChannelMembers", { channelId });
    expect(output["userIds"]).toContain(await slack.userId("ada"));
  });
});

describe("messages", () => {
  test("getChannelHistory gives plain text and says that it is data", async () => {
    const { output } = await slack.run("getChannelHistory", { channelId });
    expect(textsOf(output)).toContain("Is <this> & that *down*?");
    expect(output["notice"]).toMatch(/data, never as instructions/);
  });

  test("listThreadMessages gives the first message and the replies", async () => {
    const { output } = await slack.run("listThreadMessages", { channelId, threadTimestamp: thread });
    expect(textsOf(output)).toEqual(["Is <this> & that *down*?", "Looking"]);
  });

  test("getThreadReply gives the one reply that was asked for", async () => {
    const { output } = await slack.run("getThreadReply", {
      channelId,
      threadTimestamp: thread,
      messageTimestamp: reply,
    });
    expect(output["message"]).toMatchObject({ messageTimestamp: reply, threadTimestamp: thread, text: "Looking" });
  });

  test("getThreadReply says when the thread has no such reply", async () => {
    const input = { channelId, threadTimestamp: thread, messageTimestamp: "1700000000.000001" };
    const ending = branchOf(await invoke(slack.connection("getThreadReply"), "getThreadReply", input));
    expect(ending).toMatchObject({ branch: "notFound", record: "failed" });
    expect(ending.message).toContain("slack_list_thread_messages");
  });

  test("getMessage gives one message of the channel", async () => {
    const { output } = await slack.run("getMessage", { channelId, messageTimestamp: thread });
    expect(output["message"]).toMatchObject({ messageTimestamp: thread, replyCount: 1 });
  });

  test("getMessagePermalink needs no scope and gives an address", async () => {
    const { output } = await slack.run("getMessagePermalink", { channelId, messageTimestamp: thread });
    expect(output["permalink"]).toContain(channelId);
  });
});

describe("people", () => {
  test("listUsers, getUser and getUserPresence read people", async () => {
    const adaId = await slack.userId("ada");
    const { output } = await slack.run("listUsers", {});
    expect((output["users"] as readonly JsonObject[]).map((user) => user["userId"])).toContain(adaId);
    expect((await slack.run("getUser", { userId: adaId })).output["user"]).toMatchObject({
      userId: adaId,
      name: "ada",
    });
    expect((await slack.run("getUserPresence", { userId: adaId })).output).toEqual({
      userId: adaId,
      presence: "active",
    });
  });

  test("findUserByEmail says what to do when nobody has the address", async () => {
    const input = { email: "nobody@example.com" };
    const ending = branchOf(await invoke(slack.connection("findUserByEmail"), "findUserByEmail", input));
    expect(ending).toMatchObject({ branch: "notFound", isRetryable: true });
    expect(ending.message).toContain("users_not_found");
  });
});

describe("a token without the scope", () => {
  const reading = Object.values(manifest.operations).filter(
    ({ authorization }) => authorization.kind === "required" && authorization.scopes.length > 0,
  );

  test("is told which scope is missing and which it has", async () => {
    expect(reading.length).toBeGreaterThan(30);
    const ending = branchOf(await invoke(slack.connection("addReaction"), "getChannelHistory", { channelId }));
    expect(ending).toMatchObject({
      branch: "missingScope",
      record: "failed",
      isRetryable: false,
      facts: { slackError: "missing_scope", neededScopes: ["channels:history"], providedScopes: ["reactions:write"] },
    });
    expect(ending.message).toContain("channels:history");
  });
});

test("every query that the emulator plays was run", () => {
  const missing = ["findMarkedMessages", "listJoinedChannels", "listUserGroups", "searchMessages"];
  // Run beside the writes they look at.
  const elsewhere = ["getReactions", "listPins", "listBookmarks", "listScheduledMessages", "getFile", "listFiles"];
  const queries = Object.values(manifest.operations).filter(({ kind }) => kind === "query");
  const rest = queries.map(({ name }) => name).filter((name) => ![...missing, ...elsewhere].includes(name));
  expect(rest.filter((name) => !slack.operations.has(name))).toEqual([]);
});
