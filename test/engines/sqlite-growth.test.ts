/** What a journal costs when it grows: no statement of the engine reads a whole table that grows with it. */
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { engineAt, newJournal, openRaw, worldAt } from "./journal.ts";

const GROWING = /SCAN (?:lines|listing|sessions|alarms|items|entries|inputs|tasks|docs)\b/;

test("every statement of owner and observer finds its rows by an index, however many there are", async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const path = newJournal();
  const world = await worldAt(path);
  await world.post("s", "in", { put: [{ id: "i", kind: "k", status: "s", value: 1 }], append: [1] });
  await engineAt(path, { observer: true }).find({ kind: "k" });
  const statements = new Set(
    prepare.mock.calls.map(([sql]) => sql).filter((sql) => !/^(?:PRAGMA|BEGIN|COMMIT)/.test(sql)),
  );
  prepare.mockRestore();
  expect(statements.size).toBeGreaterThan(20);
  const raw = openRaw(path);
  const scans = [...statements].flatMap((sql) => {
    const steps = raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    return steps.filter(({ detail }) => GROWING.test(String(detail))).map(({ detail }) => [sql, detail]);
  });
  expect(scans).toEqual([]);
});
