/** Every operation's handler by the name it has in the manifest. */
import type { OperationHandler } from "../../src/connector.ts";
import { listChannels } from "./channels.ts";
import { getChannelHistory, getThreadReply, listThreadMessages } from "./history.ts";
import { findMarkedMessages } from "./marked-messages.ts";
import { postChannelMessage, postThreadReply } from "./messages.ts";
import { addReaction } from "./reactions.ts";

export const operations: Readonly<Record<string, OperationHandler>> = {
  addReaction,
  findMarkedMessages,
  getChannelHistory,
  getThreadReply,
  listChannels,
  listThreadMessages,
  postChannelMessage,
  postThreadReply,
};
