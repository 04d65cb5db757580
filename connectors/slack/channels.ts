/** Looking at conversations: which there are. */
import type { OperationHandler } from "../../src/connector.ts";
import { channelPage } from "./channel-view.ts";
import type { ListChannelsInput } from "./inputs/channels.ts";
import { slackOperation } from "./slack-operation.ts";

const PAGE = 100;

export const listChannels: OperationHandler = slackOperation<ListChannelsInput>({
  method: "conversations.list",
  branch: "listed",
  prepare: ({ types, excludeArchived, limit = PAGE, cursor }) => ({
    limit,
    types: types?.join(","),
    exclude_archived: excludeArchived,
    cursor,
  }),
  read: channelPage,
});
