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

/** Arguments of `broadcastChannelMessage`. Post one message that notifies everybody in a channel at once, or everybody who is active. Use it only when all of them must know now. */
export interface BroadcastChannelMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Who is notified: active members (here), all members (channel), or all people of the workspace (everyone, in its general channel). */
  readonly audience: "here" | "channel" | "everyone";
  /** At most 4000 characters; send longer text as several messages or as a file (slack_upload_file). Nothing in it becomes a mention. */
  readonly text: string;
}

/** Arguments of `broadcastThreadReply`. Post one reply in an existing thread that is also shown in the channel itself, where everybody sees it. */
export interface BroadcastThreadReplyInput {
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

/** Arguments of `postRichMessage`. Post one message made of blocks (paragraphs, headings, lines, small print, pictures), in a conversation. */
export interface PostRichMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** At most 4000 characters; send longer text as several messages or as a file (slack_upload_file). Nothing in it becomes a mention. */
  readonly text: string;
  /** The blocks from top to bottom; at most 12000 characters in all. */
  readonly blocks: readonly (
    | {
        /** A paragraph. */
        readonly type: "section";
        /** Its text in Slack's mrkdwn. */
        readonly text: string;
      }
    | {
        /** A heading. */
        readonly type: "header";
        /** Its plain text. */
        readonly text: string;
      }
    | {
        /** A line across. */
        readonly type: "divider";
      }
    | {
        /** Small print. */
        readonly type: "context";
        /** Its parts in Slack's mrkdwn, side by side. */
        readonly texts: readonly string[];
      }
    | {
        /** A picture that is already in Slack. */
        readonly type: "image";
        /** The https address of the picture on one of Slack's own hosts. */
        readonly imageUrl: string;
        /** What is to be seen, for those who do not see it. */
        readonly altText: string;
      }
  )[];
}

/** Arguments of `postRichThreadReply`. Post one reply made of blocks (paragraphs, headings, lines, small print, pictures), in an existing thread. */
export interface PostRichThreadReplyInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly threadTimestamp: string;
  /** At most 4000 characters; send longer text as several messages or as a file (slack_upload_file). Nothing in it becomes a mention. */
  readonly text: string;
  /** The blocks from top to bottom; at most 12000 characters in all. */
  readonly blocks: readonly (
    | {
        /** A paragraph. */
        readonly type: "section";
        /** Its text in Slack's mrkdwn. */
        readonly text: string;
      }
    | {
        /** A heading. */
        readonly type: "header";
        /** Its plain text. */
        readonly text: string;
      }
    | {
        /** A line across. */
        readonly type: "divider";
      }
    | {
        /** Small print. */
        readonly type: "context";
        /** Its parts in Slack's mrkdwn, side by side. */
        readonly texts: readonly string[];
      }
    | {
        /** A picture that is already in Slack. */
        readonly type: "image";
        /** The https address of the picture on one of Slack's own hosts. */
        readonly imageUrl: string;
        /** What is to be seen, for those who do not see it. */
        readonly altText: string;
      }
  )[];
}

/** Arguments of `postEphemeralMessage`. Show one message in a conversation to a single member only. Slack does not promise that it is seen; it cannot be read, changed or deleted later. */
export interface PostEphemeralMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** The id of the person, such as U0123456789; a name or address is not an id (slack_find_user_by_email finds it). */
  readonly userId: string;
  /** At most 4000 characters; send longer text as several messages or as a file (slack_upload_file). Nothing in it becomes a mention. */
  readonly text: string;
  /** How text is written: mrkdwn (Slack's own, *bold*; the default), markdown (**bold**) or plain. */
  readonly format?: "mrkdwn" | "markdown" | "plain";
}

/** Arguments of `updateMessage`. Replace the text of one of the app's own messages. Blocks that the message had are removed. */
export interface UpdateMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly messageTimestamp: string;
  /** At most 4000 characters; send longer text as several messages or as a file (slack_upload_file). Nothing in it becomes a mention. */
  readonly text: string;
  /** How text is written: mrkdwn (Slack's own, *bold*; the default), markdown (**bold**) or plain. */
  readonly format?: "mrkdwn" | "markdown" | "plain";
}

/** Arguments of `deleteMessage`. Delete one of the app's own messages for everybody. It cannot be brought back. */
export interface DeleteMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly messageTimestamp: string;
}
