/** Changing and deleting the app's own messages. Both end in the same state however often they are sent. */
import type { JsonObject, OperationHandler } from "../../src/connector.ts";
import { each, type ErrorTable, input, permission, unclear } from "./error-rule.ts";
import type { DeleteMessageInput, UpdateMessageInput } from "./inputs/messages.ts";
import { dialectWarning } from "./message-text.ts";
import { textArguments } from "./messages.ts";
import { postingErrors } from "./posting-errors.ts";
import { endingOf } from "./refusal-ending.ts";
import { slackHandler, slackOperation, warningsOf } from "./slack-operation.ts";

const updateErrors: ErrorTable = {
  ...postingErrors,
  cant_update_message: permission(
    "The app can change only messages that it posted itself. Post a new message instead.",
  ),
  edit_window_closed: permission("The message is too old to be changed here. Post a new message instead."),
  is_inactive: permission("The message can no longer be changed. Post a new message instead."),
  cant_broadcast_message: permission("This message cannot be shown in the channel. Post a new message instead."),
  ...each(
    ["block_mismatch", "invalid_attachments"],
    input("The new content does not fit the message. Post a new message instead."),
  ),
  no_dual_broadcast_content_update: input(
    "The text of a reply that is shown in the channel cannot be changed like this. Post a new message instead.",
  ),
  update_failed: unclear("Slack could not finish the change; it may have been made."),
};

export const updateMessage: OperationHandler = slackOperation<UpdateMessageInput>({
  method: "chat.update",
  branch: "updated",
  // Metadata is left out: an empty one would erase the mark by which the message can be found.
  prepare: (args) => ({ channel: args.channelId, ts: args.messageTimestamp, ...textArguments(args) }),
  read: (_body, args) => {
    const warning = dialectWarning(args.text, args.format ?? "mrkdwn");
    return { output: messageReference(args), warnings: warning === undefined ? [] : [warning] };
  },
  errors: updateErrors,
});

const deleteErrors: ErrorTable = {
  cant_delete_message: permission(
    "The app can delete only messages that it posted itself. A person must delete this one.",
  ),
  compliance_exports_prevent_deletion: permission(
    "The workspace keeps all messages, so nobody can delete this one. Tell the person who asked.",
  ),
};

/**
 * Slack answers message_not_found both for a message that was deleted and for one that never was. On a re-send the first
 * attempt explains it; on the first attempt it is the model's mistake.
 */
export const deleteMessage: OperationHandler = slackHandler(
  "bot",
  async (args: DeleteMessageInput, { attempt, call }) => {
    const outcome = await call("chat.delete", { channel: args.channelId, ts: args.messageTimestamp });
    const isGone = outcome.kind === "refused" && outcome.code === "message_not_found" && attempt.isResend;
    if (isGone) return attempt.branch("deleted", messageReference(args));
    if (outcome.kind !== "answered") return endingOf(attempt, outcome, { errors: deleteErrors });
    return attempt.branch("deleted", messageReference(args), warningsOf(outcome.body));
  },
);

export function messageReference({ channelId, messageTimestamp }: DeleteMessageInput): JsonObject {
  return { channelId, messageTimestamp };
}
