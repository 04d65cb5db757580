import { readFile } from "node:fs/promises";
import { createToolRunner, DID_NOT_RUN, type CallRecord } from "dex-connectors";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { approverFor } from "../../examples/main-job/approval.ts";
import { connectWorkspace, modelResponse, toolsOf } from "../../examples/main-job/agent.ts";
import { startWorkspace, type Workspace } from "../../examples/main-job/workspace.ts";
import { runExample } from "./run-example.ts";

let workspace: Workspace;
beforeEach(async () => {
  workspace = await startWorkspace();
});
afterEach(() => workspace.close());

async function records(answer: "all" | "none"): Promise<readonly CallRecord[]> {
  const approver = approverFor(["--approve", answer], false, () => undefined);
  if (approver === undefined) throw new Error("no approver");
  const connection = connectWorkspace(workspace);
  const runner = createToolRunner({ toolSources: [toolsOf(connection)], approver });
  try {
    return await runner.runResponse(modelResponse(workspace));
  } finally {
    await runner.close();
    await connection.close();
  }
}

describe("the main job's response", () => {
  test("P6.3: all approved: one reply, one reaction, one refusal, and the last post is skipped", async () => {
    const before = { thread: (await workspace.thread()).length, channel: (await workspace.channel()).length };
    const [read, reply, reaction, refused, skipped] = await records("all");
    expect(read).toMatchObject({ status: "succeeded", effect: "read" });
    expect(reply).toMatchObject({ status: "succeeded", requiresApproval: true, attempts: 1 });
    expect(reaction).toMatchObject({ status: "succeeded", effect: "idempotent_write" });
    expect(refused).toMatchObject({ status: "failed", error: { slackError: "channel_not_found", didNotRun: false } });
    expect(skipped).toMatchObject({ status: "failed", skipped: true, attempts: 0 });
    expect(skipped?.error?.message.startsWith(DID_NOT_RUN)).toBe(true);
    expect(skipped?.error?.message).toContain(refused?.key);
    const thread = await workspace.thread();
    expect(thread).toHaveLength(before.thread + 1);
    expect(thread.flatMap(({ reactions }) => reactions ?? [])).toMatchObject([{ name: "eyes", count: 1 }]);
    expect(await workspace.channel()).toHaveLength(before.channel);
  });

  test("P6.3: none approved: nothing is posted and every later write is skipped", async () => {
    const before = [await workspace.thread(), await workspace.channel()];
    const [read, reply, ...later] = await records("none");
    expect(read?.status).toBe("succeeded");
    expect(reply).toMatchObject({ status: "rejected", error: { didNotRun: true } });
    expect(later.map(({ skipped, error }) => [skipped, error?.message.startsWith(DID_NOT_RUN)])).toEqual(
      later.map(() => [true, true]),
    );
    expect(later).toHaveLength(3);
    expect([await workspace.thread(), await workspace.channel()]).toEqual(before);
  });
});

describe("npm start", () => {
  test("runs the main job on the sources", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8")) as {
      readonly scripts: Record<string, string>;
    };
    expect(scripts["start"]).toBe("node --import ./scripts/from-source.ts examples/main-job.ts");
  });

  test("-- --approve all exits 0 and shows tools, records, what the model reads, and the thread", async () => {
    const ran = await runExample("main-job.ts", { words: ["--approve", "all"] });
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ran.stdout).toContain("slack_post_thread_reply");
    expect(ran.stdout).toMatch(/3 +slack_post_channel_message +failed +notFound/);
    expect(ran.stdout).toMatch(/4 +slack_post_channel_message +failed +skipped/);
    expect(ran.stdout).toContain(`"message":"${DID_NOT_RUN}`);
    expect(ran.stdout).toMatch(/customer: .* {3}\[:eyes: 1\]\n.*\n {4}support-app: Thank you!/);
    expect(ran.stdout).not.toContain("\u001b");
    expect(ran.stdout).not.toContain("xoxb-");
  });

  test("-- --approve none exits 0 and the thread is as it was", async () => {
    const ran = await runExample("main-job.ts", { words: ["--approve", "none"] });
    expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
    expect(ran.stdout).toMatch(/1 +slack_post_thread_reply +rejected/);
    expect(ran.stdout).not.toContain("support-app:");
  });

  test("with nobody to ask is one line and exit 2", async () => {
    const ran = await runExample("main-job.ts");
    expect(ran).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ran.stderr).toMatch(/^[^\n]*--approve all[^\n]*\n$/);
  });

  test.each([[[]], [["--approve"]], [["--approve", "some"]], [["--help", "all"]], [["--approve", "all", "none"]]])(
    "with %j and no terminal has nobody to ask",
    (words) => {
      expect(approverFor(words, false, () => undefined)).toBeUndefined();
    },
  );
});
