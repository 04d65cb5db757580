import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CallRecord, Question } from "dex-connectors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorkspace, type Workspace } from "../../examples/main-job/workspace.ts";
import { jsonOf, type Ran, runWords } from "./run-words.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { workspaceEnv, workspaceFlags } from "./workspace-flags.ts";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

async function slack(words: readonly string[]): Promise<Ran> {
  return runWords([...words, ...workspaceFlags(workspace)], { env: workspaceEnv(workspace) });
}

/** A deletion of a message that is not there: the manifest recommends approval, and nothing is lost. */
function deletion(...words: readonly string[]): readonly string[] {
  const input = JSON.stringify({ channelId: workspace.channelId, messageTimestamp: "1710000000.000100" });
  return ["call", "slack", "deleteMessage", "--input", input, ...words];
}

async function journal(): Promise<string> {
  return join(await temporaryFolder(), "calls.db");
}

async function questions(file: string): Promise<readonly Question[]> {
  return jsonOf(await runWords(["approvals", "--journal", file, "--format", "json"])) as Question[];
}

describe("call", () => {
  test("prints the record as one JSON value and exits 0 when it succeeded", async () => {
    const input = JSON.stringify({ channelId: workspace.channelId, text: "From the command line" });
    const ran = await slack([
      "call",
      "slack",
      "postChannelMessage",
      "--input",
      input,
      "--session",
      "s",
      "--format",
      "json",
    ]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(jsonOf(ran)).toMatchObject({
      status: "succeeded",
      sessionId: "s",
      turnId: "turn-1",
      branch: "posted",
      attempts: 1,
    });
    expect((await workspace.channel()).map(({ text }) => text)).toContain("From the command line");
  });

  test("takes a tool's name and a file of arguments", async () => {
    const file = join(await temporaryFolder(), "input.json");
    await writeFile(file, JSON.stringify({ channelId: workspace.channelId }));
    const ran = await slack(["call", "connectors/slack", "slack_get_channel_history", "--input", `@${file}`]);
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toMatch(/^status +succeeded$/m);
  });

  test("exits 1 when the provider refused", async () => {
    const input = JSON.stringify({ channelId: "C0UNKNOWN00", text: "x" });
    const ran = await slack(["call", "slack", "postChannelMessage", "--input", input, "--format", "json"]);
    expect(ran.exitCode).toBe(1);
    expect(jsonOf(ran)).toMatchObject({ status: "failed", branch: "notFound" });
  });

  test("P5.7: --approve none rejects in the name of the flag, --approve all lets it run", async () => {
    expect(jsonOf(await slack(deletion("--approve", "none", "--format", "json")))).toMatchObject({
      status: "rejected",
      attempts: 0,
      history: [expect.objectContaining({ kind: "decided", by: "--approve none" })],
      error: { message: expect.stringContaining("the command was told to approve nothing") as string },
    });
    expect(jsonOf(await slack(deletion("--approve", "all", "--format", "json")))).toMatchObject({
      status: "failed",
      branch: "notFound",
      attempts: 1,
    });
  });

  test("a question and no terminal exits 4 with the command that decides it", async () => {
    const file = await journal();
    const ran = await slack(deletion("--journal", file));
    expect(ran.exitCode).toBe(4);
    const [question] = await questions(file);
    expect(ran.stderr).toContain(`dex-connectors decide ${question?.questionId ?? "?"} approve --journal ${file}`);
  });

  test("a question without a journal says that it is gone, and how to keep it", async () => {
    const ran = await slack(deletion("--approve", "later"));
    expect(ran.exitCode).toBe(4);
    expect(ran.stderr).toContain("use --journal FILE");
  });

  test("--approve all answers the questions of its own call only", async () => {
    const file = await journal();
    await slack(deletion("--journal", file, "--approve", "later", "--session", "earlier"));
    const ran = await slack(deletion("--journal", file, "--approve", "all", "--format", "json"));
    expect(jsonOf(ran)).toMatchObject({ branch: "notFound" });
    expect((await questions(file)).map(({ key }) => key.split("/")[0])).toEqual(["earlier"]);
  });
});

describe("a journal", () => {
  test("P5.5: keeps a question; decide rejects it and recover gives the call its record", async () => {
    const file = await journal();
    await slack(deletion("--journal", file, "--approve", "later"));
    const [question] = await questions(file);
    const words = ["decide", question?.questionId ?? "", "reject", "--comment", "not today", "--journal", file];
    const decided = await runWords(words, { env: { USER: "ada" } });
    expect(decided).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("stored in the journal") as string });
    const recovered = await slack(["recover", "--connector", "slack", "--journal", file]);
    expect(recovered).toMatchObject({ exitCode: 0, stdout: "nothing is left to do\n" });
    const [record] = jsonOf(await runWords(["calls", "--journal", file, "--format", "json"])) as CallRecord[];
    expect(record).toMatchObject({
      status: "rejected",
      error: { message: expect.stringContaining("not today") as string },
    });
    const shown = await runWords(["show", record?.key ?? "", "--timeline", "--journal", file]);
    expect(shown.stdout).toMatch(/asked .*\n.*decided .*by="ada"/);
  });

  test("lists calls by status and session", async () => {
    const file = await journal();
    await slack(deletion("--journal", file, "--approve", "all", "--session", "one"));
    await slack(deletion("--journal", file, "--approve", "none", "--session", "two"));
    const sessions = async (...words: readonly string[]): Promise<readonly string[]> =>
      (jsonOf(await runWords(["calls", "--journal", file, "--format", "json", ...words])) as CallRecord[]).map(
        (record) => record.sessionId,
      );
    expect(await sessions()).toEqual(["one", "two"]);
    expect(await sessions("--status", "rejected")).toEqual(["two"]);
    expect(await sessions("--session", "one")).toEqual(["one"]);
    expect(await runWords(["calls", "--journal", file, "--session", "three"])).toMatchObject({
      stdout: "",
      stderr: "no such calls\n",
    });
  });

  test("P8.2: a call whose outcome is known cannot be settled", async () => {
    const file = await journal();
    await slack(deletion("--journal", file, "--approve", "none", "--session", "one"));
    const [record] = jsonOf(await runWords(["calls", "--journal", file, "--format", "json"])) as CallRecord[];
    const words = ["settle", record?.key ?? "", "succeeded", "--reason", "seen", "--journal", file];
    // The journal knows already that this can have no effect, so nothing is left in it for an owner.
    expect(await runWords(words)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("is rejected") as string,
    });
    expect(await runWords(["settle", "a/b/c", "failed", "--reason", "x", "--journal", file])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("there is no call a/b/c") as string,
    });
  });

  test("reconcile has nothing to ask when every outcome is known", async () => {
    const file = await journal();
    await slack(deletion("--journal", file, "--approve", "none"));
    expect(await slack(["reconcile", "--connector", "slack", "--journal", file])).toMatchObject({
      exitCode: 0,
      stderr: "no call has an unknown outcome\n",
    });
  });
});

