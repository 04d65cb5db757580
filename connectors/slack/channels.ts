/** Looking at conversations: which there are, what they are, who is in them. */
import type { OperationHandler } from "../../src/connector.ts";
import { each, type ErrorTable, transient } from "./error-rule.ts";
import { channelPage, channelView } from "./channel-view.ts";
import type {
  GetChannelInput,
  ListChannelMembersInput,
  ListChannelsInput,
  ListJoinedChannelsInput,
} from "./inputs/channels.ts";
import { nextCursorOf } from "./message-view.ts";
import { objectAt, present, textsAt } from "./slack-body.ts";
import { slackOperation } from "./slack-operation.ts";
import type { SlackArguments } from "./web-client.ts";

const PAGE = 100;

export const listChannels: OperationHandler = slackOperation<ListChannelsInput>({
  method: "conversations.list",
  branch: "listed",
  prepare: pageArguments,
  read: channelPage,
});

export const listJoinedChannels: OperationHandler = slackOperation<ListJoinedChannelsInput>({
  method: "users.conversations",
  branch: "listed",
  prepare: pageArguments,
  read: channelPage,
});

function pageArguments({ types, excludeArchived, limit = PAGE, cursor }: ListChannelsInput): SlackArguments {
  return { limit, types: types?.join(","), exclude_archived: excludeArchived, cursor };
}

export const getChannel: OperationHandler = slackOperation<GetChannelInput>({
  method: "conversations.info",
  branch: "read",
  prepare: ({ channelId }) => ({ channel: channelId, include_num_members: true }),
  read: (body) => {
    const channel = channelView(objectAt(body, "channel"));
    return channel === undefined ? undefined : { output: { channel } };
  },
});

const memberErrors: ErrorTable = each(
  ["fetch_members_failed"],
  transient("Slack could not read the members just now. Try again."),
);

export const listChannelMembers: OperationHandler = slackOperation<ListChannelMembersInput>({
  method: "conversations.members",
  branch: "listed",
  prepare: ({ channelId, limit = PAGE, cursor }) => ({ channel: channelId, limit, cursor }),
  read: (body) => {
    const userIds = textsAt(body, "members");
    return userIds === undefined ? undefined : { output: present({ userIds, nextCursor: nextCursorOf(body) }) };
  },
  errors: memberErrors,
});
