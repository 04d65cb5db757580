/** Opening and closing a runner: a lock that another process holds, an engine of another runner, sources that never answer. */

import { afterEach, describe, expect, test } from "vitest";
import type { Approver } from "../../src/core/approval.ts";
import { createMemoryEngine } from "../../src/engines/memory.ts";
import { createSqliteEngine } from "../../src/engines/sqlite.ts";
import type { ToolRunner } from "../../src/run/runner.ts";
import { newJournal } from "../engines/journal.ts";
import { added, connectorToolOf, ScriptedSource } from "./scripted-source.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

const source = (requiresApproval = false): ScriptedSource =>
  new ScriptedSource(connectorToolOf("note", "non_idempotent_write", added, { requiresApproval }));

const runners: ToolRunner[] = [];

function open(...given: Parameters<typeof runnerOf>): ToolRunner {
  const runner = runnerOf(...given);
  runners.push(runner);
  return runner;
}

afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.close({ graceMs: 0 });
});

describe("a journal that another process owns", () => {
  test("P7.2: is refused, and taken by the same runner once it is free", async () => {
    const path = newJournal();
    const owner = open(source(), { engine: createSqliteEngine({ path }) });
    await owner.ready();
    const runner = open(source(), { engine: createSqliteEngine({ path }) });
    await expect(runner.runResponse(requestOf([callOf("note")]))).rejects.toMatchObject({ code: "journal_locked" });
    await owner.close();
    expect((await runner.runResponse(requestOf([callOf("note")])))[0]?.status).toBe("succeeded");
  });

  test("P7.2: and is waited for does not keep a runner from closing", async () => {
    const path = newJournal();
    const owner = open(source(), { engine: createSqliteEngine({ path }) });
    await owner.ready();
    const runner = open(source(), { engine: createSqliteEngine({ path, lockWaitMs: 600_000 }) });
    const running = runner.runResponse(requestOf([callOf("note")]));
    running.catch(() => undefined);
    await runner.close();
    // The wait for the lock ends with the owner, and then nobody takes the journal.
    await owner.close();
    await expect(running).rejects.toMatchObject({ code: "closed" });
  });
});

describe("an engine that another runner uses", () => {
  test("P7.2: is refused, its questions are not carried to the other approver, and it stays open", async () => {
    const engine = createMemoryEngine();
    const asked: string[] = [];
    const approver: Approver = {
      ask: async (question) => {
        asked.push(question.questionId);
        return { decision: "approve", decidedBy: "mallory" };
      },
    };
    const first = open(source(true), { engine });
    await first.ready();
    const second = open(source(), { engine, approver });
    await expect(second.ready()).rejects.toMatchObject({ code: "invalid_definition" });
    const request = requestOf([callOf("note")], { whenApprovalNeeded: "return" });
    expect((await first.runResponse(request))[0]?.status).toBe("awaiting_approval");
    expect(asked).toEqual([]);
    await second.close();
    expect(await first.approvals.list()).toHaveLength(1);
  });

  test("stays open when a runner is closed that never used it", async () => {
    const engine = createMemoryEngine();
    const first = open(source(), { engine });
    await first.ready();
    await runnerOf(source(), { engine }).close();
    expect((await first.runResponse(requestOf([callOf("note")])))[0]?.status).toBe("succeeded");
  });
});

describe("what never answers", () => {
  const never = new Promise<never>(() => undefined);

  test("a list of tools does not keep a run from ending when the runner is closed", async () => {
    const tools = source();
    tools.listTools = (() => never) as unknown as typeof tools.listTools;
    const runner = runnerOf(tools);
    await runner.ready();
    const running = runner.runResponse(requestOf([callOf("note")]));
    running.catch(() => undefined);
    await runner.close();
    await expect(running).rejects.toMatchObject({ code: "closed" });
    expect(tools.entered).toEqual([]);
  });

  test("P5.3: an approval predicate does neither: nothing was taken in, so nothing runs", async () => {
    const tools = new ScriptedSource(
      connectorToolOf("note", "non_idempotent_write", added, { requiresApproval: () => never }),
    );
    const runner = runnerOf(tools);
    await runner.ready();
    const running = runner.runResponse(requestOf([callOf("note")]));
    running.catch(() => undefined);
    await runner.close();
    await expect(running).rejects.toMatchObject({ code: "closed" });
    expect(tools.entered).toEqual([]);
  });
});
