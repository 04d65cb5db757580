/**
 * One reply in a Slack thread, put to a person first: the shortest whole program. The connection "support-slack" comes
 * from the file that DEX_CONNECTOR_CONFIG_FILE names.
 */
import {
  ConnectorToolSource,
  connectorTool,
  createToolRunner,
  createTerminalApprover,
  toModelResult,
} from "dex-connectors";
import { createSqliteEngine } from "dex-connectors/sqlite";
import { loadFromEnvironment } from "dex-connectors/connections";
import * as slack from "dex-connectors/slack";

const project = await loadFromEnvironment(process.env);
const connection = slack.newProjectConnection(project, "support-slack");

const source = new ConnectorToolSource([
  connectorTool(connection.operations.postThreadReply(), connection.reference, {
    manifest: slack.manifest,
    inputValidator: slack.PostThreadReplyInputSchema,
    requiresApproval: true,
  }),
]);

const runner = createToolRunner({
  toolSources: [source],
  engine: createSqliteEngine({ path: "calls.db" }),
  approver: createTerminalApprover(),
});

const records = await runner.runResponse({
  sessionId: "session-42",
  turnId: "turn-3",
  responseId: "response-1",
  calls: [
    {
      id: "call_0",
      name: "slack_post_thread_reply",
      arguments: '{"channelId":"C000000001","threadTimestamp":"1710000000.000100","text":"Hello"}',
    },
  ],
});
await runner.close();
await project.close();

for (const record of records) console.log(JSON.stringify(toModelResult(record)));
