/** Posting messages and replies. Each post carries the call's mark, so that a lost answer can be looked up later. */
import type { HandlerAttempt, JsonObject, OperationHandler } from "../../src/connector.ts";
import type { PostChannelMessageInput, PostThreadReplyInput } from "./inputs/messages.ts";
import { markedMetadata, markerIn, METADATA_DROPPED } from "./marker.ts";
import { dialectWarning, outgoingText, type TextFormat } from "./message-text.ts";
import { postingErrors } from "./posting-errors.ts";
import { objectAt, present, wordAt } from "./slack-body.ts";
import { type Answer, slackOperation } from "./slack-operation.ts";
import type { SlackArguments } from "./web-client.ts";

/** What all posts with a text have in common. */
interface TextContent {
  readonly text: string;
  readonly format?: TextFormat;
  readonly mentionUserIds?: readonly string[];
}

export const postChannelMessage: OperationHandler = slackOperation<PostChannelMessageInput>({
  method: "chat.postMessage",
  branch: "posted",
  prepare: (args, attempt) => ({ channel: args.channelId, ...textArguments(args), ...postArguments(attempt) }),
  read: (body, args) => postedAnswer(body, args),
  errors: postingErrors,
});

export const postThreadReply: OperationHandler = slackOperation<PostThreadReplyInput>({
  method: "chat.postMessage",
  branch: "posted",
  prepare: (args, attempt) => ({
    channel: args.channelId,
    thread_ts: args.threadTimestamp,
    ...textArguments(args),
    ...postArguments(attempt),
  }),
  read: (body, args) => postedAnswer(body, args, args.threadTimestamp),
  errors: postingErrors,
});

/** The text in the dialect that was asked for; Slack has a field of its own for Markdown. */
export function textArguments({ text, format = "mrkdwn", mentionUserIds }: TextContent): SlackArguments {
  const sent = outgoingText(text, format, mentionUserIds);
  if (format === "markdown") return { markdown_text: sent };
  return format === "plain" ? { text: sent, mrkdwn: false } : { text: sent };
}

/** What every post that can be found again is sent with. */
export function postArguments(attempt: HandlerAttempt): SlackArguments {
  return { ...previewArguments(attempt), metadata: markedMetadata(attempt) };
}

/** No previews by default: Slack fetches the addresses in a text, which carries away what is written into them. */
export function previewArguments({ config }: HandlerAttempt): SlackArguments {
  const isUnfurled = config["unfurlLinks"] === true;
  return { unfurl_links: isUnfurled, unfurl_media: isUnfurled };
}

/** Needs the timestamp, without which nothing could name the message. */
export function postedAnswer(
  body: JsonObject,
  content: Partial<TextContent>,
  threadTimestamp?: string,
): Answer | undefined {
  const messageTimestamp = wordAt(body, "ts");
  const channelId = wordAt(body, "channel");
  if (messageTimestamp === undefined || channelId === undefined) return undefined;
  const message = objectAt(body, "message") ?? {};
  return {
    output: present({ channelId, messageTimestamp, threadTimestamp: wordAt(message, "thread_ts") }),
    warnings: [
      ...threadWarning(message, threadTimestamp),
      ...(markerIn(message) === undefined ? [METADATA_DROPPED] : []),
      ...(content.text === undefined ? [] : [dialectWarning(content.text, content.format ?? "mrkdwn") ?? []].flat()),
    ],
  };
}

/** Slack posts a reply to a timestamp it does not know beside the thread and says ok. */
function threadWarning(message: JsonObject, asked: string | undefined): readonly string[] {
  if (asked === undefined || wordAt(message, "thread_ts") === asked) return [];
  return ["Slack did not confirm that the message is in the thread; it may stand in the channel itself."];
}
