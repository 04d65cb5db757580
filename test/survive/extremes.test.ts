/** A journal at its limits: results that are too large, thousands of open calls at a start, files that cannot be written. */

import { chmodSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import { newJournal, openRaw } from "../engines/journal.ts";
import { added, connectorToolOf, gate, ScriptedSource, type Script } from "../run/scripted-source.ts";
import { callOf, requestOf, runnerOf } from "../run/test-runner.ts";

const MIB = 1024 * 1024;

function returning(output: JsonObject): Script {
  return (_, attempt) => {
    attempt.beginDispatch();
    return { kind: "branch", branch: "added", record: "succeeded", output };
  };
}

test("P4.3: a result of 50 MB stays a success that says what was lost, is small in the journal, and the next call runs", async () => {
  const source = new ScriptedSource(
    connectorToolOf("note", "non_idempotent_write", returning({ text: "x".repeat(50_000_000) })),
    connectorToolOf("next", "non_idempotent_write", added),
  );
  const path = newJournal();
  const runner = runnerOf(source, { engine: createSqliteEngine({ path }) });
  const [big, next] = await runner.runResponse(requestOf([callOf("note"), callOf("next")]));
  expect([big?.status, next?.status]).toEqual(["succeeded", "succeeded"]);
  expect(big?.warnings.length).toBeGreaterThan(0);
  expect(JSON.stringify(big?.output ?? null).length).toBeLessThanOrEqual(4 * MIB + 1_000);
  await runner.close();
  const bytes = openRaw(path).prepare("SELECT max(length(value)) AS bytes FROM items").get();
  expect(Number(bytes?.["bytes"])).toBeLessThan(16 * MIB);
});

test(
  "P7.3, P7.4: ten thousand calls that were under way at a start are all ended, listed, and sent no second time",
  { timeout: 300_000 },
  async () => {
    const path = newJournal();
    const hanging = gate();
    const source = new ScriptedSource(connectorToolOf("note", "non_idempotent_write", hanging.script));
    const first = runnerOf(source, { engine: createSqliteEngine({ path }) });
    const sessions = Array.from({ length: 10_000 }, (_, number) => `s${String(number)}`);
    const pending = sessions.map(async (sessionId) => first.runResponse(requestOf([callOf("note")], { sessionId })));
    await expect.poll(() => source.entered.length, { timeout: 250_000 }).toBe(10_000);
    // What a process leaves that dies here: claims without an end.
    await first.close({ graceMs: 0 });
    await Promise.all(pending);
    const second = runnerOf(source, { engine: createSqliteEngine({ path }) });
    await second.ready();
    await expect
      .poll(async () => (await second.calls.list({ status: "outcome_unknown" })).length, {
        timeout: 250_000,
        interval: 500,
      })
      .toBe(10_000);
    expect(await second.calls.list({ status: "running" })).toEqual([]);
    expect(source.entered).toHaveLength(10_000);
    hanging.open();
    await second.close();
  },
);

test("P7.1: a journal that was removed underneath stops the next write, and a started one still tells its truth", async () => {
  const path = newJournal();
  const sent = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const slow: Script = async (_, attempt) => {
    attempt.beginDispatch();
    sent.resolve();
    await answer.promise;
    return { kind: "branch", branch: "added", record: "succeeded", output: { id: 1 } };
  };
  const source = new ScriptedSource(
    connectorToolOf("slow", "non_idempotent_write", slow),
    connectorToolOf("note", "non_idempotent_write", added),
  );
  const runner = runnerOf(source, { engine: createSqliteEngine({ path }) });
  const running = runner.runResponse(requestOf([callOf("slow"), callOf("note")]));
  await sent.promise;
  for (const side of ["", "-wal", "-shm"]) rmSync(path + side);
  answer.resolve();
  const [first, second] = await running;
  expect(first).toMatchObject({ status: "succeeded", output: { id: 1 } });
  expect(first?.warnings).toContain("not_recorded");
  expect(second).toMatchObject({ status: "failed", skipped: true, error: { code: "journal_unavailable" } });
  const other = runner.runResponse(requestOf([callOf("note")], { responseId: "r2" }));
  await expect(other).rejects.toMatchObject({ code: "journal_unavailable" });
  expect(source.entered).toEqual(["slow"]);
  await runner.close({ graceMs: 0 });
});

// Under the superuser, whom no mark stops, another program's transaction keeps the file from being written.
test("P7.1: a journal that cannot be written is refused with its path, and nothing is sent", async () => {
  const path = newJournal();
  const source = new ScriptedSource(connectorToolOf("note", "non_idempotent_write", added));
  const first = runnerOf(source, { engine: createSqliteEngine({ path }) });
  await first.ready();
  await first.close();
  const raw = openRaw(path);
  // Another program's transaction that does not end.
  raw.exec("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE");
  if (process.getuid?.() !== 0) chmodSync(path, 0o400);
  const runner = runnerOf(source, { engine: createSqliteEngine({ path }) });
  const refused = runner.runResponse(requestOf([callOf("note")]));
  await expect(refused).rejects.toMatchObject({ code: "journal_unavailable", message: expect.stringContaining(path) });
  expect(source.entered).toEqual([]);
  raw.exec("ROLLBACK");
});
