/** Finding out whether a post whose answer was lost is there, by its mark, on a fake with windows, pages, lag and stripping. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Connection } from "../../../src/connector.ts";
import type { Reconciliation } from "../../../src/core/ending.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { ToolAttempt } from "../../../src/core/tool.ts";
import { attemptOf } from "../../http/attempt.ts";
import { connectTo } from "./emulated-slack.ts";
import { type FakeSlack, startFakeSlack, until } from "./fake-slack.ts";
import { branchOf, invoke, newKey, successOf, wordOf } from "./slack-run.ts";

const channelId = "C0123456789";
let fake: FakeSlack;
let connection: Connection;

beforeEach(async () => {
  fake = await startFakeSlack();
  connection = connectTo(fake.origin, "postThreadReply");
});

afterEach(async () => {
  await connection.close();
  await fake.close();
});

/** Posts with the answer lost, and gives how the call is known afterwards. */
async function losePost(operation: string, input: JsonObject): Promise<Partial<ToolAttempt>> {
  const key = newKey();
  const firstDispatchAt = Date.now();
  fake.set({ losesAnswers: true });
  expect((await invoke(connection, operation, input, { key })).kind).toBe("ambiguous");
  fake.set({});
  return { key, firstDispatchAt, lastDispatchAt: firstDispatchAt - 60_000 };
}

async function reconcile(name: string, input: JsonObject, call: Partial<ToolAttempt>): Promise<Reconciliation> {
  const answer = await connection.operation(name).reconcile?.(input, attemptOf(call));
  if (answer === undefined) throw new Error(`${name} declares no lookup`);
  return answer;
}

async function post(text: string, more: JsonObject = {}): Promise<string> {
  const operation = more["threadTimestamp"] === undefined ? "postChannelMessage" : "postThreadReply";
  const { output } = successOf(await invoke(connection, operation, { channelId, text, ...more }));
  return wordOf(output, "messageTimestamp");
}

/** Messages of others that came a minute after now. */
function addLater(count: number): void {
  const seconds = String(Math.floor(Date.now() / 1_000) + 60);
  for (let index = 0; index < count; index += 1) {
    fake.messages.push({ ts: `${seconds}.${String(index).padStart(6, "0")}`, text: "later" });
  }
}

describe("P8.1: a post whose answer was lost", () => {
  const blocks = [{ type: "divider" }];

  test.each([
    ["postChannelMessage", { text: "Hello" }],
    ["postRichMessage", { text: "Hello", blocks }],
    ["broadcastChannelMessage", { text: "Hello", audience: "here" }],
  ])("of %s is proven by its mark in the channel", async (operation, content) => {
    const input = { channelId, ...content };
    const call = await losePost(operation, input);
    const output = { channelId, messageTimestamp: fake.messages[0]?.ts };
    const ending = { branch: "posted", record: "succeeded", output };
    expect(await reconcile(operation, input, call)).toMatchObject({ kind: "settled", ending });
  });

  test.each([
    ["postThreadReply", { text: "Hello" }],
    ["postRichThreadReply", { text: "Hello", blocks }],
    ["broadcastThreadReply", { text: "Hello" }],
  ])(
    "of %s is proven by its mark in the thread, which a channel's history does not show",
    async (operation, content) => {
      const threadTimestamp = await post("First");
      const input = { channelId, threadTimestamp, ...content };
      const call = await losePost(operation, input);
      const output = { channelId, threadTimestamp, messageTimestamp: fake.messages[1]?.ts };
      const ending = { branch: "posted", record: "succeeded", output };
      expect(await reconcile(operation, input, call)).toMatchObject({ kind: "settled", ending });
      expect(fake.requests.at(-1)?.method).toBe("conversations.replies");
    },
  );

  test("is not proven by an equal text of another call", async () => {
    const input = { channelId, text: "Hello" };
    await post("Hello");
    const call = { key: newKey(), firstDispatchAt: Date.now(), lastDispatchAt: Date.now() - 60_000 };
    expect((await reconcile("postChannelMessage", input, call)).kind).toBe("open");
  });

  test("is found behind later messages and pages, within the window that begins at the call", async () => {
    const input = { channelId, text: "Hello" };
    const call = await losePost("postChannelMessage", input);
    addLater(250);
    expect((await reconcile("postChannelMessage", input, call)).kind).toBe("settled");
    const [first] = fake.requests.filter(({ method }) => method === "conversations.history");
    const oldest = Number(first?.args["oldest"]) * 1_000;
    expect(oldest).toBeCloseTo((call.firstDispatchAt ?? 0) - 5 * 60_000, -1);
    expect(first?.args["include_all_metadata"]).toBe("true");
  });

  test("stays open when more messages came than are read, and does not read on for ever", async () => {
    const input = { channelId, text: "Hello" };
    const call = await losePost("postChannelMessage", input);
    addLater(2_100);
    expect((await reconcile("postChannelMessage", input, call)).kind).toBe("open");
    expect(fake.requests.filter(({ method }) => method === "conversations.history")).toHaveLength(10);
  });

  test("stays open while history lags behind, and is proven once it shows", async () => {
    const input = { channelId, text: "Hello" };
    const key = newKey();
    fake.set({ losesAnswers: true, lagMs: 400 });
    const call = { key, firstDispatchAt: Date.now(), lastDispatchAt: Date.now() - 60_000 };
    expect((await invoke(connection, "postChannelMessage", input, { key })).kind).toBe("ambiguous");
    expect((await reconcile("postChannelMessage", input, call)).kind).toBe("open");
    await until(async () => (await reconcile("postChannelMessage", input, call)).kind === "settled");
  });

  test("stays open when it was deleted, when the metadata was dropped, and when the channel cannot be read", async () => {
    const input = { channelId, text: "Hello" };
    const call = await losePost("postChannelMessage", input);
    fake.messages.length = 0;
    expect((await reconcile("postChannelMessage", input, call)).kind).toBe("open");
    fake.messages.push({ ts: "1710000000.000100", text: "Hello" });
    expect((await reconcile("postChannelMessage", input, call)).kind).toBe("open");
    fake.answer("conversations.history", { ok: false, error: "missing_scope", needed: "channels:history" });
    expect((await reconcile("postChannelMessage", input, call)).kind).toBe("open");
  });

  test("two messages with one mark stay unknown", async () => {
    const input = { channelId, text: "Hello" };
    const call = await losePost("postChannelMessage", input);
    const [message] = fake.messages;
    if (message !== undefined) fake.messages.push({ ...message, ts: "1999999999.000100" });
    expect((await reconcile("postChannelMessage", input, call)).kind).toBe("open");
  });

  test("is looked for at once: found is proof whenever it is seen, and absent settles nothing", async () => {
    const input = { channelId, text: "Hello" };
    const call = await losePost("postChannelMessage", input);
    const early = await reconcile("postChannelMessage", input, { ...call, lastDispatchAt: Date.now() });
    expect(early.kind).toBe("settled");
  });
});

