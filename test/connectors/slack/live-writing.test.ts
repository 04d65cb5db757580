/** Writes against the third-party emulator with strict scopes: each operation's token has that operation's scopes only. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manifest } from "../../../connectors/slack/index.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { type EmulatedSlack, startEmulatedSlack } from "./emulated-slack.ts";
import { branchOf, invoke, resend, wordOf } from "./slack-run.ts";

let slack: EmulatedSlack;
let channelId: string;

beforeAll(async () => {
  slack = await startEmulatedSlack();
  channelId = await slack.channelId("support");
});

afterAll(() => slack.close());

async function post(text: string): Promise<string> {
  const { output } = await slack.run("postChannelMessage", { channelId, text });
  return wordOf(output, "messageTimestamp");
}

async function historyOf(channel: string): Promise<readonly JsonObject[]> {
  const { output } = await slack.run("getChannelHistory", { channelId: channel });
  return output["messages"] as readonly JsonObject[];
}

async function failed(operation: string, input: JsonObject, attempt = {}): Promise<ReturnType<typeof branchOf>> {
  const ending = branchOf(await invoke(slack.connection(operation), operation, input, attempt));
  expect(ending.record).toBe("failed");
  return ending;
}

describe("posting", () => {
  test("postChannelMessage and postThreadReply post once and give what names the message", async () => {
    const thread = await post("One question");
    const { branch, output } = await slack.run("postThreadReply", {
      channelId,
      threadTimestamp: thread,
      text: "One answer",
    });
    expect(branch).toBe("posted");
    expect(output).toEqual({
      channelId,
      threadTimestamp: thread,
      messageTimestamp: expect.stringMatching(/^\d{10}\.\d{6}$/),
    });
    expect((await historyOf(channelId)).filter(({ text }) => text === "One question")).toHaveLength(1);
  });

  test("broadcastChannelMessage writes the live mention that all other posts refuse", async () => {
    const { branch } = await slack.run("broadcastChannelMessage", { channelId, audience: "here", text: "Now <all>" });
    expect(branch).toBe("posted");
    expect((await historyOf(channelId))[0]?.["text"]).toBe("@here Now <all>");
  });

  test("broadcastThreadReply shows the reply in its thread", async () => {
    const thread = await post("Shown twice");
    const { output } = await slack.run("broadcastThreadReply", { channelId, threadTimestamp: thread, text: "For all" });
    expect(output["threadTimestamp"]).toBe(thread);
  });

  test("postRichMessage and postRichThreadReply post blocks", async () => {
    const blocks = [
      { type: "header", text: "Title" },
      { type: "section", text: "Body <b>" },
      { type: "divider" },
      { type: "context", texts: ["small", "print"] },
    ];
    const { branch } = await slack.run("postRichMessage", { channelId, text: "Title: body", blocks });
    expect(branch).toBe("posted");
    const threadTimestamp = await post("A thread");
    const reply = await slack.run("postRichThreadReply", { channelId, threadTimestamp, text: "Title: body", blocks });
    expect(reply.output["threadTimestamp"]).toBe(threadTimestamp);
  });

  test("postEphemeralMessage shows a message to one person", async () => {
    const { branch, output } = await slack.run("postEphemeralMessage", {
      channelId,
      userId: await slack.userId("ada"),
      text: "Only you",
    });
    expect(branch).toBe("shown");
    expect(output["channelId"]).toBe(channelId);
  });

  test("a channel that does not exist is a failure that names the tool to find one", async () => {
    const ending = await failed("postChannelMessage", { channelId: "C0000000000", text: "Hello" });
    expect(ending).toMatchObject({ branch: "notFound", isRetryable: true });
    expect(ending.message).toContain("slack_find_channel_by_name");
  });
});

describe("changing and deleting", () => {
  test("updateMessage may be repeated: the message has the last text", async () => {
    const messageTimestamp = await post("Draft");
    for (const attempt of [{}, resend()]) {
      expect(
        (await slack.run("updateMessage", { channelId, messageTimestamp, text: "Final & done" }, attempt)).branch,
      ).toBe("updated");
    }
    expect(
      (await historyOf(channelId)).find((message) => message["messageTimestamp"] === messageTimestamp)?.["text"],
    ).toBe("Final & done");
  });

  test("P4.6: deleteMessage takes message_not_found for success only on a re-send", async () => {
    const messageTimestamp = await post("Short-lived");
    expect((await slack.run("deleteMessage", { channelId, messageTimestamp })).branch).toBe("deleted");
    expect((await failed("deleteMessage", { channelId, messageTimestamp })).branch).toBe("notFound");
    expect((await slack.run("deleteMessage", { channelId, messageTimestamp }, resend())).branch).toBe("deleted");
  });
});

describe("scheduling", () => {
  const postAt = Math.floor(Date.now() / 1_000) + 3_600;

  test("scheduleMessage, listScheduledMessages and cancelScheduledMessage work together", async () => {
    const scheduled = await slack.run("scheduleMessage", { channelId, text: "Later & <soon>", postAt });
    const scheduledMessageId = wordOf(scheduled.output, "scheduledMessageId");
    const listed = (await slack.run("listScheduledMessages", { channelId })).output;
    expect(listed["scheduledMessages"]).toEqual([{ channelId, scheduledMessageId, postAt, text: "Later & <soon>" }]);
    expect((await slack.run("cancelScheduledMessage", { channelId, scheduledMessageId })).branch).toBe("cancelled");
    expect((await failed("cancelScheduledMessage", { channelId, scheduledMessageId })).branch).toBe("notCancelled");
  });

  test("P4.6: a repeated cancel is settled by the list: gone and not yet due means cancelled", async () => {
    const { output } = await slack.run("scheduleMessage", { channelId, text: "Twice", postAt });
    const input = { channelId, scheduledMessageId: wordOf(output, "scheduledMessageId") };
    await slack.run("cancelScheduledMessage", input);
    const connection = slack.connection("cancelScheduledMessage");
    expect(branchOf(await invoke(connection, "cancelScheduledMessage", { ...input, postAt }, resend())).branch).toBe(
      "cancelled",
    );
    expect((await invoke(connection, "cancelScheduledMessage", input, resend())).kind).toBe("ambiguous");
  });
});

describe("reactions and pins", () => {
  test("addReaction and removeReaction succeed again when there is nothing left to do", async () => {
    const input = { channelId, messageTimestamp: await post("React to me"), name: "eyes" };
    expect((await slack.run("addReaction", input)).branch).toBe("added");
    expect((await slack.run("addReaction", input)).branch).toBe("alreadyAdded");
    const { output } = await slack.run("getReactions", { channelId, messageTimestamp: input.messageTimestamp });
    expect(output["reactions"]).toEqual([{ name: "eyes", count: 1, userIds: [expect.any(String)] }]);
    expect((await slack.run("removeReaction", input)).branch).toBe("removed");
    expect((await slack.run("removeReaction", input)).branch).toBe("alreadyRemoved");
  });

  test("pinMessage and unpinMessage succeed again when there is nothing left to do", async () => {
    const input = { channelId, messageTimestamp: await post("Pin me") };
    expect((await slack.run("pinMessage", input)).branch).toBe("pinned");
    expect((await slack.run("pinMessage", input)).branch).toBe("alreadyPinned");
    const { output } = await slack.run("listPins", { channelId });
    expect(output["messages"]).toMatchObject([{ messageTimestamp: input.messageTimestamp, text: "Pin me" }]);
    expect((await slack.run("unpinMessage", input)).branch).toBe("unpinned");
    expect((await slack.run("unpinMessage", input)).branch).toBe("alreadyUnpinned");
  });
});

describe("channels", () => {
  let fresh: string;

  test("createChannel makes a channel, and a taken name is a failure on a first attempt", async () => {
    const { branch, output } = await slack.run("createChannel", { name: "fresh" });
    expect(branch).toBe("created");
    fresh = wordOf(output, "channel", "channelId");
    expect(await failed("createChannel", { name: "fresh" })).toMatchObject({ branch: "nameTaken", isRetryable: true });
  });

  test("inviteUsersToChannel invites all, and succeeds again when all are in", async () => {
    const userIds = [await slack.userId("ada"), await slack.userId("grace")];
    expect((await slack.run("inviteUsersToChannel", { channelId: fresh, userIds })).branch).toBe("invited");
    expect((await slack.run("inviteUsersToChannel", { channelId: fresh, userIds })).branch).toBe("alreadyMembers");
  });

  test("setChannelTopic and setChannelPurpose set plain text", async () => {
    await slack.run("setChannelTopic", { channelId: fresh, topic: "All <things>" });
    await slack.run("setChannelPurpose", { channelId: fresh, purpose: "To & fro" });
    const { output } = await slack.run("getChannel", { channelId: fresh });
    expect(output["channel"]).toMatchObject({ topic: "All <things>", purpose: "To & fro" });
  });

  test("leaveChannel and joinChannel succeed, the first also when the app is out already", async () => {
    expect((await slack.run("leaveChannel", { channelId: fresh })).branch).toBe("left");
    expect((await slack.run("leaveChannel", { channelId: fresh })).branch).toBe("alreadyLeft");
    expect((await slack.run("joinChannel", { channelId: fresh })).branch).toBe("joined");
  });

  test("archiveChannel archives, and succeeds again", async () => {
    expect((await slack.run("archiveChannel", { channelId: fresh })).branch).toBe("archived");
    expect((await slack.run("archiveChannel", { channelId: fresh })).branch).toBe("alreadyArchived");
  });

  test("openConversation gives the same direct message each time", async () => {
    const input = { userIds: [await slack.userId("grace")] };
    const first = await slack.run("openConversation", input);
    const second = await slack.run("openConversation", input);
    expect([first.branch, second.branch]).toEqual(["opened", "alreadyOpen"]);
    expect(second.output).toEqual(first.output);
  });
});

describe("files and bookmarks", () => {
  test("uploadFile shares the bytes and the comment, and getFile and listFiles see the file", async () => {
    const upload = { channelId, filename: "notes.txt", content: "Grüße & <more>", comment: "Here <it> is" };
    const { branch, output } = await slack.run("uploadFile", upload);
    expect(branch).toBe("shared");
    const fileId = wordOf(output, "fileId");
    const { file } = (await slack.run("getFile", { fileId })).output as { file: JsonObject };
    expect(file).toMatchObject({
      fileId,
      name: "notes.txt",
      sizeBytes: Buffer.byteLength("Grüße & <more>"),
      channelIds: [channelId],
    });
    const { output: page } = await slack.run("listFiles", { channelId });
    expect((page["files"] as readonly JsonObject[]).map((each) => each["fileId"])).toContain(fileId);
    expect((await historyOf(channelId))[0]).toMatchObject({ text: "Here <it> is", files: [{ fileId }] });
  });

  test("uploadFile takes base64, and refuses both and neither kind of content", async () => {
    const input = { channelId, filename: "dot.bin", contentBase64: "AAEC" };
    expect((await slack.run("uploadFile", input)).branch).toBe("shared");
    expect((await failed("uploadFile", { ...input, content: "x" })).message).toContain("exactly one");
    expect((await failed("uploadFile", { channelId, filename: "none" })).branch).toBe("invalidInput");
  });

  test("bookmarks are added, changed, listed and removed; removing again succeeds only on a re-send", async () => {
    const added = await slack.run("addBookmark", {
      channelId,
      title: "Runbook",
      link: "https://example.com/runbook",
      emoji: "book",
    });
    const bookmarkId = wordOf(added.output, "bookmark", "bookmarkId");
    expect((await slack.run("editBookmark", { channelId, bookmarkId, title: "Runbook 2" })).branch).toBe("edited");
    const { output } = await slack.run("listBookmarks", { channelId });
    expect(output["bookmarks"]).toMatchObject([
      { bookmarkId, title: "Runbook 2", link: "https://example.com/runbook" },
    ]);
    expect((await slack.run("removeBookmark", { channelId, bookmarkId })).branch).toBe("removed");
    expect((await failed("removeBookmark", { channelId, bookmarkId })).branch).toBe("notFound");
    expect((await slack.run("removeBookmark", { channelId, bookmarkId }, resend())).branch).toBe("removed");
  });
});

test("every write, and every query that looks at one, was run", () => {
  const queries = ["getReactions", "listPins", "listBookmarks", "listScheduledMessages", "getFile", "listFiles"];
  const writes = Object.values(manifest.operations).filter(({ kind }) => kind === "mutation");
  const wanted = [...queries, ...writes.map(({ name }) => name)];
  expect(wanted.filter((name) => !slack.operations.has(name))).toEqual([]);
});
