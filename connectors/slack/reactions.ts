/** Reactions to messages. Adding one that is there and removing one that is not are both what was wanted. */
import type { JsonObject, OperationHandler } from "../../src/connector.ts";
import { membershipErrors } from "./channel-errors.ts";
import { already, each, type ErrorTable, input, permission } from "./error-rule.ts";
import type { AddReactionInput, GetReactionsInput, RemoveReactionInput } from "./inputs/reactions.ts";
import { numberAt, objectAt, objectsAt, textsAt, wordAt } from "./slack-body.ts";
import { slackOperation } from "./slack-operation.ts";
import type { SlackArguments } from "./web-client.ts";

const reactionErrors: ErrorTable = {
  ...membershipErrors,
  invalid_name: input(
    "There is no emoji of this name here. Use the name of one that exists, without colons, such as thumbsup.",
  ),
  no_item_specified: input("Slack did not see which message is meant. Give channelId and messageTimestamp."),
  ...each(
    ["too_many_emoji", "too_many_reactions"],
    input("The message has as many reactions as Slack allows. Do without, or reply instead."),
  ),
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

/** Slack answers no_reaction also when the reaction is somebody else's: then, too, the app's own is not there. */
export const removeReaction: OperationHandler = slackOperation<RemoveReactionInput>({
  method: "reactions.remove",
  branch: "removed",
  prepare: reactionArguments,
  read: (_body, args) => ({ output: reactionOutput(args) }),
  errors: { ...reactionErrors, no_reaction: already("alreadyRemoved", "The app had not reacted with this.") },
  already: reactionOutput,
});

export const getReactions: OperationHandler = slackOperation<GetReactionsInput>({
  method: "reactions.get",
  branch: "read",
  // Without `full` the list of people is cut.
  prepare: ({ channelId, messageTimestamp }) => ({ channel: channelId, timestamp: messageTimestamp, full: true }),
  read: (body, { channelId, messageTimestamp }) => {
    const message = objectAt(body, "message");
    if (message === undefined) return undefined;
    return { output: { channelId, messageTimestamp, reactions: reactionsOf(message) } };
  },
  errors: reactionErrors,
});

function reactionsOf(message: JsonObject): readonly JsonObject[] {
  return (objectsAt(message, "reactions") ?? []).slice(0, 100).flatMap((reaction) => {
    const name = wordAt(reaction, "name");
    if (name === undefined) return [];
    return [
      { name, count: numberAt(reaction, "count") ?? 0, userIds: (textsAt(reaction, "users") ?? []).slice(0, 1_000) },
    ];
  });
}

function reactionArguments({ channelId, messageTimestamp, name }: AddReactionInput): SlackArguments {
  return { channel: channelId, timestamp: messageTimestamp, name };
}

function reactionOutput({ channelId, messageTimestamp, name }: AddReactionInput): JsonObject {
  return { channelId, messageTimestamp, name };
}
