/** One call of each writing operation that the emulator plays, with what it needs prepared beforehand. */
import type { JsonObject } from "../../../src/core/json.ts";
import type { EmulatedSlack } from "./emulated-slack.ts";
import { wordOf } from "./slack-run.ts";

export interface WriteCase {
  readonly operation: string;
  readonly method: string;
  /** Prepares and gives the input; a new thing each time. */
  readonly input: (slack: EmulatedSlack) => Promise<JsonObject>;
  /** For repeatable writes: the branch of a re-send after the first answer was lost. */
  readonly again?: string;
}

let names = 0;

async function support(slack: EmulatedSlack): Promise<string> {
  return slack.channelId("support");
}

async function message(slack: EmulatedSlack): Promise<{ channelId: string; messageTimestamp: string }> {
  const channelId = await support(slack);
  const { output } = await slack.run("postChannelMessage", { channelId, text: "A message" });
  return { channelId, messageTimestamp: wordOf(output, "messageTimestamp") };
}

async function reply(slack: EmulatedSlack): Promise<JsonObject> {
  const { channelId, messageTimestamp } = await message(slack);
  return { channelId, threadTimestamp: messageTimestamp, text: "A reply" };
}

async function channel(slack: EmulatedSlack): Promise<{ channelId: string }> {
  const { output } = await slack.run("createChannel", { name: freshName() });
  return { channelId: wordOf(output, "channel", "channelId") };
}

/** With a second member: the last one may not leave. */
async function sharedChannel(slack: EmulatedSlack): Promise<JsonObject> {
  const made = await channel(slack);
  await slack.run("inviteUsersToChannel", { ...made, userIds: [await slack.userId("ada")] });
  return made;
}

function freshName(): string {
  names += 1;
  return `fresh-${String(names)}`;
}

async function scheduled(slack: EmulatedSlack): Promise<JsonObject> {
  const input = { channelId: await support(slack), text: "Later", postAt: Math.floor(Date.now() / 1_000) + 3_600 };
  const { output } = await slack.run("scheduleMessage", input);
  return { channelId: input.channelId, scheduledMessageId: wordOf(output, "scheduledMessageId"), postAt: input.postAt };
}

async function bookmark(slack: EmulatedSlack): Promise<{ channelId: string; bookmarkId: string }> {
  const channelId = await support(slack);
  const { output } = await slack.run("addBookmark", { channelId, title: "Old", link: "https://example.com/" });
  return { channelId, bookmarkId: wordOf(output, "bookmark", "bookmarkId") };
}

async function after(slack: EmulatedSlack, operation: string, input: Promise<JsonObject>): Promise<JsonObject> {
  const made = await input;
  await slack.run(operation, made);
  return made;
}

export const writeCases: readonly WriteCase[] = [
  {
    operation: "postChannelMessage",
    method: "chat.postMessage",
    input: async (slack) => ({ channelId: await support(slack), text: "Hello" }),
  },
  { operation: "postThreadReply", method: "chat.postMessage", input: reply },
  { operation: "broadcastThreadReply", method: "chat.postMessage", input: reply },
  {
    operation: "broadcastChannelMessage",
    method: "chat.postMessage",
    input: async (slack) => ({ channelId: await support(slack), audience: "here", text: "Hello" }),
  },
  {
    operation: "postRichMessage",
    method: "chat.postMessage",
    input: async (slack) => ({ channelId: await support(slack), text: "Hello", blocks: [{ type: "divider" }] }),
  },
  {
    operation: "postRichThreadReply",
    method: "chat.postMessage",
    input: async (slack) => ({ ...(await reply(slack)), blocks: [{ type: "section", text: "Hello" }] }),
  },
  {
    operation: "postEphemeralMessage",
    method: "chat.postEphemeral",
    input: async (slack) => ({ channelId: await support(slack), userId: await slack.userId("ada"), text: "Hello" }),
  },
  {
    operation: "updateMessage",
    method: "chat.update",
    input: async (slack) => ({ ...(await message(slack)), text: "Changed" }),
    again: "updated",
  },
  { operation: "deleteMessage", method: "chat.delete", input: message, again: "deleted" },
  {
    operation: "scheduleMessage",
    method: "chat.scheduleMessage",
    input: async (slack) => ({
      channelId: await support(slack),
      text: "Later",
      postAt: Math.floor(Date.now() / 1_000) + 7_200,
    }),
  },
  {
    operation: "cancelScheduledMessage",
    method: "chat.deleteScheduledMessage",
    input: scheduled,
    again: "cancelled",
  },
  {
    operation: "addReaction",
    method: "reactions.add",
    input: async (slack) => ({ ...(await message(slack)), name: "eyes" }),
    again: "alreadyAdded",
  },
  {
    operation: "removeReaction",
    method: "reactions.remove",
    input: async (slack) => ({ ...(await message(slack)), name: "eyes" }),
    again: "alreadyRemoved",
  },
  { operation: "joinChannel", method: "conversations.join", input: channel, again: "joined" },
  { operation: "leaveChannel", method: "conversations.leave", input: sharedChannel, again: "alreadyLeft" },
  {
    operation: "createChannel",
    method: "conversations.create",
    input: () => Promise.resolve({ name: freshName() }),
    again: "created",
  },
  { operation: "archiveChannel", method: "conversations.archive", input: channel, again: "alreadyArchived" },
  {
    operation: "inviteUsersToChannel",
    method: "conversations.invite",
    input: async (slack) => ({
      ...(await channel(slack)),
      userIds: [await slack.userId("ada"), await slack.userId("grace")],
    }),
    again: "alreadyMembers",
  },
  {
    operation: "setChannelTopic",
    method: "conversations.setTopic",
    input: async (slack) => ({ ...(await channel(slack)), topic: "New" }),
    again: "set",
  },
  {
    operation: "setChannelPurpose",
    method: "conversations.setPurpose",
    input: async (slack) => ({ ...(await channel(slack)), purpose: "New" }),
    again: "set",
  },
  {
    operation: "openConversation",
    method: "conversations.open",
    input: async (slack) => ({ userIds: [await slack.userId("ada")] }),
    again: "alreadyOpen",
  },
  { operation: "pinMessage", method: "pins.add", input: message, again: "alreadyPinned" },
  {
    operation: "unpinMessage",
    method: "pins.remove",
    input: (slack) => after(slack, "pinMessage", message(slack)),
    again: "alreadyUnpinned",
  },
  {
    operation: "addBookmark",
    method: "bookmarks.add",
    input: async (slack) => ({ channelId: await support(slack), title: "One", link: "https://example.com/one" }),
  },
  {
    operation: "editBookmark",
    method: "bookmarks.edit",
    input: async (slack) => ({ ...(await bookmark(slack)), title: "New" }),
    again: "edited",
  },
  { operation: "removeBookmark", method: "bookmarks.remove", input: bookmark, again: "removed" },
];
