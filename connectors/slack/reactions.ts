/** Reactions to messages. Adding one that is there and removing one that is not are both what was wanted. */
import type { JsonObject, OperationHandler } from "../../src/connector.ts";
import { membershipErrors } from "./channel-errors.ts";
import { already, each, type ErrorTable, input, permission } from "./error-rule.ts";
import type { AddReactionInput } from "./inputs/reactions.ts";
import { slackOperation } from "./slack-operation.ts";
import type { SlackArguments } from "./web-client.ts";

const reactionErrors: ErrorTable = {
  ...membershipErrors,
  invalid_name: input("There is no emoji of this name here. Use the name of one that exists, without colons, such as thumbsup."),
  no_item_specified: input("Slack did not see which message is meant. Give channelId and messageTimestamp."),
  ...each(["too_many_emoji", "too_many_reactions"], input("The message has as many reactions as Slack allows. Do without, or reply instead.")),
  not_reactable: input("This message takes no reactions. Reply to it instead."),
  thread_locked: permission("The thread is locked. Ask a person to unlock it."),
  no_access: permission("The app may not see this message. A person must invite it to the channel."),
};

export const addReaction: OperationHandler = slackOperation<AddReactionInput>({
  method: "reactions.add",
  branch: "added",
  prepare: reactionArguments,
  read: (_body, args) => ({ output: reactionOutput(args) }),
  errors: { ...reactionErrors, already_reacted: already("alreadyAdded", "The app had reacted with this before.") },
  already: reactionOutput,
});

function reactionArguments({ channelId, messageTimestamp, name }: AddReactionInput): SlackArguments {
  return { channel: channelId, timestamp: messageTimestamp, name };
}

function reactionOutput({ channelId, messageTimestamp, name }: AddReactionInput): JsonObject {
  return { channelId, messageTimestamp, name };
}
