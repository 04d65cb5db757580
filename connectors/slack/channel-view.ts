/** A conversation of Slack as the model reads it. */
import type { JsonObject } from "../../src/connector.ts";
import { incomingText } from "./message-text.ts";
import { isObject, numberAt, objectAt, objectsAt, present, textAt, wordAt } from "./slack-body.ts";
import { nextCursorOf } from "./message-view.ts";
import type { Answer } from "./slack-operation.ts";

/** `undefined` when the conversation has no id. */
export function channelView(channel: JsonObject | undefined): JsonObject | undefined {
  const channelId = wordAt(channel, "id");
  if (!isObject(channel) || channelId === undefined) return undefined;
  return present({
    channelId,
    name: wordAt(channel, "name"),
    userId: wordAt(channel, "user"),
    isPrivate: claim(channel, "is_private"),
    isArchived: claim(channel, "is_archived"),
    isMember: claim(channel, "is_member"),
    memberCount: numberAt(channel, "num_members"),
    topic: valueOf(channel, "topic"),
    purpose: valueOf(channel, "purpose"),
    createdAt: numberAt(channel, "created"),
    creatorId: wordAt(channel, "creator"),
  });
}

export function channelPage(body: JsonObject): Answer | undefined {
  const channels = objectsAt(body, "channels");
  if (channels === undefined) return undefined;
  const views = channels.map((channel) => channelView(channel)).filter((view) => view !== undefined);
  return { output: present({ channels: views, nextCursor: nextCursorOf(body) }) };
}

function claim(channel: JsonObject, key: string): boolean | undefined {
  return typeof channel[key] === "boolean" ? channel[key] : undefined;
}

/** Topic and purpose are objects that hold the text as `value`; people write them, so they are made plain. */
function valueOf(channel: JsonObject, key: string): string | undefined {
  const value = textAt(objectAt(channel, key), "value");
  return value === undefined || value === "" ? undefined : incomingText(value).slice(0, 1_000);
}
