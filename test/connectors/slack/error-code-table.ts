/** Slack's error codes and what each must mean, written down apart from the code: the reference lists of Slack's method pages. */
import type { JsonObject } from "../../../src/core/json.ts";

export type ErrorClassName =
  | "input"
  | "connector"
  | "credentials"
  | "scope"
  | "permission"
  | "not found"
  | "transient"
  | "already"
  | "unclear";

interface CodeCase {
  readonly code: string;
  readonly kind: ErrorClassName;
}

interface OperationCase extends CodeCase {
  readonly operation: string;
  readonly more?: JsonObject;
}

const codes = (kind: ErrorClassName, list: string): readonly CodeCase[] =>
  list.split(" ").map((code) => ({ code, kind }));

export const commonCodes: readonly CodeCase[] = [
  ...codes("input", "invalid_arguments missing_argument invalid_cursor invalid_limit invalid_types invalid_ts_latest"),
  ...codes("input", "invalid_ts_oldest invalid_thread_ts bad_timestamp"),
  ...codes("connector", "invalid_arg_name invalid_array_arg invalid_charset invalid_form_data invalid_post_type"),
  ...codes(
    "connector",
    "missing_post_type invalid_json json_not_object unknown_method method_deprecated deprecated_endpoint",
  ),
  ...codes("credentials", "not_authed invalid_auth account_inactive token_revoked token_expired"),
  ...codes("scope", "missing_scope"),
  ...codes("permission", "not_allowed_token_type no_permission access_denied accesslimited team_access_not_granted"),
  ...codes("permission", "org_login_required two_factor_setup_required ekm_access_denied enterprise_is_restricted"),
  ...codes(
    "permission",
    "app_access_restricted user_is_bot user_is_restricted restricted_action restricted_action_anything",
  ),
  ...codes("permission", "plan_upgrade_required method_not_supported_for_channel_type not_in_channel"),
  ...codes("not found", "channel_not_found message_not_found thread_not_found user_not_found users_not_found"),
  ...codes("not found", "user_not_visible file_not_found file_deleted"),
  ...codes("transient", "ratelimited rate_limited too_many_requests message_limit_exceeded team_added_to_org"),
  ...codes("transient", "external_channel_migrating streaming_state_conflict"),
  ...codes(
    "unclear",
    "internal_error fatal_error update_failed file_update_failed service_unavailable request_timeout",
  ),
];

const of = (operation: string, kind: ErrorClassName, list: string): readonly OperationCase[] =>
  codes(kind, list).map((each) => ({ operation, ...each }));

const POSTS = ["postChannelMessage", "postThreadReply", "scheduleMessage", "postEphemeralMessage"];

