/** Arguments of the operations on channels. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `listChannels`. List the conversations of the workspace page by page, with their ids. Public channels unless types asks for more. */
export interface ListChannelsInput {
  /** Which kinds of conversations; only public channels unless you ask for more. */
  readonly types?: readonly ("public_channel" | "private_channel" | "mpim" | "im")[];
  /** Leave archived channels out. */
  readonly excludeArchived?: boolean;
  /** Conversations in a page; 100 when absent. */
  readonly limit?: number;
  /** The nextCursor of the page before, to read the next page. */
  readonly cursor?: string;
}

/** Arguments of `findChannelByName`. Find the id of a channel by its exact name. Public channels unless types asks for more; it must be visible to the app. */
export interface FindChannelByNameInput {
  /** The name, with or without the # in front. */
  readonly name: string;
  /** Which kinds of conversations; only public channels unless you ask for more. */
  readonly types?: readonly ("public_channel" | "private_channel" | "mpim" | "im")[];
}

/** Arguments of `listJoinedChannels`. List the conversations that the app itself is in, page by page. Cheaper than listing all channels. */
export interface ListJoinedChannelsInput {
  /** Which kinds of conversations; only public channels unless you ask for more. */
  readonly types?: readonly ("public_channel" | "private_channel" | "mpim" | "im")[];
  /** Leave archived channels out. */
  readonly excludeArchived?: boolean;
  /** How many a page holds at most; Slack may give fewer although there are more. */
  readonly limit?: number;
  /** The nextCursor of the page before, to read the next page. */
  readonly cursor?: string;
}

/** Arguments of `getChannel`. Read name, topic, purpose, number of members and state of one conversation. */
export interface GetChannelInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
}

/** Arguments of `listChannelMembers`. List the ids of the members of one conversation, page by page. */
export interface ListChannelMembersInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** How many a page holds at most; Slack may give fewer although there are more. */
  readonly limit?: number;
  /** The nextCursor of the page before, to read the next page. */
  readonly cursor?: string;
}
