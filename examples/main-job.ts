/**
 * The main job, `npm start`: a model's response with five calls runs against a Slack workspace on this machine.
 * One call reads, one reply is put to a person, one is safe to repeat, one is refused by Slack, and the last is skipped.
 */
import { readFile } from "node:fs/promises";
import { type Approver, createToolRunner } from "dex-connectors";
import { loadManifest } from "../src/manifest/load-manifest.ts";
import { connectWorkspace, modelResponse, toolsOf } from "./main-job/agent.ts";
import { approverFor } from "./main-job/approval.ts";
import { heading, say, sayModelResults, sayRecords, sayThread, sayTools } from "./main-job/report.ts";
import { startWorkspace, type Workspace } from "./main-job/workspace.ts";

const usage = "npm start needs a terminal to ask in, or one answer for all: npm start -- --approve all (or none)";

async function sayManifest(): Promise<void> {
  const path = "connectors/slack/dex-connector.yaml";
  const { manifest, findings } = loadManifest(await readFile(new URL(`../${path}`, import.meta.url)), { path });
  const count = Object.keys(manifest?.operations ?? {}).length;
  say(`  ${path}: ${String(count)} operations, ${String(findings.length)} findings`);
}

const left = new AbortController();

async function runJob(workspace: Workspace, approver: Approver): Promise<void> {
  const connection = connectWorkspace(workspace);
  const runner = createToolRunner({ toolSources: [toolsOf(connection)], approver });
  left.signal.addEventListener("abort", () => void runner.close());
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

const approver = approverFor(process.argv.slice(2), process.stdin.isTTY, () => {
  process.exitCode = 130;
  left.abort();
});
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
