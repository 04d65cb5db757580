/** The examples against a Slack workspace on this machine, with scripted models and a person who approves. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AIMessage } from "@langchain/core/messages";
import { fakeModel } from "@langchain/core/testing";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import type { Approver, ToolRunner } from "dex-connectors";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Workspace } from "../../examples/main-job/workspace.ts";
import { startWorkspace } from "../../examples/main-job/workspace.ts";
import { goOn } from "./examples/ai-sdk-later.ts";
import { answer as answerWithAiSdk } from "./examples/ai-sdk.ts";
import { answer as answerWithLangChain } from "./examples/langchain.ts";
import { answer as answerWithAgents } from "./examples/openai-agents.ts";
import { slackRunner } from "./examples/slack-tools.ts";
import { scriptedModel } from "./hosts/ai-sdk.ts";

const ada: Approver = { ask: async () => ({ decision: "approve", decidedBy: "ada" }) };
/** Leaves every question open, for hosts that carry the decision themselves. */
const nobody: Approver = {
  ask: (_question, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", reject)),
};

interface Setting {
  readonly workspace: Workspace;
  readonly runner: ToolRunner;
  readonly calls: { id: string; name: string; arguments: Record<string, string> }[];
}

async function setUp(approver: Approver): Promise<Setting> {
  const workspace = await startWorkspace();
  const folder = mkdtempSync(join(tmpdir(), "example-"));
  const file = join(folder, "connections.json");
  const connection = {
    connector: "slack",
    name: "support-slack",
    config: { apiUrl: workspace.apiUrl },
    credentials: { botToken: workspace.botToken },
    allowLoopback: true,
  };
  writeFileSync(file, JSON.stringify({ schemaVersion: 1, connections: [connection] }), { mode: 0o600 });
  vi.stubEnv("DEX_CONNECTOR_CONFIG_FILE", file);
  const runner = await slackRunner(join(folder, "calls.db"), approver);
  onTestFinished(async () => {
    await runner.close({ graceMs: 0 });
    await workspace.close();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  const place = { channelId: workspace.channelId, threadTimestamp: workspace.threadTimestamp };
  const calls = [
    { id: "c1", name: "slack_list_thread_messages", arguments: place },
    { id: "c2", name: "slack_post_thread_reply", arguments: { ...place, text: "It is mended." } },
  ];
  return { workspace, runner, calls };
}

async function lastReply({ workspace }: Setting): Promise<string | undefined> {
  return (await workspace.thread()).at(-1)?.text;
}

test("AI SDK: the agent reads the thread and replies once ada agrees", async () => {
  const setting = await setUp(ada);
  expect(await answerWithAiSdk(setting.runner, scriptedModel([setting.calls, "I replied."]), "Answer.")).toBe(
    "I replied.",
  );
  expect(await lastReply(setting)).toBe("It is mended.");
});

test("AI SDK: the agent stops at the question and goes on from its stored messages after the decision", async () => {
  const setting = await setUp(nobody);
  const model = scriptedModel([setting.calls, "I replied."]);
  const stopped = await goOn(setting.runner, model, [{ role: "user", content: "Answer." }]);
  expect(stopped.isWaiting).toBe(true);
  expect(await lastReply(setting)).not.toBe("It is mended.");
  const [question] = await setting.runner.approvals.list();
  await setting.runner.approvals.decide({
    questionId: question?.questionId ?? "",
    decision: "approve",
    decidedBy: "ada",
  });
  const ended = await goOn(setting.runner, model, structuredClone(stopped.messages));
  expect(ended.isWaiting).toBe(false);
  expect(await lastReply(setting)).toBe("It is mended.");
});

test("OpenAI Agents: the agent goes on when the decision is carried in", async () => {
  const setting = await setUp(nobody);
  const calls = setting.calls.map(({ id, name, arguments: args }) => functionCall(name, args, { callId: id }));
  const decide = async (): Promise<void> => {
    const [question] = await setting.runner.approvals.list();
    await setting.runner.approvals.decide({
      questionId: question?.questionId ?? "",
      decision: "approve",
      decidedBy: "ada",
    });
  };
  const model = new ScriptedModel([calls, [assistantMessage("I replied.")]]);
  expect(await answerWithAgents(setting.runner, model, "Answer.", decide)).toBe("I replied.");
  expect(await lastReply(setting)).toBe("It is mended.");
});

test("LangChain: the graph goes on with the decision as its resume value", async () => {
  const setting = await setUp(nobody);
  const tool_calls = setting.calls.map(({ id, name, arguments: args }) => ({ id, name, args }));
  const model = fakeModel()
    .respond(new AIMessage({ content: "", tool_calls }))
    .respond(new AIMessage("I replied."));
  const text = await answerWithLangChain(setting.runner, model, "Answer.", async ({ question }) => ({
    questionId: question.questionId,
    decision: "approve",
    decidedBy: "ada",
  }));
  expect(text).toBe("I replied.");
  expect(await lastReply(setting)).toBe("It is mended.");
});

test.each(["slack-tools", "ai-sdk", "ai-sdk-later", "openai-agents", "langchain"])(
  "docs/frameworks.md quotes %s as it is",
  (name) => {
    const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
    const [, quoted] =
      new RegExp(`<!-- from test/frameworks/examples/${name}\\.ts -->\n\`\`\`ts\n([\\s\\S]*?)\n\`\`\``).exec(
        read("../../docs/frameworks.md"),
      ) ?? [];
    const program = read(`examples/${name}.ts`);
    expect(quoted).toBe(program.slice(program.indexOf("import ")).trimEnd());
  },
);
