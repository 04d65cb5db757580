/** Reading messages: a channel's history, a thread, one message of either. */
import type { JsonObject, OperationHandler } from "../../src/connector.ts";
import { historyErrors } from "./channel-errors.ts";
import type { GetChannelHistoryInput, GetThreadReplyInput, ListThreadMessagesInput } from "./inputs/history.ts";
import { messageView, messageViews, nextCursorOf, NOTICE } from "./message-view.ts";
import { flagAt, objectsAt, present, wordAt } from "./slack-body.ts";
import { type Answer, slackHandler, slackOperation } from "./slack-operation.ts";
import { endingOf } from "./refusal-ending.ts";

const PAGE = 50;
/** Apps that are sold outside Slack's directory get at most this many messages a request, whatever they ask for. */
const RESTRICTED_PAGE = 15;

export const getChannelHistory: OperationHandler = slackOperation<GetChannelHistoryInput>({
  method: "conversations.history",
  branch: "read",
  prepare: ({ channelId, limit = PAGE, ...window }) => ({ channel: channelId, limit, ...window }),
  read: (body, { limit = PAGE }) => pageOf(body, limit),
  errors: historyErrors,
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
  errors: historyErrors,
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

const NO_SUCH_REPLY = "There is no such message in this thread. Read the thread by slack_list_thread_messages and copy the timestamp exactly.";

/**
 * Slack has no method for one reply: a window of one message is asked for. The thread's first message comes along with
 * any window, so the timestamp is compared.
 */
export const getThreadReply: OperationHandler = slackHandler<GetThreadReplyInput>("bot", async (args, slack) => {
  const outcome = await slack.call("conversations.replies", {
    channel: args.channelId,
    ts: args.threadTimestamp,
    oldest: args.messageTimestamp,
    latest: args.messageTimestamp,
    inclusive: true,
    limit: RESTRICTED_PAGE,
  });
  if (outcome.kind !== "answered") return endingOf(slack.attempt, outcome, { errors: historyErrors });
  const messages = objectsAt(outcome.body, "messages");
  if (messages === undefined) return slack.attempt.ambiguous("Slack answered ok, but without messages");
  const message = messages.find((candidate) => wordAt(candidate, "ts") === args.messageTimestamp);
  const view = message === undefined ? undefined : messageView(message);
  if (view === undefined) return slack.attempt.branch("notFound", undefined, { message: NO_SUCH_REPLY });
  return slack.attempt.branch("read", { notice: NOTICE, message: view });
});
