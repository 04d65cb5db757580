/** The input schemas of all operations as Standard Schemas. Written from the manifest by scripts/slack-inputs.ts. */
import type { StandardSchemaV1 } from "../../src/connector.ts";
import { inputSchemaOf } from "./input-schema.ts";
import type {
  PostChannelMessageInput,
  PostThreadReplyInput,
  BroadcastChannelMessageInput,
  BroadcastThreadReplyInput,
  PostRichMessageInput,
  PostRichThreadReplyInput,
  PostEphemeralMessageInput,
  UpdateMessageInput,
  DeleteMessageInput,
} from "./inputs/messages.ts";
import type {
  ScheduleMessageInput,
  CancelScheduledMessageInput,
  ListScheduledMessagesInput,
} from "./inputs/scheduled.ts";
import type {
  GetChannelHistoryInput,
  ListThreadMessagesInput,
  GetThreadReplyInput,
  GetMessageInput,
  GetMessagePermalinkInput,
  FindMarkedMessagesInput,
} from "./inputs/history.ts";
import type {
  ListChannelsInput,
  FindChannelByNameInput,
  ListJoinedChannelsInput,
  GetChannelInput,
  ListChannelMembersInput,
} from "./inputs/channels.ts";
import type {
  JoinChannelInput,
  LeaveChannelInput,
  CreateChannelInput,
  ArchiveChannelInput,
  InviteUsersToChannelInput,
  SetChannelTopicInput,
  SetChannelPurposeInput,
  OpenConversationInput,
} from "./inputs/channel-changes.ts";
import type { AddReactionInput, RemoveReactionInput, GetReactionsInput } from "./inputs/reactions.ts";
import type { PinMessageInput, UnpinMessageInput, ListPinsInput } from "./inputs/pins.ts";
import type {
  ListUsersInput,
  GetUserInput,
  FindUserByEmailInput,
  GetUserPresenceInput,
  ListUserGroupsInput,
} from "./inputs/users.ts";
import type { UploadFileInput, ListFilesInput, GetFileInput } from "./inputs/files.ts";
import type { SearchMessagesInput } from "./inputs/search.ts";
import type {
  AddBookmarkInput,
  EditBookmarkInput,
  RemoveBookmarkInput,
  ListBookmarksInput,
} from "./inputs/bookmarks.ts";
import { slackConnector } from "./slack-connector.ts";

const { manifest } = slackConnector;

