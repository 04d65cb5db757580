/** Arguments of the operations on history. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `getChannelHistory`. Read the messages of one conversation, newest first, page by page. Replies inside threads are not part of it. */
export interface GetChannelHistoryInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** A point in time as seconds since 1970, as text, such as 1710000000 or a message's timestamp. */
  readonly oldest?: string;
  /** A point in time as seconds since 1970, as text, such as 1710000000 or a message's timestamp. */
  readonly latest?: string;
  /** Count messages exactly at oldest or latest in. */
  readonly inclusive?: boolean;
  /** Messages in a page; 50 when absent. */
  readonly limit?: number;
  /** The nextCursor of the page before, to read the next page. */
  readonly cursor?: string;
}

/** Arguments of `listThreadMessages`. Read the messages of one thread, its first message included, oldest first, page by page. */
export interface ListThreadMessagesInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly threadTimestamp: string;
  /** A point in time as seconds since 1970, as text, such as 1710000000 or a message's timestamp. */
  readonly oldest?: string;
  /** A point in time as seconds since 1970, as text, such as 1710000000 or a message's timestamp. */
  readonly latest?: string;
  /** Messages in a page; 50 when absent. */
  readonly limit?: number;
  /** The nextCursor of the page before, to read the next page. */
  readonly cursor?: string;
}

/** Arguments of `getThreadReply`. Read one message of a thread by the thread's and the message's own timestamp. */
export interface GetThreadReplyInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly threadTimestamp: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly messageTimestamp: string;
}

/** Arguments of `getMessage`. Read one message of a conversation by its timestamp. For a reply inside a thread use slack_get_thread_reply. */
export interface GetMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly messageTimestamp: string;
}

/** Arguments of `getMessagePermalink`. Get the address under which people open one message. */
export interface GetMessagePermalinkInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly messageTimestamp: string;
}

/** Arguments of `findMarkedMessages`. Look for the message that a call posted, by the mark in its metadata. Used to learn how a lost call ended. */
export interface FindMarkedMessagesInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly threadTimestamp?: string;
  /** The mark to look for. */
  readonly marker: string;
}
