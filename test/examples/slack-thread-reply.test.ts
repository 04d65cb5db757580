import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startWorkspace } from "../../examples/main-job/workspace.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { runExample } from "./run-example.ts";

/** Runs the example in a folder of its own with a connection file, and gives what the workspace's thread then holds. */
async function replyAs(
  typed: string,
): Promise<{ readonly stdout: string; readonly stderr: string; readonly replies: readonly string[] }> {
  const workspace = await startWorkspace();
  try {
    const cwd = await temporaryFolder();
    const file = join(cwd, "connections.json");
    const connection = {
      connector: "slack",
      name: "support-slack",
      config: { apiUrl: workspace.apiUrl },
      credentials: { botToken: { env: "SLACK_BOT_TOKEN" } },
      allowLoopback: true,
    };
    await writeFile(file, JSON.stringify({ schemaVersion: 1, connections: [connection] }), { mode: 0o600 });
    const env = { DEX_CONNECTOR_CONFIG_FILE: file, SLACK_BOT_TOKEN: workspace.botToken, USER: "ada" };
    const { exitCode, stdout, stderr } = await runExample("slack-thread-reply.ts", { cwd, env, stdin: typed });
    expect(exitCode, stderr).toBe(0);
    const journal = await readFile(join(cwd, "calls.db"));
    expect(journal.includes(workspace.botToken)).toBe(false);
    return { stdout, stderr, replies: await workspace.replies("C000000001", "1710000000.000100") };
  } finally {
    await workspace.close();
  }
}

test("the program replies in the thread once a person approves", async () => {
  const { stdout, stderr, replies } = await replyAs("approve\n");
  expect(stderr).toContain('text: "Hello"');
  expect(JSON.parse(stdout)).toMatchObject({ status: "ok", result: { channelId: "C000000001" } });
  expect(replies).toEqual(["Hello"]);
});

test("the program posts nothing when a person rejects", async () => {
  const { stdout, replies } = await replyAs("reject wrong thread\n");
  expect(JSON.parse(stdout)).toMatchObject({ status: "error", code: "rejected", didNotRun: true });
  expect(stdout).toContain("wrong thread");
  expect(replies).toEqual([]);
});

test("P5.5: the program posts what a person changed", async () => {
  const edited = '{"channelId":"C000000001","threadTimestamp":"1710000000.000100","text":"Hello, edited"}';
  const { replies } = await replyAs(`edit\n${edited}\nyes\n`);
  expect(replies).toEqual(["Hello, edited"]);
});
