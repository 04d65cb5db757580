/**
 * The error codes that any method of Slack may answer with, and what each means. Codes of single methods are beside the
 * operations that meet them. Source: the error lists of Slack's method reference (https://docs.slack.dev/reference/methods).
 */
import {
  credentials,
  defect,
  each,
  type ErrorTable,
  input,
  notFound,
  permission,
  transient,
  unclear,
} from "./error-rule.ts";

const MINUTES = 60_000;

const inputErrors: ErrorTable = {
  ...each(
    ["invalid_arguments", "missing_argument"],
    input("An argument is not as Slack wants it. Correct it as said and call again."),
  ),
  invalid_cursor: input("The cursor is wrong or has expired. Start again without a cursor."),
  invalid_limit: input("The limit is out of range. Use a smaller one."),
  invalid_types: input("A conversation type is unknown. Use public_channel, private_channel, mpim or im."),
  ...each(
    ["invalid_ts_latest", "invalid_ts_oldest", "bad_timestamp"],
    input(
      "A timestamp is not one of Slack's. Copy the message's timestamp exactly, as text, such as 1710000000.000100.",
    ),
  ),
  invalid_thread_ts: input(
    "threadTimestamp is no timestamp of a thread. Use the timestamp of the thread's first message, as text.",
  ),
};

const connectorErrors: ErrorTable = each(
  [
    "invalid_arg_name",
    "invalid_array_arg",
    "invalid_charset",
    "invalid_form_data",
    "invalid_post_type",
    "missing_post_type",
    "invalid_json",
    "json_not_object",
    "unknown_method",
    "method_deprecated",
    "deprecated_endpoint",
  ],
  defect(
    "The Slack connector sent what Slack does not take; calling again does not help. Report it to the connector's maintainers.",
  ),
);

const credentialErrors: ErrorTable = {
  not_authed: credentials("Slack got no token. A person must set up the connection's token."),
  invalid_auth: credentials(
    "Slack does not accept the token, or not from this address. A person must give the connection a valid token.",
  ),
  account_inactive: credentials(
    "The token belongs to a deleted user or workspace. A person must install the app again.",
  ),
  token_revoked: credentials("The token was revoked. A person must install the app again."),
  token_expired: credentials("The token has expired. A person must renew it."),
};

const permissionErrors: ErrorTable = {
  missing_scope: {
    class: "scope",
    text: "The token lacks a scope. A person must add it to the Slack app and install the app again.",
  },
  not_allowed_token_type: permission(
    "This kind of token may not do this. A person must set up the other kind of token.",
  ),
  no_permission: permission("The token may not do this. A person must grant it in Slack."),
  access_denied: permission("Slack denies access to this. A person must grant it in Slack."),
  accesslimited: permission("Access is limited from this network. A person must allow it in Slack."),
  team_access_not_granted: permission("The token was not granted this workspace. A person must install the app there."),
  team_not_found: permission(
    "The token belongs to a whole organization and no workspace was found. Use channel ids, and ask a person to install the app in the workspace.",
  ),
  org_login_required: permission("The workspace is being moved to an organization. Ask a person when this is done."),
  two_factor_setup_required: permission("The account lacks two-factor authentication. A person must set it up."),
  ekm_access_denied: permission("An administrator has suspended access to this. Ask an administrator."),
  enterprise_is_restricted: permission("This cannot be done in an organization's workspace. Ask an administrator."),
  app_access_restricted: permission("The app is restricted here. Ask an administrator to allow it."),
  user_is_bot: permission("A bot may not do this. A person must do it in Slack."),
  user_is_restricted: permission("A guest account may not do this. Ask a full member."),
  restricted_action: permission("A setting of the workspace forbids this. Ask an administrator."),
  plan_upgrade_required: permission("The workspace's plan does not include this. Do without it."),
  method_not_supported_for_channel_type: permission(
    "This cannot be done in a conversation of this type. Use one of another type.",
  ),
};

const notFoundErrors: ErrorTable = {
  channel_not_found: notFound(
    "No channel with this id is visible to the token. Find the id by slack_find_channel_by_name; a private channel must first invite the app.",
  ),
  message_not_found: notFound(
    "There is no message with this timestamp in this channel. Read the channel or thread again and copy the timestamp exactly.",
  ),
  thread_not_found: notFound(
    "The thread's first message does not exist. Read the channel again and use the timestamp of a message that is there.",
  ),
  ...each(
    ["user_not_found", "users_not_found"],
    notFound("There is no such user, or the account is deactivated. Find the id by slack_find_user_by_email."),
  ),
  user_not_visible: notFound("The user is hidden from the token. Find another user by slack_find_user_by_email."),
  ...each(
    ["file_not_found", "file_deleted"],
    notFound("The file does not exist or was deleted. List files by slack_list_files."),
  ),
};

const transientErrors: ErrorTable = {
  ...each(
    ["ratelimited", "rate_limited", "too_many_requests"],
    transient("Slack limits how often this may be called. Wait and call again."),
  ),
  message_limit_exceeded: transient("The workspace has reached its message limit. Try again later.", 10 * MINUTES),
  team_added_to_org: transient("The workspace is being moved to an organization. Try again later.", 30 * MINUTES),
  external_channel_migrating: transient("The channel is being moved. Try again later.", 10 * MINUTES),
  streaming_state_conflict: transient("A message is being streamed. Try again later.", MINUTES),
};

const unclearErrors: ErrorTable = {
  ...each(
    ["internal_error", "fatal_error"],
    unclear("Slack had an error of its own; part of the work may have been done."),
  ),
  ...each(
    ["update_failed", "file_update_failed"],
    unclear("Slack could not finish the change; it may have been made."),
  ),
  service_unavailable: unclear("Slack was not available; the work may have been done."),
  request_timeout: unclear("Slack did not get the whole request in time; the work may have been done."),
};

const commonErrors: ErrorTable = {
  ...inputErrors,
  ...connectorErrors,
  ...credentialErrors,
  ...permissionErrors,
  ...notFoundErrors,
  ...transientErrors,
  ...unclearErrors,
};

const FAMILY: readonly (readonly [prefix: string, rule: ErrorTable[string]])[] = [
  [
    "restricted_action_",
    permission("A setting of the channel or workspace forbids this. Ask an administrator or use another channel."),
  ],
];

/** The rule of a code: the operation's own, the common one, or one by the code's beginning. */
export function ruleOf(code: string, own: ErrorTable = {}): ErrorTable[string] | undefined {
  if (Object.hasOwn(own, code)) return own[code];
  if (Object.hasOwn(commonErrors, code)) return commonErrors[code];
  return FAMILY.find(([prefix]) => code.startsWith(prefix))?.[1];
}
