/** Pinned messages of a conversation. */
import type { OperationHandler } from "../../src/connector.ts";
import { membershipErrors } from "./channel-errors.ts";
import { already, each, type ErrorTable, input } from "./error-rule.ts";
import type { ListPinsInput, PinMessageInput, UnpinMessageInput } from "./inputs/pins.ts";
import { messageReference } from "./message-changes.ts";
import { messageViews, NOTICE } from "./message-view.ts";
import { objectAt, objectsAt } from "./slack-body.ts";
import { slackOperation } from "./slack-operation.ts";
import type { SlackArguments } from "./web-client.ts";

const pinErrors: ErrorTable = {
  ...membershipErrors,
  no_item_specified: input("Slack did not see which message is meant. Give channelId and messageTimestamp."),
  not_pinnable: input("A message of this kind cannot be pinned. Choose another one."),
  too_many_pins: input("The conversation has as many pins as Slack allows. Unpin one first by slack_unpin_message."),
};

export const pinMessage: OperationHandler = slackOperation<PinMessageInput>({
  method: "pins.add",
  branch: "pinned",
  prepare: itemArguments,
  read: (_body, args) => ({ output: messageReference(args) }),
  errors: { ...pinErrors, already_pinned: already("alreadyPinned", "The message was pinned before.") },
  already: messageReference,
});

export const unpinMessage: OperationHandler = slackOperation<UnpinMessageInput>({
  method: "pins.remove",
  branch: "unpinned",
  prepare: itemArguments,
  read: (_body, args) => ({ output: messageReference(args) }),
  errors: {
    ...pinErrors,
    ...each(["no_pin", "not_pinned"], already("alreadyUnpinned", "The message was not pinned.")),
  },
  already: messageReference,
});

function itemArguments({ channelId, messageTimestamp }: PinMessageInput): SlackArguments {
  return { channel: channelId, timestamp: messageTimestamp };
}

export const listPins: OperationHandler = slackOperation<ListPinsInput>({
  method: "pins.list",
  branch: "listed",
  prepare: ({ channelId }) => ({ channel: channelId }),
  read: (body) => {
    const messages = objectsAt(body, "items")?.map((item) => objectAt(item, "message"));
    if (messages === undefined) return undefined;
    // Files can be pinned as well; they have no message.
    return { output: { notice: NOTICE, messages: messageViews(messages.filter((message) => message !== undefined)) } };
  },
  errors: membershipErrors,
});
