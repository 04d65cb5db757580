/** The agent's side of the main job: the tools it is given, and one scripted response of its model. */
import { connectorTool, ConnectorToolSource, type ResponseRequest } from "dex-connectors";
import * as slack from "dex-connectors/slack";
import type { Workspace } from "./workspace.ts";

type SlackConnection = ReturnType<typeof slack.connect>;

export function connectWorkspace({ apiUrl, botToken }: Workspace): SlackConnection {
  return slack.connect({
    name: "support-slack",
    config: { apiUrl },
    credentials: { botToken },
    // The workspace listens on this machine; without this the connector talks to https addresses of Slack only.
    allowLoopback: true,
  });
}

/** What the agent may use: these four operations and no others. A person sees replies first. */
export function toolsOf({ operations, reference }: SlackConnection): ConnectorToolSource {
  return new ConnectorToolSource([
    connectorTool(operations.listThreadMessages(), reference),
    connectorTool(operations.postThreadReply(), reference, { requiresApproval: true }),
    connectorTool(operations.addReaction(), reference),
    connectorTool(operations.postChannelMessage(), reference),
  ]);
}

/** What a model answered: it reads the thread, replies, reacts, posts where it cannot, and posts once more. */
export function modelResponse({ channelId, threadTimestamp }: Workspace): ResponseRequest {
  const reply = "Thank you! We found the fault; the fix is out tonight.";
  return {
    sessionId: "session-42",
    turnId: "turn-3",
    responseId: "response-1",
    calls: [
      { id: "call_0", name: "slack_list_thread_messages", arguments: { channelId, threadTimestamp } },
      { id: "call_1", name: "slack_post_thread_reply", arguments: { channelId, threadTimestamp, text: reply } },
      {
        id: "call_2",
        name: "slack_add_reaction",
        arguments: { channelId, messageTimestamp: threadTimestamp, name: "eyes" },
      },
      {
        id: "call_3",
        name: "slack_post_channel_message",
        arguments: { channelId: "C0UNKNOWN00", text: "Invoices: exports were empty since yesterday." },
      },
      {
        id: "call_4",
        name: "slack_post_channel_message",
        arguments: { channelId, text: "The export of invoices is being mended." },
      },
    ],
  };
}
