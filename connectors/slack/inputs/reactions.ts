/** Arguments of the operations on reactions. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `addReaction`. Add one emoji as a reaction to a message. Adding one that is already there changes nothing. */
export interface AddReactionInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly messageTimestamp: string;
  /** Name of the emoji without colons, such as thumbsup or thumbsup::skin-tone-3. */
  readonly name: string;
}

/** Arguments of `removeReaction`. Take back one emoji with which the app itself reacted to a message. If it is not there nothing changes. */
export interface RemoveReactionInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly messageTimestamp: string;
  /** Name of the emoji without colons, such as thumbsup or thumbsup::skin-tone-3. */
  readonly name: string;
}

/** Arguments of `getReactions`. Read all reactions to one message, with who gave them. */
export interface GetReactionsInput {
  /** The id of the conversation, such as C0123456789; a name is not an id (slack_find_channel_by_name finds it). */
  readonly channelId: string;
  /** Slack's timestamp of one message, as text and copied exactly, such as 1710000000.000100. */
  readonly messageTimestamp: string;
}
