/** Joining, leaving, inviting. Who is in already, or out already, needs no change: that is success. */
import type { Ending, HandlerAttempt, JsonObject, OperationHandler } from "../../src/connector.ts";
import { membershipErrors } from "./channel-errors.ts";
import { channelView } from "./channel-view.ts";
import { already, type ErrorTable, input, permission } from "./error-rule.ts";
import type { InviteUsersToChannelInput, JoinChannelInput, LeaveChannelInput } from "./inputs/channel-changes.ts";
import { endingOf } from "./refusal-ending.ts";
import { objectAt, objectsAt, textAt, textsAt } from "./slack-body.ts";
import { slackHandler, slackOperation, warningsOf } from "./slack-operation.ts";

const joinErrors: ErrorTable = {
  ...membershipErrors,
  too_many_members: permission("The channel has as many members as it can have. Use another channel."),
  method_not_supported_for_channel_type: permission(
    "Only public channels can be joined. A person must invite the app to this one.",
  ),
};

export const joinChannel: OperationHandler = slackOperation<JoinChannelInput>({
  method: "conversations.join",
  branch: "joined",
  prepare: ({ channelId }) => ({ channel: channelId }),
  read: (body) => {
    const channel = channelView(objectAt(body, "channel"));
    if (channel === undefined) return undefined;
    return { output: { channel }, branch: wasMember(body) ? "alreadyJoined" : "joined" };
  },
  errors: joinErrors,
});

function wasMember(body: JsonObject): boolean {
  const warnings = textsAt(objectAt(body, "response_metadata"), "warnings") ?? [];
  return textAt(body, "warning") === "already_in_channel" || warnings.includes("already_in_channel");
}

const leaveErrors: ErrorTable = {
  ...membershipErrors,
  not_in_channel: already("alreadyLeft", "The app was not in the channel."),
  cant_leave_general: permission("Nobody can leave the workspace's general channel. Stay in it."),
  last_member: permission("The app is the last member. Archive the channel instead, by slack_archive_channel."),
};

export const leaveChannel: OperationHandler = slackOperation<LeaveChannelInput>({
  method: "conversations.leave",
  branch: "left",
  prepare: ({ channelId }) => ({ channel: channelId }),
  read: (_body, { channelId }) => ({ output: { channelId } }),
  errors: leaveErrors,
  already: ({ channelId }) => ({ channelId }),
});

const inviteErrors: ErrorTable = {
  ...membershipErrors,
  already_in_channel: input(
    "Some of these people are in the channel already, so nobody was invited. Leave them out and call again.",
  ),
  no_user: input("No person was named. Give userIds."),
  cant_invite_self: input("The app cannot invite itself. Leave it out, or join by slack_join_channel."),
  too_many_users: input("Slack takes at most 100 people at once. Invite them in several calls."),
  cant_invite: permission("One of these people cannot be invited. Ask a person to invite them."),
  ura_max_channels: permission("One of these guests is in as many channels as allowed. Ask an administrator."),
  org_user_not_in_team: permission("One of these people is not in this workspace. Ask an administrator to add them."),
  invitee_cant_see_channel: permission("One of these people may not see this channel. Ask an administrator."),
  no_external_invite_permission: permission(
    "The app may not invite people of other organizations. Ask a person to do it.",
  ),
  app_cannot_join_channel: permission("One of these is an app that cannot be in this channel. Leave it out."),
};

/** Slack invites all or nobody, and says of each person what was wrong. */
export const inviteUsersToChannel: OperationHandler = slackHandler(
  "bot",
  async (args: InviteUsersToChannelInput, slack) => {
    const { attempt } = slack;
    const { channelId, userIds } = args;
    const outcome = await slack.call("conversations.invite", { channel: channelId, users: userIds.join(",") });
    if (outcome.kind === "answered") return attempt.branch("invited", { channelId }, warningsOf(outcome.body));
    if (outcome.kind === "refused" && outcome.code === "already_in_channel")
      return alreadyEnding(attempt, args, outcome.body);
    return endingOf(attempt, outcome, { errors: inviteErrors });
  },
);

function alreadyEnding(attempt: HandlerAttempt, args: InviteUsersToChannelInput, body: JsonObject): Ending {
  const faults = objectsAt(body, "errors") ?? [];
  const members = faults.filter((fault) => textAt(fault, "error") === "already_in_channel");
  const memberIds = new Set(members.map((fault) => textAt(fault, "user")));
  const areAllMembers = faults.length === 0 ? args.userIds.length === 1 : args.userIds.every((id) => memberIds.has(id));
  if (areAllMembers) return attempt.branch("alreadyMembers", { channelId: args.channelId });
  return endingOf(attempt, { kind: "refused", code: "already_in_channel", body }, { errors: inviteErrors });
}