/** Accepts the arguments of `postChannelMessage`, as its manifest does. */
export const PostChannelMessageInputSchema: StandardSchemaV1<PostChannelMessageInput> = inputSchemaOf(
  manifest,
  "postChannelMessage",
);
/** Accepts the arguments of `postThreadReply`, as its manifest does. */
export const PostThreadReplyInputSchema: StandardSchemaV1<PostThreadReplyInput> = inputSchemaOf(
  manifest,
  "postThreadReply",
);
/** Accepts the arguments of `broadcastChannelMessage`, as its manifest does. */
export const BroadcastChannelMessageInputSchema: StandardSchemaV1<BroadcastChannelMessageInput> = inputSchemaOf(
  manifest,
  "broadcastChannelMessage",
);
/** Accepts the arguments of `broadcastThreadReply`, as its manifest does. */
export const BroadcastThreadReplyInputSchema: StandardSchemaV1<BroadcastThreadReplyInput> = inputSchemaOf(
  manifest,
  "broadcastThreadReply",
);
/** Accepts the arguments of `postRichMessage`, as its manifest does. */
export const PostRichMessageInputSchema: StandardSchemaV1<PostRichMessageInput> = inputSchemaOf(
  manifest,
  "postRichMessage",
);
/** Accepts the arguments of `postRichThreadReply`, as its manifest does. */
export const PostRichThreadReplyInputSchema: StandardSchemaV1<PostRichThreadReplyInput> = inputSchemaOf(
  manifest,
  "postRichThreadReply",
);
/** Accepts the arguments of `postEphemeralMessage`, as its manifest does. */
export const PostEphemeralMessageInputSchema: StandardSchemaV1<PostEphemeralMessageInput> = inputSchemaOf(
  manifest,
  "postEphemeralMessage",
);
/** Accepts the arguments of `updateMessage`, as its manifest does. */
export const UpdateMessageInputSchema: StandardSchemaV1<UpdateMessageInput> = inputSchemaOf(manifest, "updateMessage");
/** Accepts the arguments of `deleteMessage`, as its manifest does. */
export const DeleteMessageInputSchema: StandardSchemaV1<DeleteMessageInput> = inputSchemaOf(manifest, "deleteMessage");
/** Accepts the arguments of `scheduleMessage`, as its manifest does. */
export const ScheduleMessageInputSchema: StandardSchemaV1<ScheduleMessageInput> = inputSchemaOf(
  manifest,
  "scheduleMessage",
);
/** Accepts the arguments of `cancelScheduledMessage`, as its manifest does. */
export const CancelScheduledMessageInputSchema: StandardSchemaV1<CancelScheduledMessageInput> = inputSchemaOf(
  manifest,
  "cancelScheduledMessage",
);
/** Accepts the arguments of `listScheduledMessages`, as its manifest does. */
export const ListScheduledMessagesInputSchema: StandardSchemaV1<ListScheduledMessagesInput> = inputSchemaOf(
  manifest,
  "listScheduledMessages",
);
/** Accepts the arguments of `getChannelHistory`, as its manifest does. */
export const GetChannelHistoryInputSchema: StandardSchemaV1<GetChannelHistoryInput> = inputSchemaOf(
  manifest,
  "getChannelHistory",
);
/** Accepts the arguments of `listThreadMessages`, as its manifest does. */
export const ListThreadMessagesInputSchema: StandardSchemaV1<ListThreadMessagesInput> = inputSchemaOf(
  manifest,
  "listThreadMessages",
);
/** Accepts the arguments of `getThreadReply`, as its manifest does. */
export const GetThreadReplyInputSchema: StandardSchemaV1<GetThreadReplyInput> = inputSchemaOf(
  manifest,
  "getThreadReply",
);
/** Accepts the arguments of `getMessage`, as its manifest does. */
export const GetMessageInputSchema: StandardSchemaV1<GetMessageInput> = inputSchemaOf(manifest, "getMessage");
/** Accepts the arguments of `getMessagePermalink`, as its manifest does. */
export const GetMessagePermalinkInputSchema: StandardSchemaV1<GetMessagePermalinkInput> = inputSchemaOf(
  manifest,
  "getMessagePermalink",
);
/** Accepts the arguments of `findMarkedMessages`, as its manifest does. */
export const FindMarkedMessagesInputSchema: StandardSchemaV1<FindMarkedMessagesInput> = inputSchemaOf(
  manifest,
  "findMarkedMessages",
);
/** Accepts the arguments of `listChannels`, as its manifest does. */
export const ListChannelsInputSchema: StandardSchemaV1<ListChannelsInput> = inputSchemaOf(manifest, "listChannels");
/** Accepts the arguments of `findChannelByName`, as its manifest does. */
export const FindChannelByNameInputSchema: StandardSchemaV1<FindChannelByNameInput> = inputSchemaOf(
  manifest,
  "findChannelByName",
);
/** Accepts the arguments of `listJoinedChannels`, as its manifest does. */
export const ListJoinedChannelsInputSchema: StandardSchemaV1<ListJoinedChannelsInput> = inputSchemaOf(
  manifest,
  "listJoinedChannels",
);
/** Accepts the arguments of `getChannel`, as its manifest does. */
export const GetChannelInputSchema: StandardSchemaV1<GetChannelInput> = inputSchemaOf(manifest, "getChannel");
/** Accepts the arguments of `listChannelMembers`, as its manifest does. */
export const ListChannelMembersInputSchema: StandardSchemaV1<ListChannelMembersInput> = inputSchemaOf(
  manifest,
  "listChannelMembers",
);
/** Accepts the arguments of `joinChannel`, as its manifest does. */
export const JoinChannelInputSchema: StandardSchemaV1<JoinChannelInput> = inputSchemaOf(manifest, "joinChannel");
/** Accepts the arguments of `leaveChannel`, as its manifest does. */
export const LeaveChannelInputSchema: StandardSchemaV1<LeaveChannelInput> = inputSchemaOf(manifest, "leaveChannel");
/** Accepts the arguments of `createChannel`, as its manifest does. */
export const CreateChannelInputSchema: StandardSchemaV1<CreateChannelInput> = inputSchemaOf(manifest, "createChannel");
/** Accepts the arguments of `archiveChannel`, as its manifest does. */
export const ArchiveChannelInputSchema: StandardSchemaV1<ArchiveChannelInput> = inputSchemaOf(
  manifest,
  "archiveChannel",
);
/** Accepts the arguments of `inviteUsersToChannel`, as its manifest does. */
export const InviteUsersToChannelInputSchema: StandardSchemaV1<InviteUsersToChannelInput> = inputSchemaOf(
  manifest,
  "inviteUsersToChannel",
);
/** Accepts the arguments of `setChannelTopic`, as its manifest does. */
export const SetChannelTopicInputSchema: StandardSchemaV1<SetChannelTopicInput> = inputSchemaOf(
  manifest,
  "setChannelTopic",
);
/** Accepts the arguments of `setChannelPurpose`, as its manifest does. */
export const SetChannelPurposeInputSchema: StandardSchemaV1<SetChannelPurposeInput> = inputSchemaOf(
  manifest,
  "setChannelPurpose",
);
/** Accepts the arguments of `openConversation`, as its manifest does. */
export const OpenConversationInputSchema: StandardSchemaV1<OpenConversationInput> = inputSchemaOf(
  manifest,
  "openConversation",
);
/** Accepts the arguments of `addReaction`, as its manifest does. */
export const AddReactionInputSchema: StandardSchemaV1<AddReactionInput> = inputSchemaOf(manifest, "addReaction");
/** Accepts the arguments of `removeReaction`, as its manifest does. */
export const RemoveReactionInputSchema: StandardSchemaV1<RemoveReactionInput> = inputSchemaOf(
  manifest,
  "removeReaction",
);
/** Accepts the arguments of `getReactions`, as its manifest does. */
export const GetReactionsInputSchema: StandardSchemaV1<GetReactionsInput> = inputSchemaOf(manifest, "getReactions");
/** Accepts the arguments of `pinMessage`, as its manifest does. */
export const PinMessageInputSchema: StandardSchemaV1<PinMessageInput> = inputSchemaOf(manifest, "pinMessage");
/** Accepts the arguments of `unpinMessage`, as its manifest does. */
export const UnpinMessageInputSchema: StandardSchemaV1<UnpinMessageInput> = inputSchemaOf(manifest, "unpinMessage");
/** Accepts the arguments of `listPins`, as its manifest does. */
export const ListPinsInputSchema: StandardSchemaV1<ListPinsInput> = inputSchemaOf(manifest, "listPins");
/** Accepts the arguments of `listUsers`, as its manifest does. */
export const ListUsersInputSchema: StandardSchemaV1<ListUsersInput> = inputSchemaOf(manifest, "listUsers");
/** Accepts the arguments of `getUser`, as its manifest does. */
export const GetUserInputSchema: StandardSchemaV1<GetUserInput> = inputSchemaOf(manifest, "getUser");
/** Accepts the arguments of `findUserByEmail`, as its manifest does. */
export const FindUserByEmailInputSchema: StandardSchemaV1<FindUserByEmailInput> = inputSchemaOf(
  manifest,
  "findUserByEmail",
);
/** Accepts the arguments of `getUserPresence`, as its manifest does. */
export const GetUserPresenceInputSchema: StandardSchemaV1<GetUserPresenceInput> = inputSchemaOf(
  manifest,
  "getUserPresence",
);
/** Accepts the arguments of `listUserGroups`, as its manifest does. */
export const ListUserGroupsInputSchema: StandardSchemaV1<ListUserGroupsInput> = inputSchemaOf(
  manifest,
  "listUserGroups",
);
/** Accepts the arguments of `uploadFile`, as its manifest does. */
export const UploadFileInputSchema: StandardSchemaV1<UploadFileInput> = inputSchemaOf(manifest, "uploadFile");
/** Accepts the arguments of `listFiles`, as its manifest does. */
export const ListFilesInputSchema: StandardSchemaV1<ListFilesInput> = inputSchemaOf(manifest, "listFiles");
/** Accepts the arguments of `getFile`, as its manifest does. */
export const GetFileInputSchema: StandardSchemaV1<GetFileInput> = inputSchemaOf(manifest, "getFile");
/** Accepts the arguments of `searchMessages`, as its manifest does. */
export const SearchMessagesInputSchema: StandardSchemaV1<SearchMessagesInput> = inputSchemaOf(
  manifest,
  "searchMessages",
);
/** Accepts the arguments of `addBookmark`, as its manifest does. */
export const AddBookmarkInputSchema: StandardSchemaV1<AddBookmarkInput> = inputSchemaOf(manifest, "addBookmark");
/** Accepts the arguments of `editBookmark`, as its manifest does. */
export const EditBookmarkInputSchema: StandardSchemaV1<EditBookmarkInput> = inputSchemaOf(manifest, "editBookmark");
/** Accepts the arguments of `removeBookmark`, as its manifest does. */
export const RemoveBookmarkInputSchema: StandardSchemaV1<RemoveBookmarkInput> = inputSchemaOf(
  manifest,
  "removeBookmark",
);
/** Accepts the arguments of `listBookmarks`, as its manifest does. */
export const ListBookmarksInputSchema: StandardSchemaV1<ListBookmarksInput> = inputSchemaOf(manifest, "listBookmarks");