export const codesByOperation: readonly OperationCase[] = [
  ...POSTS.flatMap((operation) => [
    ...of(operation, "input", "no_text invalid_blocks invalid_blocks_format msg_too_long msg_blocks_too_long"),
    ...of(operation, "input", "too_many_attachments attachment_payload_limit_exceeded markdown_text_conflict"),
    ...of(operation, "input", "cannot_reply_to_message"),
    ...of(operation, "connector", "invalid_metadata_format invalid_metadata_schema metadata_too_large"),
    ...of(operation, "permission", "not_in_channel is_archived messages_tab_disabled metadata_must_be_sent_from_app"),
    ...of(operation, "permission", "restricted_action_read_only_channel restricted_action_thread_only_channel"),
    ...of(operation, "permission", "restricted_action_non_threadable_channel restricted_action_thread_locked"),
    ...of(operation, "permission", "as_user_not_supported slack_connect_file_link_sharing_blocked team_not_found"),
    ...of(operation, "unclear", "duplicate_message_not_found duplicate_channel_not_found"),
  ]),
  ...of("updateMessage", "input", "no_text msg_too_long invalid_blocks block_mismatch invalid_attachments"),
  ...of("updateMessage", "input", "no_dual_broadcast_content_update too_many_attachments"),
  ...of("updateMessage", "permission", "cant_update_message edit_window_closed is_inactive cant_broadcast_message"),
  ...of("updateMessage", "not found", "message_not_found channel_not_found"),
  ...of("updateMessage", "unclear", "update_failed"),
  ...of("deleteMessage", "permission", "cant_delete_message compliance_exports_prevent_deletion"),
  ...of("deleteMessage", "not found", "message_not_found channel_not_found"),
  ...of("scheduleMessage", "input", "time_in_past time_too_far invalid_time restricted_too_many"),
  ...of("cancelScheduledMessage", "permission", "bad_token"),
  ...of("cancelScheduledMessage", "not found", "invalid_scheduled_message_id channel_not_found"),
  ...of("postEphemeralMessage", "permission", "user_not_in_channel"),
  ...of(
    "addReaction",
    "input",
    "invalid_name bad_timestamp no_item_specified too_many_emoji too_many_reactions not_reactable",
  ),
  ...of("addReaction", "permission", "is_archived thread_locked no_access"),
  ...of("addReaction", "not found", "message_not_found channel_not_found"),
  ...of("addReaction", "already", "already_reacted"),
  ...of("removeReaction", "input", "invalid_name bad_timestamp"),
  ...of("removeReaction", "permission", "thread_locked no_access"),
  ...of("removeReaction", "already", "no_reaction"),
  ...of(
    "openConversation",
    "input",
    "users_list_not_supplied not_enough_users too_many_users invalid_user_combination",
  ),
  ...of("openConversation", "permission", "user_disabled"),
  ...of("openConversation", "not found", "user_not_found user_not_visible channel_not_found"),
  ...of("joinChannel", "permission", "is_archived channel_is_limited_access too_many_members"),
  ...of("joinChannel", "permission", "method_not_supported_for_channel_type"),
  ...of("leaveChannel", "permission", "cant_leave_general last_member user_is_restricted is_archived"),
  ...of("leaveChannel", "already", "not_in_channel"),
  ...of("createChannel", "input", "name_taken invalid_name invalid_name_required invalid_name_punctuation"),
  ...of("createChannel", "input", "invalid_name_maxlength invalid_name_specials"),
  ...of("createChannel", "permission", "restricted_action cannot_create_channel"),
  ...of("archiveChannel", "permission", "cant_archive_general cant_archive_required not_in_channel restricted_action"),
  ...of("archiveChannel", "already", "already_archived"),
  ...of("inviteUsersToChannel", "input", "no_user cant_invite_self too_many_users"),
  ...of(
    "inviteUsersToChannel",
    "permission",
    "cant_invite not_in_channel is_archived ura_max_channels user_is_restricted",
  ),
  ...of(
    "inviteUsersToChannel",
    "permission",
    "org_user_not_in_team invitee_cant_see_channel no_external_invite_permission",
  ),
  ...of("inviteUsersToChannel", "permission", "app_cannot_join_channel"),
  ...of("inviteUsersToChannel", "not found", "user_not_found channel_not_found"),
  ...of("inviteUsersToChannel", "already", "already_in_channel"),
  ...["setChannelTopic", "setChannelPurpose"].flatMap((operation) => [
    ...of(operation, "input", "too_long invalid_arguments"),
    ...of(operation, "permission", "not_in_channel is_archived user_is_restricted"),
  ]),
  ...of("pinMessage", "input", "bad_timestamp no_item_specified not_pinnable too_many_pins"),
  ...of("pinMessage", "permission", "not_in_channel restricted_action"),
  ...of("pinMessage", "already", "already_pinned"),
  ...of("unpinMessage", "already", "no_pin not_pinned"),
  ...of(
    "uploadFile",
    "input",
    "missing_argument snippet_too_large unknown_snippet_type alt_txt_too_large invalid_blocks",
  ),
  ...of("uploadFile", "input", "channels_limit_exceeded"),
  ...of("uploadFile", "permission", "file_uploads_disabled file_uploads_except_images_disabled file_type_not_allowed"),
  ...of(
    "uploadFile",
    "permission",
    "file_upload_size_restricted storage_limit_reached not_in_channel posting_to_channel_denied",
  ),
  ...of("uploadFile", "not found", "channel_not_found invalid_channel file_not_found"),
  ...of("addBookmark", "input", "invalid_link invalid_emoji invalid_bookmark_type too_many_bookmarks"),
  ...of("addBookmark", "permission", "permission_denied not_implemented"),
  ...of("addBookmark", "transient", "too_many_requests"),
  ...of("removeBookmark", "not found", "not_found"),
  ...of("getChannelHistory", "permission", "not_in_channel channel_is_limited_access"),
  ...of("listThreadMessages", "permission", "not_in_channel channel_is_limited_access"),
  ...of("listChannelMembers", "transient", "fetch_members_failed"),
  ...of("searchMessages", "input", "no_query missing_query query_too_long"),
  ...of("searchMessages", "permission", "feature_not_enabled invalid_action_token"),
  ...of("getUser", "input", "too_many_users"),
  ...of("listUsers", "input", "limit_required"),
  ...of("listFiles", "input", "unknown_type"),
  ...of("getMessagePermalink", "not found", "message_not_found"),
];
