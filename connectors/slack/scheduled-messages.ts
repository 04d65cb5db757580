/** Messages that Slack posts later. They carry no mark: Slack does not post scheduled messages that have metadata. */
import type { Ending, JsonObject, OperationHandler } from "../../src/connector.ts";
import { type ErrorTable, input, permission } from "./error-rule.ts";
import type {
  CancelScheduledMessageInput,
  ListScheduledMessagesInput,
  ScheduleMessageInput,
} from "./inputs/scheduled.ts";
import { incomingText } from "./message-text.ts";
import { nextCursorOf, NOTICE } from "./message-view.ts";
import { previewArguments, textArguments } from "./messages.ts";
import { postingErrors } from "./posting-errors.ts";
import { endingOf } from "./refusal-ending.ts";
import { numberAt, objectsAt, present, textAt, wordAt } from "./slack-body.ts";
import { slackHandler, slackOperation, type SlackSession, warningsOf } from "./slack-operation.ts";

const scheduleErrors: ErrorTable = {
  ...postingErrors,
  time_in_past: input("postAt is in the past. Give a time in the future, in seconds since 1970."),
  time_too_far: input("postAt is more than 120 days ahead. Give an earlier time."),
  invalid_time: input("postAt is no time. Give whole seconds since 1970."),
  restricted_too_many: input(
    "More than 30 messages are scheduled around this time in this channel. Choose a time at least five minutes away.",
  ),
};

export const scheduleMessage: OperationHandler = slackOperation<ScheduleMessageInput>({
  method: "chat.scheduleMessage",
  branch: "scheduled",
  prepare: (args, attempt) => ({
    channel: args.channelId,
    post_at: args.postAt,
    thread_ts: args.threadTimestamp,
    ...textArguments(args),
    ...previewArguments(attempt),
  }),
  read: (body, args) => {
    const scheduledMessageId = wordAt(body, "scheduled_message_id");
    if (scheduledMessageId === undefined) return undefined;
    return {
      output: { channelId: args.channelId, scheduledMessageId, postAt: numberAt(body, "post_at") ?? args.postAt },
    };
  },
  errors: scheduleErrors,
});

const cancelErrors: ErrorTable = {
  bad_token: permission(
    "A scheduled message can be cancelled only with the token that scheduled it. A person must set that token.",
  ),
  invalid_scheduled_message_id: {
    class: "not_found",
    branch: "notCancelled",
    text: "The message was sent, was cancelled before, or is due within a minute. See what is still scheduled by slack_list_scheduled_messages.",
  },
};

/**
 * One code of Slack means cancelled, sent, or due within a minute. On a re-send the list tells: when the message is no
 * longer listed and yet not due, the first attempt has cancelled it.
 */
export const cancelScheduledMessage: OperationHandler = slackHandler(
  "bot",
  async (args: CancelScheduledMessageInput, slack) => {
    const { attempt } = slack;
    const outcome = await slack.call("chat.deleteScheduledMessage", {
      channel: args.channelId,
      scheduled_message_id: args.scheduledMessageId,
    });
    if (outcome.kind === "answered")
      return attempt.branch("cancelled", cancelledOutput(args), warningsOf(outcome.body));
    const isUnclear = attempt.isResend && outcome.kind === "refused" && outcome.code === "invalid_scheduled_message_id";
    return isUnclear ? settleByList(slack, args) : endingOf(attempt, outcome, { errors: cancelErrors });
  },
);

async function settleByList(slack: SlackSession, args: CancelScheduledMessageInput): Promise<Ending> {
  const { attempt } = slack;
  const outcome = await slack.call("chat.scheduledMessages.list", { channel: args.channelId, limit: 100 });
  if (outcome.kind !== "answered") return attempt.ambiguous("Slack did not say which messages are still scheduled");
  const listed = objectsAt(outcome.body, "scheduled_messages") ?? [];
  if (listed.some((message) => textAt(message, "id") === args.scheduledMessageId)) {
    const message = "The message is still scheduled and is due too soon to be cancelled. Tell the person who asked.";
    return attempt.branch("notCancelled", undefined, { message, isForResend: true });
  }
  const isDue = args.postAt === undefined || args.postAt * 1_000 <= Date.now();
  if (isDue || nextCursorOf(outcome.body) !== undefined) {
    return attempt.ambiguous("the message is no longer scheduled: it was cancelled or sent");
  }
  return attempt.branch("cancelled", cancelledOutput(args));
}

function cancelledOutput({ channelId, scheduledMessageId }: CancelScheduledMessageInput): JsonObject {
  return { channelId, scheduledMessageId };
}

export const listScheduledMessages: OperationHandler = slackOperation<ListScheduledMessagesInput>({
  method: "chat.scheduledMessages.list",
  branch: "listed",
  prepare: ({ channelId, ...page }) => ({ channel: channelId, ...page }),
  read: (body) => {
    const messages = objectsAt(body, "scheduled_messages");
    if (messages === undefined) return undefined;
    const views = messages.map((message) => scheduledView(message)).filter((view) => view !== undefined);
    return { output: present({ notice: NOTICE, scheduledMessages: views, nextCursor: nextCursorOf(body) }) };
  },
});

function scheduledView(message: JsonObject): JsonObject | undefined {
  const scheduledMessageId = wordAt(message, "id");
  const channelId = wordAt(message, "channel_id");
  const postAt = numberAt(message, "post_at");
  if (scheduledMessageId === undefined || channelId === undefined || postAt === undefined) return undefined;
  return { channelId, scheduledMessageId, postAt, text: incomingText(textAt(message, "text") ?? "") };
}
