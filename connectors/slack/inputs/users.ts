/** Arguments of the operations on users. Written from the manifest by scripts/slack-inputs.ts. */

/** Arguments of `listUsers`. List the people and bots of the workspace page by page, deactivated accounts included. */
export interface ListUsersInput {
  /** How many a page holds at most; Slack may give fewer although there are more. */
  readonly limit?: number;
  /** The nextCursor of the page before, to read the next page. */
  readonly cursor?: string;
}

/** Arguments of `getUser`. Read name, title, time zone and state of one person or bot. */
export interface GetUserInput {
  /** The id of the person, such as U0123456789; a name or address is not an id (slack_find_user_by_email finds it). */
  readonly userId: string;
}

/** Arguments of `findUserByEmail`. Find the id of one person by the exact mail address of the account. Deactivated accounts are not found. */
export interface FindUserByEmailInput {
  /** The mail address. */
  readonly email: string;
}

/** Arguments of `getUserPresence`. Read whether one person is active in Slack now or away. */
export interface GetUserPresenceInput {
  /** The id of the person, such as U0123456789; a name or address is not an id (slack_find_user_by_email finds it). */
  readonly userId: string;
}

/** Arguments of `listUserGroups`. List the user groups of the workspace (such as @support), with their members if asked for. */
export interface ListUserGroupsInput {
  /** Give the members, too. */
  readonly includeUserIds?: boolean;
  /** Give disabled groups, too. */
  readonly includeDisabled?: boolean;
}
