/** Arguments of the operations on channel changes. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `joinChannel`. Make the app a member of one public channel, so that it can read it. Joining again changes nothing. */
export interface JoinChannelInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
}

/** Arguments of `leaveChannel`. Take the app out of one channel. It then reads nothing there; a private channel must invite it again. */
export interface LeaveChannelInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
}

/** Arguments of `createChannel`. Create one public or private channel with a name that no other channel has, archived ones included. */
export interface CreateChannelInput {
  /** Lower-case letters, digits, hyphens and underscores. */
  readonly name: string;
  /** Whether only invited people see it; such a channel needs the scope groups:write. */
  readonly isPrivate?: boolean;
}

/** Arguments of `archiveChannel`. Close one channel for everybody; its messages stay readable, and a person can open it again. */
export interface ArchiveChannelInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
}

/** Arguments of `inviteUsersToChannel`. Make people members of one channel; they are notified and can read its whole history. If one of them cannot be invited nobody is. */
export interface InviteUsersToChannelInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** The people to invite. */
  readonly userIds: readonly string[];
}

/** Arguments of `setChannelTopic`. Replace the topic of one channel; everybody in it sees a notice of the change. */
export interface SetChannelTopicInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** The new topic, as plain text; empty to remove it. */
  readonly topic: string;
}

/** Arguments of `setChannelPurpose`. Replace the purpose (description) of one channel; everybody in it sees a notice of the change. */
export interface SetChannelPurposeInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** The new purpose, as plain text; empty to remove it. */
  readonly purpose: string;
}

/** Arguments of `openConversation`. Get the id of the direct message with one person, or of the group message with up to eight, and open it if there is none. */
export interface OpenConversationInput {
  /** The people, without the app itself; more than one needs the scope mpim:write. */
  readonly userIds: readonly string[];
  /** Open nothing; only find a conversation that exists. */
  readonly isLookupOnly?: boolean;
}
