/** Error codes of posting, for posts, replies, scheduled and ephemeral messages. */
import { membershipErrors } from "./channel-errors.ts";
import { each, type ErrorTable, input, permission, unclear } from "./error-rule.ts";

const contentErrors: ErrorTable = {
  no_text: input("The message has no text. Give some text."),
  ...each(["invalid_blocks", "invalid_blocks_format"], input("A block is not as Slack wants it. Correct it as said.")),
  ...each(
    ["msg_too_long", "msg_blocks_too_long"],
    input("The message is too long. Split it into several replies in one thread, or upload it by slack_upload_file."),
  ),
  ...each(
    ["too_many_attachments", "attachment_payload_limit_exceeded"],
    input("The message carries too much. Split it into several messages."),
  ),
  markdown_text_conflict: input("Markdown cannot be sent together with other content. Send only the text."),
  ...each(["invalid_metadata_format", "invalid_metadata_schema", "metadata_too_large"], {
    class: "defect",
    text: "The connector's mark on the message was refused; report it to the connector's maintainers.",
  }),
  cannot_reply_to_message: input("This message cannot be replied to. Reply to another one or post in the channel."),
};

const placeErrors: ErrorTable = {
  ...membershipErrors,
  messages_tab_disabled: permission("The app's messages tab is off. A person must turn it on in the app's settings."),
  metadata_must_be_sent_from_app: permission(
    "Only an app's own token may mark messages. A person must set up the bot token.",
  ),
  as_user_not_supported: permission("The token may not post as a user. A person must set up the bot token."),
  restricted_action_read_only_channel: permission("Only some people may post in this channel. Use another channel."),
  restricted_action_thread_only_channel: permission(
    "This channel takes replies only. Reply in a thread by slack_post_thread_reply.",
  ),
  restricted_action_non_threadable_channel: permission(
    "This channel takes no replies. Post in the channel by slack_post_channel_message.",
  ),
  restricted_action_thread_locked: permission(
    "The thread is locked. Post in the channel or ask a person to unlock it.",
  ),
  ...each(
    [
      "slack_connect_canvas_sharing_blocked",
      "slack_connect_file_link_sharing_blocked",
      "slack_connect_lists_sharing_blocked",
      "slack_connect_clip_sharing_blocked",
    ],
    permission("What the message links to may not be shared with another organization. Leave the link out."),
  ),
};

/** Slack names these together with a field for its own clients; they say nothing reliable about whether the post is there. */
const duplicateErrors: ErrorTable = each(
  ["duplicate_message_not_found", "duplicate_channel_not_found"],
  unclear("Slack takes the message for a repeated one and does not find the first; it may have been posted."),
);

export const postingErrors: ErrorTable = { ...contentErrors, ...placeErrors, ...duplicateErrors };
