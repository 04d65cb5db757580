/** Arguments of the operations on pins. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `pinMessage`. Pin one message in its conversation, where everybody finds it. Pinning again changes nothing. */
export interface PinMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly messageTimestamp: string;
}

/** Arguments of `unpinMessage`. Take the pin off one message. If there is none nothing changes. */
export interface UnpinMessageInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly messageTimestamp: string;
}

/** Arguments of `listPins`. List what is pinned in one conversation. */
export interface ListPinsInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
}
