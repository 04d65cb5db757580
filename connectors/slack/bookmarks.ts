/** Bookmarks: links at the top of a channel. Adding is not repeatable; an equal one becomes a second. */
import type { JsonObject, OperationHandler } from "../../src/connector.ts";
import { endingOf } from "./refusal-ending.ts";
import { type ErrorTable, input, notFound, permission } from "./error-rule.ts";
import type {
  AddBookmarkInput,
  EditBookmarkInput,
  ListBookmarksInput,
  RemoveBookmarkInput,
} from "./inputs/bookmarks.ts";
import { isObject, objectAt, objectsAt, present, wordAt } from "./slack-body.ts";
import { type Answer, slackHandler, slackOperation, warningsOf } from "./slack-operation.ts";

const bookmarkErrors: ErrorTable = {
  invalid_link: input("The link is no address that Slack takes. Give one that begins with https://."),
  invalid_emoji: input("There is no emoji of this name. Leave it out or use one that exists."),
  invalid_bookmark_type: input("Slack takes only links as bookmarks. Give a link."),
  too_many_bookmarks: input(
    "The channel has as many bookmarks as Slack allows. Remove one first by slack_remove_bookmark.",
  ),
  permission_denied: permission(
    "The app may not change bookmarks here. A person must allow it in the channel's settings.",
  ),
  not_implemented: permission("Bookmarks are not available in this conversation. Use another channel."),
  not_found: notFound("There is no such bookmark in this channel. List them by slack_list_bookmarks."),
};

export const addBookmark: OperationHandler = slackOperation<AddBookmarkInput>({
  method: "bookmarks.add",
  branch: "added",
  prepare: (args) => ({
    channel_id: args.channelId,
    title: args.title,
    type: "link",
    link: args.link,
    emoji: colons(args.emoji),
  }),
  read: bookmarkAnswer,
  errors: bookmarkErrors,
});

export const editBookmark: OperationHandler = slackOperation<EditBookmarkInput>({
  method: "bookmarks.edit",
  branch: "edited",
  prepare: (args) => ({
    channel_id: args.channelId,
    bookmark_id: args.bookmarkId,
    title: args.title,
    link: args.link,
    emoji: colons(args.emoji),
  }),
  read: bookmarkAnswer,
  errors: bookmarkErrors,
});

/** Slack writes and reads colons around the emoji here and nowhere else. */
function colons(emoji: string | undefined): string | undefined {
  return emoji === undefined ? undefined : `:${emoji}:`;
}

function bookmarkAnswer(body: JsonObject, { channelId }: { readonly channelId: string }): Answer | undefined {
  const bookmark = bookmarkView(objectAt(body, "bookmark"));
  return bookmark === undefined ? undefined : { output: { channelId, bookmark } };
}

/** Slack answers not_found to a repeat: on a re-send the first attempt has removed it. */
export const removeBookmark: OperationHandler = slackHandler(
  "bot",
  async (args: RemoveBookmarkInput, { attempt, call }) => {
    const { channelId, bookmarkId } = args;
    const outcome = await call("bookmarks.remove", { channel_id: channelId, bookmark_id: bookmarkId });
    const isGone = outcome.kind === "refused" && outcome.code === "not_found" && attempt.isResend;
    if (isGone) return attempt.branch("removed", { channelId, bookmarkId });
    if (outcome.kind !== "answered") return endingOf(attempt, outcome, { errors: bookmarkErrors });
    return attempt.branch("removed", { channelId, bookmarkId }, warningsOf(outcome.body));
  },
);

export const listBookmarks: OperationHandler = slackOperation<ListBookmarksInput>({
  method: "bookmarks.list",
  branch: "listed",
  prepare: ({ channelId }) => ({ channel_id: channelId }),
  read: (body, { channelId }) => {
    const bookmarks = objectsAt(body, "bookmarks");
    if (bookmarks === undefined) return undefined;
    const views = bookmarks.map((bookmark) => bookmarkView(bookmark)).filter((view) => view !== undefined);
    return { output: { channelId, bookmarks: views } };
  },
  errors: bookmarkErrors,
});

function bookmarkView(bookmark: JsonObject | undefined): JsonObject | undefined {
  const bookmarkId = wordAt(bookmark, "id");
  if (!isObject(bookmark) || bookmarkId === undefined) return undefined;
  return present({
    bookmarkId,
    title: wordAt(bookmark, "title"),
    link: wordAt(bookmark, "link"),
    emoji: wordAt(bookmark, "emoji")?.replaceAll(":", ""),
  });
}
