/** Arguments of the operations on messages. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `postChannelMessage`. Post one new message in a conversation; everybody in it can read it. Use slack_post_thread_reply to answer in a thread. */
export interface PostChannelMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** At most 4000 characters; send longer text as several messages or as a file (slack_upload_file). Nothing in it becomes a mention. */
  readonly text: string;
  /** How text is written: mrkdwn (Slack's own, *bold*; the default), markdown (**bold**) or plain. */
  readonly format?: "mrkdwn" | "markdown" | "plain";
  /** Ids of people to mention in front of the text; they are notified. */
  readonly mentionUserIds?: readonly string[];
}

/** Arguments of `postThreadReply`. Post one reply in an existing thread; everybody in the conversation can read it. */
export interface PostThreadReplyInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly threadTimestamp: string;
  /** At most 4000 characters; send longer text as several messages or as a file (slack_upload_file). Nothing in it becomes a mention. */
  readonly text: string;
  /** How text is written: mrkdwn (Slack's own, *bold*; the default), markdown (**bold**) or plain. */
  readonly format?: "mrkdwn" | "markdown" | "plain";
  /** Ids of people to mention in front of the text; they are notified. */
  readonly mentionUserIds?: readonly string[];
}
