/** Messages that one member sees for a while. They cannot be looked up, so they carry no mark. */
import type { OperationHandler } from "../../src/connector.ts";
import { type ErrorTable, permission } from "./error-rule.ts";
import type { PostEphemeralMessageInput } from "./inputs/messages.ts";
import { textArguments } from "./messages.ts";
import { postingErrors } from "./posting-errors.ts";
import { wordAt } from "./slack-body.ts";
import { slackOperation } from "./slack-operation.ts";

const ephemeralErrors: ErrorTable = {
  ...postingErrors,
  user_not_in_channel: permission(
    "The person is not in the channel. Invite the person first, or open a direct message by slack_open_conversation.",
  ),
};

export const postEphemeralMessage: OperationHandler = slackOperation<PostEphemeralMessageInput>({
  method: "chat.postEphemeral",
  branch: "shown",
  prepare: (args) => ({ channel: args.channelId, user: args.userId, ...textArguments(args) }),
  read: (body, { channelId }) => {
    const messageTimestamp = wordAt(body, "message_ts");
    return messageTimestamp === undefined ? undefined : { output: { channelId, messageTimestamp } };
  },
  errors: ephemeralErrors,
});
