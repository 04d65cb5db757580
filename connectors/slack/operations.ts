/** Every operation's handler by the name it has in the manifest. */
import type { OperationHandler } from "../../src/connector.ts";
import { addBookmark, editBookmark, listBookmarks, removeBookmark } from "./bookmarks.ts";
import { broadcastChannelMessage, broadcastThreadReply } from "./broadcasts.ts";
import { archiveChannel, openConversation, setChannelPurpose, setChannelTopic } from "./channel-changes.ts";
import { createChannel } from "./channel-creation.ts";
import { findChannelByName } from "./channel-search.ts";
import { getChannel, listChannelMembers, listChannels, listJoinedChannels } from "./channels.ts";
import { postEphemeralMessage } from "./ephemeral-messages.ts";
import { uploadFile } from "./file-upload.ts";
import { getFile, listFiles } from "./files.ts";
import { getChannelHistory, listThreadMessages } from "./history.ts";
import { findMarkedMessages } from "./marked-messages.ts";
import { inviteUsersToChannel, joinChannel, leaveChannel } from "./membership.ts";
import { deleteMessage, updateMessage } from "./message-changes.ts";
import { postChannelMessage, postThreadReply } from "./messages.ts";
import { listPins, pinMessage, unpinMessage } from "./pins.ts";
import { addReaction, getReactions, removeReaction } from "./reactions.ts";
import { postRichMessage, postRichThreadReply } from "./rich-messages.ts";
import { cancelScheduledMessage, listScheduledMessages, scheduleMessage } from "./scheduled-messages.ts";
import { searchMessages } from "./search.ts";
import { getMessage, getMessagePermalink, getThreadReply } from "./single-message.ts";
import { findUserByEmail, getUser, getUserPresence, listUserGroups, listUsers } from "./users.ts";

export const operations = {
  addBookmark,
  addReaction,
  archiveChannel,
  broadcastChannelMessage,
  broadcastThreadReply,
  cancelScheduledMessage,
  createChannel,
  deleteMessage,
  editBookmark,
  findChannelByName,
  findMarkedMessages,
  findUserByEmail,
  getChannel,
  getChannelHistory,
  getFile,
  getMessage,
  getMessagePermalink,
  getReactions,
  getThreadReply,
  getUser,
  getUserPresence,
  inviteUsersToChannel,
  joinChannel,
  leaveChannel,
  listBookmarks,
  listChannelMembers,
  listChannels,
  listFiles,
  listJoinedChannels,
  listPins,
  listScheduledMessages,
  listThreadMessages,
  listUserGroups,
  listUsers,
  openConversation,
  pinMessage,
  postChannelMessage,
  postEphemeralMessage,
  postRichMessage,
  postRichThreadReply,
  postThreadReply,
  removeBookmark,
  removeReaction,
  scheduleMessage,
  searchMessages,
  setChannelPurpose,
  setChannelTopic,
  unpinMessage,
  updateMessage,
  uploadFile,
} satisfies Readonly<Record<string, OperationHandler>>;
