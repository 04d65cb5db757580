/** People and bots of the workspace, and their groups. */
import type { JsonObject, OperationHandler } from "../../src/connector.ts";
import { type ErrorTable, input } from "./error-rule.ts";
import type {
  FindUserByEmailInput,
  GetUserInput,
  GetUserPresenceInput,
  ListUserGroupsInput,
  ListUsersInput,
} from "./inputs/users.ts";
import { nextCursorOf } from "./message-view.ts";
import { flagAt, isObject, numberAt, objectAt, objectsAt, present, textAt, textsAt, wordAt } from "./slack-body.ts";
import { type Answer, slackOperation } from "./slack-operation.ts";

const PAGE = 100;

const userErrors: ErrorTable = {
  too_many_users: input("The workspace has too many people for one page. Use a smaller limit."),
  limit_required: input("The workspace has too many people for one page. Give a limit of at most 200."),
};

export const listUsers: OperationHandler = slackOperation<ListUsersInput>({
  method: "users.list",
  branch: "listed",
  prepare: ({ limit = PAGE, cursor }) => ({ limit, cursor }),
  read: (body) => {
    const members = objectsAt(body, "members");
    if (members === undefined) return undefined;
    const users = members.map((member) => userView(member)).filter((user) => user !== undefined);
    return { output: present({ users, nextCursor: nextCursorOf(body) }) };
  },
  errors: userErrors,
});

export const getUser: OperationHandler = slackOperation<GetUserInput>({
  method: "users.info",
  branch: "read",
  prepare: ({ userId }) => ({ user: userId }),
  read: oneUser,
  errors: userErrors,
});

export const findUserByEmail: OperationHandler = slackOperation<FindUserByEmailInput>({
  method: "users.lookupByEmail",
  branch: "found",
  prepare: ({ email }) => ({ email }),
  read: oneUser,
});

export const getUserPresence: OperationHandler = slackOperation<GetUserPresenceInput>({
  method: "users.getPresence",
  branch: "read",
  prepare: ({ userId }) => ({ user: userId }),
  read: (body, { userId }) => {
    const presence = wordAt(body, "presence");
    return presence === undefined ? undefined : { output: { userId, presence } };
  },
});

function oneUser(body: JsonObject): Answer | undefined {
  const user = userView(objectAt(body, "user"));
  return user === undefined ? undefined : { output: { user } };
}

function userView(user: JsonObject | undefined): JsonObject | undefined {
  const userId = wordAt(user, "id");
  if (!isObject(user) || userId === undefined) return undefined;
  const profile = objectAt(user, "profile");
  return present({
    userId,
    name: wordAt(user, "name"),
    realName: wordAt(user, "real_name") ?? wordAt(profile, "real_name"),
    displayName: wordAt(profile, "display_name"),
    email: wordAt(profile, "email"),
    title: wordAt(profile, "title"),
    timeZone: wordAt(user, "tz"),
    isBot: flagAt(user, "is_bot"),
    isDeactivated: flagAt(user, "deleted"),
    isAdmin: flagAt(user, "is_admin"),
  });
}

export const listUserGroups: OperationHandler = slackOperation<ListUserGroupsInput>({
  method: "usergroups.list",
  branch: "listed",
  prepare: ({ includeUserIds, includeDisabled }) => ({
    include_users: includeUserIds,
    include_disabled: includeDisabled,
    include_count: true,
  }),
  read: (body) => {
    const groups = objectsAt(body, "usergroups");
    if (groups === undefined) return undefined;
    return { output: { userGroups: groups.map((group) => groupView(group)).filter((group) => group !== undefined) } };
  },
});

function groupView(group: JsonObject): JsonObject | undefined {
  const userGroupId = wordAt(group, "id");
  if (userGroupId === undefined) return undefined;
  return present({
    userGroupId,
    handle: wordAt(group, "handle"),
    name: wordAt(group, "name"),
    description: wordAt(group, "description"),
    // A group that was never disabled has the time 0 here.
    isDisabled: (numberAt(group, "date_delete") ?? 0) > 0,
    userCount: userCountOf(group),
    userIds: textsAt(group, "users")?.slice(0, 1_000),
  });
}

/** Slack's own sample has it as text. */
function userCountOf(group: JsonObject): number | undefined {
  const text = textAt(group, "user_count");
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : numberAt(group, "user_count");
}
