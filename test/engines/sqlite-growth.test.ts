/** What a journal costs when it grows: no statement reads a whole table that grows with it, and a commit changes few pages. */
import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { Database } from "../../src/engines/sqlite/database.ts";
import { ForgottenSessions } from "../../src/engines/sqlite/forgotten-sessions.ts";
import { engineAt, newJournal, openRaw, worldAt } from "./journal.ts";

const GROWING = /SCAN (?:lines|listing|sessions|alarms|items|entries|inputs|tasks|docs)\b/;

test("every statement of owner and observer finds its rows by an index, however many there are", async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const path = newJournal();
  const world = await worldAt(path);
  await world.post("s", "in", { put: [{ id: "i", kind: "k", status: "s", value: 1 }], append: [1] });
  await engineAt(path, { observer: true }).find({ kind: "k" });
  const database = new Database(path, { busyMs: 0 });
  const page = { before: 0, after: 0, limit: 1 };
  expect(new ForgottenSessions(database).forget(page, () => true)).toMatchObject({ count: 0 });
  database.close();
  const statements = new Set(
    prepare.mock.calls.map(([sql]) => sql).filter((sql) => !/^(?:PRAGMA|BEGIN|COMMIT)/.test(sql)),
  );
  prepare.mockRestore();
  expect(statements.size).toBeGreaterThan(30);
  const raw = openRaw(path);
  const scans = [...statements].flatMap((sql) => {
    const steps = raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    return steps.filter(({ detail }) => GROWING.test(String(detail))).map(({ detail }) => [sql, detail]);
  });
  expect(scans).toEqual([]);
});

/** Pages in the log, from the header of its index (https://www.sqlite.org/walformat.html, "mxFrame"). */
function loggedPages(path: string): number {
  return readFileSync(`${path}-shm`).readUInt32LE(16);
}

test("a commit of 64 sessions, each with a history of its own, changes fewer pages than it has sessions", async () => {
  const path = newJournal();
  const world = await worldAt(path);
  const sessions = Array.from({ length: 64 }, (_, index) => `session ${String(index)}`);
  const changed: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const before = loggedPages(path);
    const value = "x".repeat(500);
    const put = { id: `item ${String(round)}`, kind: "k", status: "s", value };
    await Promise.all(
      sessions.map((session) => world.post(session, `in ${String(round)}`, { put: [put], append: [1] })),
    );
    changed.push(loggedPages(path) - before);
  }
  // 64 × 500 bytes are four pages; 64 sessions side by side in the index are a few more.
  expect(Math.max(...changed)).toBeLessThan(32);
});

test("a call's two commits change few pages, and leave the list of what can be found alone", async () => {
  const path = newJournal();
  const world = await worldAt(path);
  await world.post("s", "first", {});
  const before = loggedPages(path);
  await world.post("s", "begin", { put: [{ id: "i", kind: "call", status: "running", value: 1 }], append: [1] });
  await world.post("s", undefined, { put: [{ id: "i", kind: "call", status: "succeeded", value: 2 }], append: [2] });
  // The first writes its line and the index, the second the same line.
  expect(loggedPages(path) - before).toBe(3);
  expect(openRaw(path).prepare("SELECT count(*) AS listed FROM listing").get()).toEqual({ listed: 0 });
});
