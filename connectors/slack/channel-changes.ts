/** Archiving a channel, naming what it is about, and opening direct messages. */
import type { OperationHandler } from "../../src/connector.ts";
import { membershipErrors } from "./channel-errors.ts";
import { already, each, type ErrorTable, input, notFound, permission } from "./error-rule.ts";
import type {
  ArchiveChannelInput,
  OpenConversationInput,
  SetChannelPurposeInput,
  SetChannelTopicInput,
} from "./inputs/channel-changes.ts";
import { escapeText } from "./message-text.ts";
import { flagAt, objectAt, wordAt } from "./slack-body.ts";
import { slackOperation } from "./slack-operation.ts";

const archiveErrors: ErrorTable = {
  ...membershipErrors,
  already_archived: already("alreadyArchived", "The channel was archived before."),
  ...each(
    ["cant_archive_general", "cant_archive_required"],
    permission("The workspace needs this channel; nobody can archive it. Use another channel."),
  ),
};

export const archiveChannel: OperationHandler = slackOperation<ArchiveChannelInput>({
  method: "conversations.archive",
  branch: "archived",
  prepare: ({ channelId }) => ({ channel: channelId }),
  read: (_body, { channelId }) => ({ output: { channelId } }),
  errors: archiveErrors,
  already: ({ channelId }) => ({ channelId }),
});

const descriptionErrors: ErrorTable = {
  ...membershipErrors,
  too_long: input("The text is longer than 250 characters as it is sent (&, < and > count 4 or 5 each). Shorten it."),
};

export const setChannelTopic: OperationHandler = slackOperation<SetChannelTopicInput>({
  method: "conversations.setTopic",
  branch: "set",
  prepare: ({ channelId, topic }) => ({ channel: channelId, topic: escapeText(topic) }),
  read: (_body, { channelId }) => ({ output: { channelId } }),
  errors: descriptionErrors,
});

export const setChannelPurpose: OperationHandler = slackOperation<SetChannelPurposeInput>({
  method: "conversations.setPurpose",
  branch: "set",
  prepare: ({ channelId, purpose }) => ({ channel: channelId, purpose: escapeText(purpose) }),
  read: (_body, { channelId }) => ({ output: { channelId } }),
  errors: descriptionErrors,
});

const openErrors: ErrorTable = {
  ...each(
    ["users_list_not_supplied", "not_enough_users"],
    input("Too few people were named. Give at least one userId besides the app's own."),
  ),
  too_many_users: input(
    "A group's direct message takes at most eight people. Name fewer, or create a channel by slack_create_channel.",
  ),
  invalid_user_combination: input("These people cannot be in one direct message. Name others."),
  channel_not_found: notFound(
    "There is no open conversation with these people. Call again without isLookupOnly to open one.",
  ),
  user_disabled: permission("One of these accounts is deactivated. Leave it out."),
};

export const openConversation: OperationHandler = slackOperation<OpenConversationInput>({
  method: "conversations.open",
  branch: "opened",
  prepare: ({ userIds, isLookupOnly }) => ({ users: userIds.join(","), prevent_creation: isLookupOnly }),
  read: (body) => {
    const channelId = wordAt(objectAt(body, "channel"), "id");
    if (channelId === undefined) return undefined;
    const wasOpen = flagAt(body, "already_open") || flagAt(body, "no_op");
    return { output: { channelId }, branch: wasOpen ? "alreadyOpen" : "opened" };
  },
  errors: openErrors,
});