describe("run", () => {
  async function responseFile(calls: readonly object[], responseId = "r1"): Promise<string> {
    const file = join(await temporaryFolder(), "response.json");
    await writeFile(file, JSON.stringify({ sessionId: "s", turnId: "t", responseId, calls }));
    return file;
  }
  const post = (text: string): object => ({
    name: "slack_post_channel_message",
    arguments: { channelId: workspace.channelId, text },
  });
  const badReply = (): object => ({
    name: "slack_post_thread_reply",
    arguments: { channelId: workspace.channelId, threadTimestamp: 1, text: "x" },
  });
  const ask = (): object => ({
    name: "slack_delete_message",
    arguments: { channelId: workspace.channelId, messageTimestamp: "1710000000.000100" },
  });

  test("gives one record a call in the model's order", async () => {
    const file = await responseFile([post("first"), { name: "slack_list_channels", arguments: "{}" }]);
    const ran = await slack(["run", file, "--connector", "slack", "--format", "json"]);
    expect(ran.exitCode).toBe(0);
    expect((jsonOf(ran) as CallRecord[]).map(({ tool, status }) => [tool, status])).toEqual([
      ["slack_post_channel_message", "succeeded"],
      ["slack_list_channels", "succeeded"],
    ]);
  });

  test("--dry-run says what would run, ask, be refused and be skipped, and sends nothing", async () => {
    const before = (await workspace.channel()).length;
    const calls = [
      post("dry"),
      post("dry"),
      ask(),
      badReply(),
      post("after"),
      { name: "slack_lst_channels", arguments: {} },
    ];
    const file = await responseFile(calls);
    const ran = await runWords(["run", file, "--connector", "slack", "--dry-run", "--format", "json"]);
    expect(ran.exitCode).toBe(1);
    expect((jsonOf(ran) as { readonly would: string }[]).map(({ would }) => would)).toEqual([
      "run",
      "be a repeat",
      "ask",
      "be refused",
      "be skipped",
      "be skipped",
    ]);
    expect(await workspace.channel()).toHaveLength(before);
  });

  test("a dry run agrees with the run about what is refused and skipped", async () => {
    const file = await responseFile([badReply(), post("never")]);
    const planned = jsonOf(await runWords(["run", file, "--connector", "slack", "--dry-run", "--format", "json"]));
    expect(planned).toMatchObject([
      { would: "be refused", error: { code: "invalid_arguments" } },
      { would: "be skipped" },
    ]);
    const records = jsonOf(await slack(["run", file, "--connector", "slack", "--format", "json"]));
    expect(records).toMatchObject([{ error: { code: "invalid_arguments" } }, { skipped: true }]);
  });

  test("P2.2: the same file run again on a journal goes on where it stood and repeats nothing", async () => {
    const [file, calls] = [await journal(), await responseFile([post("once"), ask(), post("later")])];
    const words = ["run", calls, "--connector", "slack", "--journal", file];
    expect((await slack(words)).exitCode).toBe(4);
    const ran = await slack([...words, "--approve", "none", "--format", "json"]);
    expect((jsonOf(ran) as CallRecord[]).map(({ status }) => status)).toEqual(["succeeded", "rejected", "failed"]);
    const texts = (await workspace.channel()).map(({ text }) => text);
    expect(texts.filter((text) => text === "once")).toHaveLength(1);
    expect(texts).not.toContain("later");
  });

  test("P2.2: another file under the same id is refused, and nothing runs", async () => {
    const file = await journal();
    await slack(["run", await responseFile([post("one")]), "--connector", "slack", "--journal", file]);
    const ran = await slack(["run", await responseFile([post("two")]), "--connector", "slack", "--journal", file]);
    expect(ran).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("submitted before with other calls") as string,
    });
    expect((await workspace.channel()).map(({ text }) => text)).not.toContain("two");
  });

  test("a file of another form is misuse with the place", async () => {
    const file = join(await temporaryFolder(), "response.json");
    await writeFile(file, JSON.stringify({ sessionId: "s", turnId: "t", responseId: "r", calls: [{ name: 1 }] }));
    expect(await slack(["run", file, "--connector", "slack"])).toMatchObject({
      exitCode: 2,
      stderr: "error: calls[0].name: expected a text\n",
    });
  });
});

describe("tools", () => {
  test("gives names, schemas, effects and approval of what is exposed, and of nothing else", async () => {
    const tools = jsonOf(await runWords(["tools", "connectors/slack", "--format", "json"])) as {
      readonly name: string;
    }[];
    expect(tools.find(({ name }) => name === "slack_post_thread_reply")).toMatchObject({
      effect: "non_idempotent_write",
      requiresApproval: false,
      inputSchema: { type: "object", additionalProperties: false },
      annotations: { readOnlyHint: false, idempotentHint: false },
    });
    expect(tools.map(({ name }) => name)).not.toContain("slack_find_marked_messages");
  });
});
