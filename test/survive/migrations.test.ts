/** Journals of older versions, and newer versions of the tables: what was recorded stays, and half an update is none. */

import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { Database } from "../../src/engines/sqlite/database.ts";
import { MIGRATIONS, migrate } from "../../src/engines/sqlite/schema.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import { ManualClock } from "../../src/testing/manual-clock.ts";
import { newJournal, openRaw } from "../engines/journal.ts";
import { added, connectorToolOf, inTurn, type Script, ScriptedSource, works } from "../run/scripted-source.ts";
import { runnerOf } from "../run/test-runner.ts";

const DAY = 24 * 3_600_000;

/** A file as version 1 left it. */
function versionOne(name = "version-1"): string {
  const path = newJournal();
  const database = new DatabaseSync(path);
  database.exec(readFileSync(join(import.meta.dirname, `../fixtures/journals/${name}.sql`), "utf8"));
  database.close();
  chmodSync(path, 0o600);
  return path;
}

test("P7.3, P5.5: a journal of version 1 opens: its record is kept, its unknown call is settled, its question is decided", async () => {
  const source = new ScriptedSource(connectorToolOf("ask", "non_idempotent_write", added, { requiresApproval: true }));
  const runner = runnerOf(source, { engine: createSqliteEngine({ path: versionOne() }), clock: new ManualClock() });
  const { unknown, questions } = await runner.recover();
  expect(unknown.map(({ key }) => key)).toEqual(["one/t/r.1"]);
  expect(await runner.calls.get("one/t/r.0")).toMatchObject({ status: "succeeded", output: { id: 1 } });
  const settlement = { key: "one/t/r.1", status: "failed", reason: "not there", settledBy: "ann" } as const;
  expect(await runner.calls.settle(settlement)).toEqual({ accepted: true });
  const questionId = questions[0]?.questionId ?? "";
  expect(await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ann" })).toEqual({
    accepted: true,
  });
  const [record] = await runner.resumeResponse({ sessionId: "two", turnId: "t", responseId: "r" });
  expect(record?.status).toBe("succeeded");
  await runner.close();
});

test("P7.4, P5.5, P8.2: a journal that version 1 left in mid-flight goes on: what was claimed is unknown, what waited tries again", async () => {
  const fails: Script = () => {
    throw new Error("busy");
  };
  const source = new ScriptedSource(
    connectorToolOf("ask", "non_idempotent_write", added, { requiresApproval: true }),
    connectorToolOf("slow", "non_idempotent_write", added),
    connectorToolOf("note", "non_idempotent_write", added),
    connectorToolOf("look", "read", inTurn(fails, works)),
  );
  const clock = new ManualClock(Date.UTC(2030, 0, 1) + 10_000);
  const runner = runnerOf(source, { engine: createSqliteEngine({ path: versionOne("version-1-in-flight") }), clock });
  const { unknown, questions } = await runner.recover();
  expect(unknown.map(({ key }) => key)).toEqual(["unknown/t/r.0", "claimed/t/r.0"]);
  expect(questions.map(({ key }) => key)).toEqual(["asked/t/r.0"]);
  await clock.advance(60_000);
  const records = await runner.calls.list();
  expect(records.map(({ key, status, attempts }) => [key, status, attempts])).toEqual([
    ["ended/t/r1.0", "succeeded", 1],
    ["ended/t/r2.0", "succeeded", 0],
    ["unknown/t/r.0", "outcome_unknown", 1],
    ["unknown/t/r.1", "failed", 0],
    ["untold%2Fü/t/r.0", "failed", 1],
    ["asked/t/r.0", "awaiting_approval", 0],
    ["decided/t/r.0", "succeeded", 1],
    ["claimed/t/r.0", "outcome_unknown", 1],
    ["claimed/t/r.1", "failed", 0],
    ["retrying/t/r.0", "succeeded", 2],
  ]);
  expect(source.entered).toEqual(["ask", "look"]);
  expect((await runner.calls.listUntold("untold/ü")).map(({ key }) => key)).toEqual(["untold%2Fü/t/r.0"]);
  // Its question is as old as it was.
  await clock.advance(DAY);
  expect((await runner.calls.get("asked/t/r.0"))?.status).toBe("rejected");
  await runner.close();
});

test.each(["version-1", "version-1-in-flight"])("an update keeps every row of %s", (name) => {
  const path = versionOne(name);
  const shown = [
    "SELECT * FROM sessions ORDER BY 1",
    "SELECT * FROM docs ORDER BY 1",
    "SELECT * FROM inputs ORDER BY 1, 2",
    "SELECT * FROM items ORDER BY number",
    "SELECT * FROM tasks ORDER BY 1, 2",
    "SELECT id, task FROM unfinished_tasks ORDER BY 1",
    "SELECT * FROM entries ORDER BY 1, 2",
    "SELECT * FROM alarms ORDER BY 1, 2",
    "SELECT * FROM inbox ORDER BY 1",
  ];
  const read = (): unknown => {
    const raw = openRaw(path);
    const rows = shown.map((sql) => raw.prepare(sql).all());
    raw.close();
    return rows;
  };
  const before = read();
  withDatabase(path, (database) => migrate(database, 5));
  expect(read()).toEqual(before);
});

function withDatabase(path: string, work: (database: Database) => void): void {
  const database = new Database(path, { busyMs: 1_000 });
  try {
    work(database);
  } finally {
    database.close();
  }
}

const addColumn = "ALTER TABLE sessions ADD COLUMN note TEXT DEFAULT 'none'";

test("a newer version brings an older journal up to date, once, and keeps what is in it", () => {
  const path = versionOne();
  const newer = [...MIGRATIONS, addColumn];
  withDatabase(path, (database) => migrate(database, 5, newer));
  withDatabase(path, (database) => migrate(database, 6, newer));
  const raw = openRaw(path);
  expect(raw.prepare("SELECT name, note FROM sessions ORDER BY name").all()).toEqual([
    { name: "one", note: "none" },
    { name: "two", note: "none" },
  ]);
  expect(raw.prepare("SELECT version, applied_at FROM migrations WHERE version > ?").all(MIGRATIONS.length)).toEqual([
    { version: MIGRATIONS.length + 1, applied_at: 5 },
  ]);
  expect(raw.prepare("PRAGMA user_version").get()).toEqual({ user_version: newer.length });
});

test("an update that fails half-way leaves the version before, whole", () => {
  const path = versionOne();
  const broken = [...MIGRATIONS, `${addColumn}; CREATE TABLE sessions (x)`];
  withDatabase(path, (database) => {
    expect(() => migrate(database, 5, broken)).toThrow(/already exists/);
  });
  const raw = openRaw(path);
  expect(raw.prepare("PRAGMA user_version").get()).toEqual({ user_version: 1 });
  expect(raw.prepare("SELECT count(*) > 0 AS kept FROM cells").get()).toEqual({ kept: 1 });
  expect(() => raw.prepare("SELECT note FROM sessions")).toThrow(/no such column/);
});
