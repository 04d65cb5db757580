/** Reading one message. Slack has no method for it: a window of one message is asked for, and the answer compared. */
import type { Ending, OperationHandler } from "../../src/connector.ts";
import { membershipErrors } from "./channel-errors.ts";
import type { GetMessageInput, GetMessagePermalinkInput, GetThreadReplyInput } from "./inputs/history.ts";
import { messageView, NOTICE } from "./message-view.ts";
import { endingOf } from "./refusal-ending.ts";
import { objectsAt, wordAt } from "./slack-body.ts";
import { slackHandler, slackOperation, type SlackSession } from "./slack-operation.ts";
import type { SlackOutcome } from "./web-client.ts";

/** More than one, because the thread's first message comes along with any window of a thread. */
const WINDOW = 15;

export const getThreadReply: OperationHandler = slackHandler("bot", async (args: GetThreadReplyInput, slack) => {
  const window = { oldest: args.messageTimestamp, latest: args.messageTimestamp, inclusive: true, limit: WINDOW };
  const page = { channel: args.channelId, ts: args.threadTimestamp, ...window };
  const outcome = await slack.call("conversations.replies", page);
  return pick(slack, outcome, args.messageTimestamp, "Read the thread by slack_list_thread_messages");
});

export const getMessage: OperationHandler = slackHandler("bot", async (args: GetMessageInput, slack) => {
  const window = { oldest: args.messageTimestamp, latest: args.messageTimestamp, inclusive: true, limit: WINDOW };
  const outcome = await slack.call("conversations.history", { channel: args.channelId, ...window });
  return pick(
    slack,
    outcome,
    args.messageTimestamp,
    "If it is a reply in a thread, use slack_get_thread_reply; else read the channel by slack_get_channel_history",
  );
});

function pick(slack: SlackSession, outcome: SlackOutcome, timestamp: string, nextStep: string): Ending {
  const { attempt } = slack;
  if (outcome.kind !== "answered") return endingOf(attempt, outcome, { errors: membershipErrors });
  const messages = objectsAt(outcome.body, "messages");
  if (messages === undefined) return attempt.ambiguous("Slack answered ok, but without messages");
  const message = messages.find((candidate) => wordAt(candidate, "ts") === timestamp);
  const view = message === undefined ? undefined : messageView(message);
  if (view !== undefined) return attempt.branch("read", { notice: NOTICE, message: view });
  return attempt.branch("notFound", undefined, {
    message: `There is no message with this timestamp here. ${nextStep} and copy the timestamp exactly.`,
  });
}

export const getMessagePermalink: OperationHandler = slackOperation<GetMessagePermalinkInput>({
  method: "chat.getPermalink",
  branch: "read",
  prepare: ({ channelId, messageTimestamp }) => ({ channel: channelId, message_ts: messageTimestamp }),
  read: (body, { channelId, messageTimestamp }) => {
    const permalink = wordAt(body, "permalink");
    return permalink === undefined ? undefined : { output: { channelId, messageTimestamp, permalink } };
  },
});
