/** Posts that notify a whole channel. They are apart so that a person can be asked about these and not about all posts. */
import type { OperationHandler } from "../../src/connector.ts";
import type { BroadcastChannelMessageInput, BroadcastThreadReplyInput } from "./inputs/messages.ts";
import { outgoingText, refuseTooLong } from "./message-text.ts";
import { postArguments, postedAnswer, textArguments } from "./messages.ts";
import { postingErrors } from "./posting-errors.ts";
import { slackOperation } from "./slack-operation.ts";

/** The one place of this connector that writes a live broadcast. */
export const broadcastChannelMessage: OperationHandler = slackOperation<BroadcastChannelMessageInput>({
  method: "chat.postMessage",
  branch: "posted",
  prepare: (args, attempt) => ({
    channel: args.channelId,
    text: broadcastText(args),
    ...postArguments(attempt),
  }),
  read: (body, args) => postedAnswer(body, args),
  errors: postingErrors,
});

export const broadcastThreadReply: OperationHandler = slackOperation<BroadcastThreadReplyInput>({
  method: "chat.postMessage",
  branch: "posted",
  prepare: (args, attempt) => ({
    channel: args.channelId,
    thread_ts: args.threadTimestamp,
    reply_broadcast: true,
    ...textArguments(args),
    ...postArguments(attempt),
  }),
  read: (body, args) => postedAnswer(body, args, args.threadTimestamp),
  errors: postingErrors,
});

function broadcastText({ audience, text }: BroadcastChannelMessageInput): string {
  const sent = `<!${audience}> ${outgoingText(text, "mrkdwn")}`;
  refuseTooLong(sent);
  return sent;
}
