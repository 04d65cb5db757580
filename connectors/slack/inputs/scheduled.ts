/** Arguments of the operations on scheduled. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `scheduleMessage`. Have one message posted later, at most 120 days ahead. It can be cancelled until a minute before. */
export interface ScheduleMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** At most 4000 characters; send longer text as several messages or as a file (slack_upload_file). Nothing in it becomes a mention. */
  readonly text: string;
  /** How text is written: mrkdwn (Slack's own, *bold*; the default), markdown (**bold**) or plain. */
  readonly format?: "mrkdwn" | "markdown" | "plain";
  /** When it is posted, in whole seconds since 1970. */
  readonly postAt: number;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly threadTimestamp?: string;
}

/** Arguments of `cancelScheduledMessage`. Cancel one message that was scheduled with the same token and is not due within a minute. */
export interface CancelScheduledMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** The id of the scheduled message, such as Q0123456789. */
  readonly scheduledMessageId: string;
  /** When it was to be posted, in seconds since 1970; lets a lost answer be told from a message that was sent. */
  readonly postAt?: number;
}

/** Arguments of `listScheduledMessages`. List the messages that were scheduled with the same token and are not posted yet, page by page. */
export interface ListScheduledMessagesInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId?: string;
  /** A point in time as seconds since 1970, as text, such as 1710000000 or a message's timestamp. */
  readonly oldest?: string;
  /** A point in time as seconds since 1970, as text, such as 1710000000 or a message's timestamp. */
  readonly latest?: string;
  /** How many a page holds at most; Slack may give fewer although there are more. */
  readonly limit?: number;
  /** The nextCursor of the page before, to read the next page. */
  readonly cursor?: string;
}
