import { join } from "node:path";
import { createToolRunner, functionTools, type ToolRunner } from "dex-connectors";
import { createSqliteEngine } from "dex-connectors/sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { jsonOf, type Ran, runWords } from "./run-words.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A journal whose owner runs in this process: one tool that asks, one whose outcome is never known. */
async function ownedJournal(): Promise<{ readonly path: string; readonly owner: ToolRunner; readonly sent: string[] }> {
  const path = join(await temporaryFolder(), "calls.db");
  const sent: string[] = [];
  const inputSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] } as const;
  const tools = functionTools([
    {
      name: "send",
      description: "Send.",
      inputSchema,
      policy: { effect: "non_idempotent_write", requiresApproval: true },
      execute: async ({ text }) => sent.push(String(text)),
    },
    {
      name: "lose",
      description: "Lose.",
      inputSchema: { type: "object" },
      policy: { effect: "non_idempotent_write", requiresApproval: false },
      execute: async () => Promise.reject(new Error("the line is dead")),
    },
  ]);
  const owner = createToolRunner({ toolSources: [tools], engine: createSqliteEngine({ path }) });
  onTestFinished(() => owner.close());
  return { path, owner, sent };
}

const response = { sessionId: "s", turnId: "t", responseId: "r" };

describe("decide, beside the owner of the journal", () => {
  test("P5.5: takes effect at once, and the owner goes on with the call", async () => {
    const { path, owner, sent } = await ownedJournal();
    const running = owner.runResponse({ ...response, calls: [{ name: "send", arguments: { text: "Hello" } }] });
    await expect.poll(async () => owner.approvals.list()).toHaveLength(1);
    const decided = await runWords(["decide", "s/t/r.0:q1", "approve", "--by", "ada", "--journal", path]);
    expect(decided).toEqual({ exitCode: 0, stdout: "", stderr: "accepted\n" });
    const [record] = await running;
    expect(record).toMatchObject({ status: "succeeded", history: [{ kind: "decided", by: "ada" }] });
    expect(sent).toEqual(["Hello"]);
  });

  test("P5.4: a second decision and one about no question change nothing, exit 1, and say why", async () => {
    const { path, owner, sent } = await ownedJournal();
    await owner.runResponse({
      ...response,
      calls: [{ name: "send", arguments: { text: "x" } }],
      whenApprovalNeeded: "return",
    });
    const decide = async (question: string, word: string): Promise<Ran> =>
      runWords(["decide", question, word, "--by", "ada", "--journal", path, "--format", "json"]);
    expect(await decide("s/t/r.0:q1", "reject")).toMatchObject({ exitCode: 0 });
    const second = await decide("s/t/r.0:q1", "approve");
    expect(second.exitCode).toBe(1);
    expect(jsonOf(second)).toMatchObject({ accepted: false, code: "already_decided", by: "ada" });
    expect(jsonOf(await decide("s/t/r.9:q1", "approve"))).toMatchObject({ code: "unknown_question" });
    expect(sent).toEqual([]);
  });

  test("P5.4: someone without the tool cannot approve other arguments: they could not be checked", async () => {
    const { path, owner } = await ownedJournal();
    await owner.runResponse({
      ...response,
      calls: [{ name: "send", arguments: { text: "x" } }],
      whenApprovalNeeded: "return",
    });
    const observer = createToolRunner({ toolSources: [], engine: createSqliteEngine({ path, observer: true }) });
    const edit = { questionId: "s/t/r.0:q1", decision: "approve", arguments: { text: "y" }, decidedBy: "ada" } as const;
    expect(await observer.approvals.decide(edit)).toMatchObject({ accepted: false, code: "invalid_edit" });
    await observer.close();
    expect(await owner.approvals.list()).toHaveLength(1);
  });
});

describe("settle, beside the owner of the journal", () => {
  test("P8.2: the first settlement stands, a second says who was first, and override replaces it", async () => {
    const { path, owner } = await ownedJournal();
    const [lost] = await owner.runResponse({ ...response, calls: [{ name: "lose", arguments: {} }] });
    expect(lost?.status).toBe("outcome_unknown");
    const settle = async (status: string, ...words: readonly string[]): Promise<Ran> =>
      runWords(["settle", "s/t/r.0", status, "--reason", "looked", "--journal", path, "--format", "json", ...words]);
    expect(await settle("succeeded", "--by", "ada", "--output", '{"id":1}')).toMatchObject({ exitCode: 0 });
    const second = await settle("failed", "--by", "bob");
    expect(second.exitCode).toBe(1);
    expect(jsonOf(second)).toMatchObject({ accepted: false, code: "already_settled", by: "ada" });
    expect(await settle("failed", "--by", "bob", "--override")).toMatchObject({ exitCode: 0 });
    const shown = jsonOf(await runWords(["show", "s/t/r.0", "--journal", path, "--format", "json"]));
    expect(shown).toMatchObject({ status: "failed" });
  });
});