describe("the mark", () => {
  test("P2.3: is equal in every attempt of a call, another for another call, and says nothing of either", async () => {
    const input = { channelId, text: "Hello" };
    for (const key of ["session/turn/a", "session/turn/a", "session/turn/b"])
      await invoke(connection, "postChannelMessage", input, { key });
    const marks = fake.requests.map(({ args }) => args["metadata"]);
    expect(marks[0]).toBe(marks[1]);
    expect(marks[2]).not.toBe(marks[0]);
    expect(JSON.parse(marks[0] ?? "")).toEqual({
      event_type: "dex_connectors_call",
      event_payload: { marker: expect.stringMatching(/^[0-9a-f]{32}$/) },
    });
  });

  test("that Slack drops is told in a warning", async () => {
    const kept = branchOf(await invoke(connection, "postChannelMessage", { channelId, text: "Hello" }));
    expect(kept.warnings).toBeUndefined();
    fake.set({ dropsMetadata: true });
    const dropped = branchOf(await invoke(connection, "postChannelMessage", { channelId, text: "Hello" }));
    expect(dropped).toMatchObject({ record: "succeeded", warnings: [expect.stringContaining("metadata")] });
  });
});

describe("a scheduled message and a bookmark", () => {
  test("P8.1: match on business values only, which a person settles", async () => {
    const postAt = Math.floor(Date.now() / 1_000) + 3_600;
    fake.answer("chat.scheduledMessages.list", {
      ok: true,
      scheduled_messages: [{ id: "Q0123456789", channel_id: channelId, post_at: postAt, text: "A &amp; B" }],
    });
    fake.answer("bookmarks.list", {
      ok: true,
      bookmarks: [{ id: "Bk0123456789", title: "One", link: "https://example.com/one" }],
    });
    const call = { key: newKey(), firstDispatchAt: Date.now(), lastDispatchAt: Date.now() - 60_000 };
    const scheduled = await reconcile("scheduleMessage", { channelId, text: "A & B", postAt }, call);
    expect(scheduled.kind).toBe("state_matches");
    expect(fake.requests[0]?.args).toMatchObject({ oldest: String(postAt), latest: String(postAt) });
    const added = await reconcile("addBookmark", { channelId, title: "One", link: "https://example.com/one" }, call);
    expect(added.kind).toBe("state_matches");
  });
});
