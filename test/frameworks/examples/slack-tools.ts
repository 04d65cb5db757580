/** Two Slack tools behind a runner: one reads a thread, one replies to it once a person has agreed. Every example uses it. */
import type { Approver, ToolRunner } from "dex-connectors";
import { ConnectorToolSource, connectorTool, createTerminalApprover, createToolRunner } from "dex-connectors";
import { loadFromEnvironment } from "dex-connectors/connections";
import * as slack from "dex-connectors/slack";
import { createSqliteEngine } from "dex-connectors/sqlite";

/** The connection "support-slack" comes from the file that DEX_CONNECTOR_CONFIG_FILE names. */
export async function slackRunner(
  journal = "calls.db",
  approver: Approver = createTerminalApprover(),
): Promise<ToolRunner> {
  const project = await loadFromEnvironment(process.env);
  const { operations, reference } = slack.newProjectConnection(project, "support-slack");
  return createToolRunner({
    toolSources: [
      new ConnectorToolSource([
        connectorTool(operations.listThreadMessages(), reference),
        connectorTool(operations.postThreadReply(), reference, { requiresApproval: true }),
      ]),
    ],
    engine: createSqliteEngine({ path: journal }),
    approver,
  });
}
