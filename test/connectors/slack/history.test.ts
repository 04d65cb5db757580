/** Reading windows of messages, on the fake: what the emulator leaves out of Slack's rules. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Connection } from "../../../src/connector.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { connectTo } from "./emulated-slack.ts";
import { type FakeSlack, startFakeSlack } from "./fake-slack.ts";
import { branchOf, invoke, successOf, wordOf } from "./slack-run.ts";

const channelId = "C0123456789";
let fake: FakeSlack;
let connection: Connection;

beforeEach(async () => {
  fake = await startFakeSlack();
  connection = connectTo(fake.origin, "getChannelHistory");
});

afterEach(async () => {
  await connection.close();
  await fake.close();
});

async function run(operation: string, input: JsonObject): Promise<JsonObject> {
  return successOf(await invoke(connection, operation, { channelId, ...input })).output;
}

function fill(count: number): void {
  for (let index = 1; index <= count; index += 1) {
    fake.messages.push({ ts: `1710000000.${String(index).padStart(6, "0")}`, text: `message ${String(index)}` });
  }
}

const textsOf = (output: JsonObject): readonly unknown[] =>
  (output["messages"] as readonly JsonObject[]).map(({ text }) => text);

test("getChannelHistory keeps to its window, newest first, and counts the edges in when asked", async () => {
  fill(5);
  const window = { oldest: "1710000000.000002", latest: "1710000000.000004" };
  expect(textsOf(await run("getChannelHistory", window))).toEqual(["message 3"]);
  expect(textsOf(await run("getChannelHistory", { ...window, inclusive: true }))).toEqual([
    "message 4",
    "message 3",
    "message 2",
  ]);
});

test("getChannelHistory reads every message once by following nextCursor", async () => {
  fill(7);
  const seen: unknown[] = [];
  let page = await run("getChannelHistory", { limit: 3 });
  for (;;) {
    seen.push(...textsOf(page));
    if (page["nextCursor"] === undefined) break;
    page = await run("getChannelHistory", { limit: 3, cursor: wordOf(page, "nextCursor") });
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((index) => `message ${String(index)}`));
});

test("a page of 15 where more were asked for and are there says that the app seems to be limited", async () => {
  fill(40);
  fake.set({ isRestricted: true });
  expect((await run("getChannelHistory", {}))["warning"]).toMatch(/15 messages a request/);
  expect((await run("getChannelHistory", { limit: 15 }))["warning"]).toBeUndefined();
  fake.set({});
  expect((await run("getChannelHistory", { limit: 16 }))["warning"]).toBeUndefined();
});

test("getMessage gives the message with exactly that timestamp, not the next one", async () => {
  fill(3);
  const output = await run("getMessage", { messageTimestamp: "1710000000.000002" });
  expect(output["message"]).toMatchObject({ text: "message 2" });
  fake.messages.splice(1, 1);
  const missing = branchOf(
    await invoke(connection, "getMessage", { channelId, messageTimestamp: "1710000000.000002" }),
  );
  expect(missing).toMatchObject({ branch: "notFound", record: "failed" });
});

test("getThreadReply finds a reply in a long thread with one request, and never takes the first message for it", async () => {
  fill(1);
  const threadTimestamp = "1710000000.000001";
  for (let index = 1; index <= 120; index += 1) {
    fake.messages.push({
      ts: `1710000001.${String(index).padStart(6, "0")}`,
      text: `reply ${String(index)}`,
      thread_ts: threadTimestamp,
    });
  }
  const output = await run("getThreadReply", { threadTimestamp, messageTimestamp: "1710000001.000100" });
  expect(output["message"]).toMatchObject({ text: "reply 100", threadTimestamp });
  expect(fake.requests).toHaveLength(1);
  const input = { channelId, threadTimestamp, messageTimestamp: "1710000009.000001" };
  expect(branchOf(await invoke(connection, "getThreadReply", input)).branch).toBe("notFound");
});

test("reading a thread that does not exist is notFound", async () => {
  const input = { channelId, threadTimestamp: "1710000000.000100" };
  expect(branchOf(await invoke(connection, "listThreadMessages", input))).toMatchObject({
    branch: "notFound",
    record: "failed",
  });
});

test("a reply that Slack posts beside the thread is told in a warning", async () => {
  const input = { channelId, threadTimestamp: "1710000000.000100", text: "Hello" };
  const ending = branchOf(await invoke(connection, "postThreadReply", input));
  expect(ending).toMatchObject({ branch: "posted", warnings: [expect.stringContaining("did not confirm")] });
});

test("Markdown is posted through its own field, which the fake as Slack refuses beside text", async () => {
  await run("postChannelMessage", { text: "**bold**", format: "markdown" });
  expect(fake.messages.at(-1)?.text).toBe("**bold**");
});
