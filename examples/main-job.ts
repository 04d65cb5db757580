/**
 * The main job, `npm start`: a model's response with five calls runs against a Slack workspace on this machine.
 * One call reads, one reply is put to a person, one is safe to repeat, one is refused by Slack, and the last is skipped.
 */
import { readFile } from "node:fs/promises";
import { connectorTool, ConnectorToolSource, createToolRunner } from "dex-connectors";
import * as slack from "dex-connectors/slack";
import { approverFor } from "./main-job/approval.ts";
import { heading, say, sayModelResults, sayRecords, sayThread, sayTools } from "./main-job/report.ts";
import { startWorkspace, type Workspace } from "./main-job/workspace.ts";
import { loadManifest } from "../src/manifest/load-manifest.ts";

const usage =
  "npm start needs a terminal to ask in, or an answer for all questions: npm start -- --approve all (or none)";

/** What a model answered: it reads the thread, replies, reacts, and posts twice more. */
function modelResponse({ channelId, threadTimestamp }: Workspace) {
  return {
    sessionId: "session-42",
    turnId: "turn-3",
    responseId: "response-1",
    calls: [
      { id: "call_0", name: "slack_list_thread_messages", arguments: { channelId, threadTimestamp } },
      {
        id: "call_1",
        name: "slack_post_thread_reply",
        arguments: { channelId, threadTimestamp, text: "Thank you! We found the fault; the fix is out tonight." },
      },
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

async function sayManifest(): Promise<void> {
  const path = "connectors/slack/dex-connector.yaml";
  const { manifest, findings } = loadManifest(await readFile(new URL(`../${path}`, import.meta.url)), { path });
  const count = Object.keys(manifest?.operations ?? {}).length;
  say(`  ${path}: ${String(count)} operations, ${String(findings.length)} findings`);
}

function connect({ apiUrl, botToken }: Workspace) {
  return slack.connect({
    name: "support-slack",
    config: { apiUrl },
    credentials: { botToken },
    // The workspace listens on this machine; without this the connector talks to https addresses of Slack only.
    allowLoopback: true,
  });
}

type SlackConnection = ReturnType<typeof connect>;

/** What the agent may use: these four operations and no others. A person sees replies first. */
function toolsOf({ operations, reference }: SlackConnection): ConnectorToolSource {
  return new ConnectorToolSource([
    connectorTool(operations.listThreadMessages(), reference),
    connectorTool(operations.postThreadReply(), reference, { requiresApproval: true }),
    connectorTool(operations.addReaction(), reference),
    connectorTool(operations.postChannelMessage(), reference),
  ]);
}

async function runJob(workspace: Workspace, approver: NonNullable<ReturnType<typeof approverFor>>): Promise<void> {
  const connection = connect(workspace);
  const runner = createToolRunner({ toolSources: [toolsOf(connection)], approver });
  try {
    heading("The connector's manifest");
    await sayManifest();
    heading("The tools an agent sees");
    sayTools(await runner.listTools());
    heading("A response of the model with five calls");
    const records = await runner.runResponse(modelResponse(workspace));
    sayRecords(records);
    heading("What the model reads of each");
    sayModelResults(records);
    heading("The thread as Slack shows it now");
    sayThread(await workspace.thread(), (user) => workspace.nameOf(user));
  } finally {
    await runner.close();
    await connection.close();
  }
}

const approver = approverFor(process.argv.slice(2), process.stdin.isTTY);
if (approver === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  const workspace = await startWorkspace();
  try {
    await runJob(workspace, approver);
  } finally {
    await workspace.close();
  }
}
