/** Reading many messages: a channel's history and a thread, page by page. */
import type { JsonObject, OperationHandler } from "../../src/connector.ts";
import { membershipErrors } from "./channel-errors.ts";
import type { GetChannelHistoryInput, ListThreadMessagesInput } from "./inputs/history.ts";
import { messageViews, nextCursorOf, NOTICE } from "./message-view.ts";
import { flagAt, objectsAt, present } from "./slack-body.ts";
import { type Answer, slackOperation } from "./slack-operation.ts";

const PAGE = 50;
/** Apps that are sold outside Slack's directory get at most this many messages a request, whatever they ask for. */
const RESTRICTED_PAGE = 15;

export const getChannelHistory: OperationHandler = slackOperation<GetChannelHistoryInput>({
  method: "conversations.history",
  branch: "read",
  prepare: ({ channelId, limit = PAGE, ...window }) => ({ channel: channelId, limit, ...window }),
  read: (body, { limit = PAGE }) => pageOf(body, limit),
  errors: membershipErrors,
});

export const listThreadMessages: OperationHandler = slackOperation<ListThreadMessagesInput>({
  method: "conversations.replies",
  branch: "read",
  prepare: ({ channelId, threadTimestamp, limit = PAGE, ...window }) => ({
    channel: channelId,
    ts: threadTimestamp,
    limit,
    ...window,
  }),
  read: (body, { limit = PAGE }) => pageOf(body, limit),
  errors: membershipErrors,
});

function pageOf(body: JsonObject, limit: number): Answer | undefined {
  const messages = objectsAt(body, "messages");
  if (messages === undefined) return undefined;
  const warning = restrictionOf(messages.length, limit, flagAt(body, "has_more"));
  return {
    output: present({ notice: NOTICE, messages: messageViews(messages), nextCursor: nextCursorOf(body), warning }),
  };
}

/** The only sign of the restricted limit is a page that is too short although there is more. */
function restrictionOf(count: number, limit: number, hasMore: boolean): string | undefined {
  if (!hasMore || limit <= RESTRICTED_PAGE || count !== RESTRICTED_PAGE) return undefined;
  return "Slack gave 15 messages although more were asked for: this app seems to be limited to 15 messages a request and one request a minute.";
}
