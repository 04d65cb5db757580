/** Error codes about conversations that several operations share. */
import { type ErrorTable, permission } from "./error-rule.ts";

export const membershipErrors: ErrorTable = {
  not_in_channel: permission(
    "The app is not in the channel. Join a public channel by slack_join_channel; a person must invite the app to a private one.",
  ),
  channel_is_limited_access: permission("Access to the channel is limited. An administrator must grant it."),
  is_archived: permission("The channel is archived. Use another channel, or ask a person to unarchive it."),
};
