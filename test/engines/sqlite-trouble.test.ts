/** What happens when the journal fails under an open engine: nothing is dispatched unrecorded, nothing that ended is lost. */
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import type { AttemptEnd, Unrecorded } from "../../src/core/engine.ts";
import { gate, type Perform, taskOf, type World } from "../../src/testing/engine-world.ts";
import { newJournal, openRaw, worldAt } from "./journal.ts";

function unrecordedOf(world: World): Unrecorded[] {
  const told: Unrecorded[] = [];
  world.engine.subscribe(undefined, { committed: () => {}, unrecorded: (trouble) => told.push(trouble) });
  return told;
}

describe("a journal that was taken away", () => {
  const takings: readonly (readonly [name: string, take: (path: string) => void])[] = [
    ["removed", (path) => rmSync(path)],
    ["moved", (path) => renameSync(path, `${path}.old`)],
    [
      "replaced by a copy",
      (path) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
    ["robbed of its log", (path) => rmSync(`${path}-wal`)],
  ];

  test.each(takings)("P7.1: %s, refuses inputs and dispatches nothing", async (_, take) => {
    const path = newJournal();
    const world = await worldAt(path);
    await world.post("s", "before", {});
    take(path);
    await expect(world.run(taskOf("t"))).rejects.toMatchObject({ code: "journal_unavailable" });
    await world.clock.advance(60_000);
    expect(world.program.attempts).toEqual([]);
  });

  test("P7.1: stops an attempt at its guard, before it sends", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    const open = gate<AttemptEnd>();
    world.program.onPerform.set("t", () => open.promise);
    await world.run(taskOf("t"));
    const [attempt] = world.program.attemptsOf("t");
    attempt?.guard();
    rmSync(path);
    expect(() => attempt?.guard()).toThrow(expect.objectContaining({ code: "journal_unavailable" }) as Error);
  });

  test("P7.1: while its claim was committed, stops the attempt", async () => {
    const path = newJournal();
    const guarded: string[] = [];
    const world = await worldAt(path, { probe: (point) => point === "claimed" && renameSync(path, `${path}.away`) });
    world.program.onPerform.set("t", (_, attempt) => {
      attempt.guard();
      guarded.push("t");
      return { kind: "done", value: 1 };
    });
    await world.run(taskOf("t"));
    expect(guarded).toEqual([]);
  });

  test("P7.1: stops the attempts that one commit set going, once the files were looked at too long ago", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    const now = vi.spyOn(performance, "now").mockReturnValue(0);
    const guarded: string[] = [];
    const guards: Perform = ({ id }, attempt) => {
      attempt.guard();
      guarded.push(id);
      if (id === "a") renameSync(path, `${path}.away`);
      now.mockReturnValue(id === "a" ? 4.9 : 5);
      return { kind: "done", value: 1 };
    };
    const tasks = ["a", "b", "c"].map((id) => taskOf(id));
    for (const { id } of tasks) world.program.onPerform.set(id, guards);
    await Promise.all(tasks.map((task) => world.run(task)));
    now.mockRestore();
    // What begins in the same breath as `a`, which took it away, cannot be told from `a`.
    expect(guarded).toEqual(["a", "b"]);
  });

  test("P7.1: tells once of an end that cannot be written, and goes on trying until close", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    const told = unrecordedOf(world);
    const open = gate<AttemptEnd>();
    world.program.onPerform.set("t", () => open.promise);
    await world.run(taskOf("t"));
    renameSync(path, `${path}.away`);
    open.open({ kind: "done", value: 1 });
    await world.clock.advance(60_000);
    expect(told).toMatchObject([{ session: "s", taskId: "t", end: { kind: "returned", value: 1 } }]);
    renameSync(`${path}.away`, path);
    await world.clock.advance(5_000);
    expect(await world.end(taskOf("t"))).toMatchObject({ kind: "returned", value: 1 });
    expect(told).toHaveLength(1);
  });
});

describe("a journal that cannot be written for a while", () => {
  test("P7.1: another process's long transaction refuses posts, keeps ends, and both work afterwards", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    const told = unrecordedOf(world);
    const open = gate<AttemptEnd>();
    world.program.onPerform.set("t", () => open.promise);
    await world.run(taskOf("t"));
    const raw = openRaw(path);
    raw.exec("BEGIN IMMEDIATE");
    await expect(world.post("s", "refused", { append: ["x"] })).rejects.toMatchObject({
      code: "journal_unavailable",
      retryable: true,
    });
    open.open({ kind: "done", value: 1 });
    await world.clock.settle();
    expect(told).toHaveLength(1);
    raw.exec("ROLLBACK");
    await world.clock.advance(1_000);
    expect(await world.end(taskOf("t"))).toMatchObject({ kind: "returned" });
    expect(world.program.endsOf("t").every(({ kind }) => kind === "returned")).toBe(true);
    await world.post("s", "refused", { append: ["taken"] });
    expect(await world.entries("s")).toEqual(["end end/t", "taken"]);
  });

  test("P4.4: a retry's claim that cannot be written is not dispatched until it can", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    world.program.onPerform.set("t", (_, { number }) =>
      number === 1 ? { kind: "did_not_happen", error: "no" } : { kind: "done", value: 1 },
    );
    const task = taskOf("t", { mode: "repeatable" });
    await world.run(task);
    await world.clock.settle();
    const raw = openRaw(path);
    raw.exec("BEGIN IMMEDIATE");
    await world.clock.advance(150);
    expect(world.program.attempts).toHaveLength(1);
    raw.exec("ROLLBACK");
    await world.clock.advance(1_000);
    expect(world.program.attemptsOf("t").map(({ number }) => number)).toEqual([1, 2]);
    expect(await world.end(task)).toMatchObject({ kind: "returned", attempts: 2 });
  });

  test("an end that could never be written is unknown to the next owner", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    const open = gate<AttemptEnd>();
    world.program.onPerform.set("t", () => open.promise);
    await world.run(taskOf("t"));
    const raw = openRaw(path);
    raw.exec("BEGIN IMMEDIATE");
    open.open({ kind: "done", value: 1 });
    await world.clock.settle();
    await world.engine.close(0);
    raw.exec("ROLLBACK");
    expect(await (await worldAt(path)).end(taskOf("t"))).toMatchObject({ kind: "unknown" });
  });
});

describe("a journal that cannot be read for a while", () => {
  test("stops no process: alarms and left inputs are looked for again", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    await world.post("s", "in", { alarms: [{ id: "a", at: world.clock.now() + 1_000 }] });
    const raw = openRaw(path);
    raw.exec("ALTER TABLE alarms RENAME TO hidden; ALTER TABLE inbox RENAME TO hidden_inbox");
    await world.clock.advance(30_000);
    await world.post("s", "next", { append: ["next"] });
    raw.exec("ALTER TABLE hidden RENAME TO alarms; ALTER TABLE hidden_inbox RENAME TO inbox");
    await world.clock.advance(2_000);
    expect(await world.entries("s")).toEqual(["next", "alarm a"]);
  });
});

describe("a transaction that fails half-way", () => {
  /** Lets every entry fail, which is what is written last, until the returned function is called. */
  function failEntries(path: string): () => void {
    const raw = openRaw(path);
    raw.exec("CREATE TRIGGER fail BEFORE INSERT ON lines WHEN new.part = 5 BEGIN SELECT raise(FAIL, 'no'); END");
    return () => raw.exec("DROP TRIGGER fail");
  }

  test("leaves nothing of itself, in the file or in memory", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    const item = { id: "i", kind: "k", status: "s", value: "kept" };
    await world.post("s", "first", { doc: "kept", put: [item] });
    const mend = failEntries(path);
    const change = { doc: "lost", put: [{ ...item, value: "lost" }], append: ["x"], run: [taskOf("t")] };
    await expect(world.post("s", "second", change)).rejects.toMatchObject({ code: "journal_unavailable" });
    mend();
    world.program.onInput.set("ask", (view) => ({ reply: [view.doc ?? null, view.item("i") ?? null] }));
    expect(await world.post("s", "ask", {})).toEqual(["kept", "kept"]);
    expect(world.program.attempts).toEqual([]);
    await world.run(taskOf("t"));
    expect(await world.end(taskOf("t"))).toMatchObject({ kind: "returned" });
  });

  test("leaves nothing for the next one to write", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    const raw = openRaw(path);
    raw.exec("CREATE TRIGGER fail BEFORE INSERT ON alarms BEGIN SELECT raise(FAIL, 'no'); END");
    const put = [{ id: "i", kind: "k", status: "s", value: "lost" }];
    const change = { put, alarms: [{ id: "a", at: world.clock.now() + 1 }] };
    await expect(world.post("s", "first", change)).rejects.toMatchObject({ code: "journal_unavailable" });
    await world.post("s", "second", { append: ["kept"] });
    await world.engine.close(0);
    expect(raw.prepare("SELECT count(*) AS items FROM items").get()).toEqual({ items: 0 });
  });

  test("leaves no session behind that it was the first to name", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    const mend = failEntries(path);
    await expect(world.post("new", "in", { append: ["x"] })).rejects.toMatchObject({ code: "journal_unavailable" });
    mend();
    await world.post("other", "in", { append: ["other"] });
    await world.post("new", "in", { append: ["new"] });
    expect([await world.entries("other"), await world.entries("new")]).toEqual([["other"], ["new"]]);
  });

  test("takes the other inputs of its turn with it, each told", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    const mend = failEntries(path);
    const posts = [world.post("a", "in", { doc: 1 }), world.post("b", "in", { append: ["x"] })];
    const outcomes = await Promise.allSettled(posts);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    mend();
    world.program.onInput.set("ask", (view) => ({ reply: view.doc ?? "nothing" }));
    expect(await world.post("a", "ask", {})).toBe("nothing");
  });
});

describe("an owner that was replaced without its lock", () => {
  test("P7.2: notices the newer epoch, refuses and dispatches nothing", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    openRaw(path).exec("UPDATE journal SET epoch = epoch + 1");
    await expect(world.run(taskOf("t"))).rejects.toMatchObject({ code: "journal_locked" });
    await world.clock.advance(60_000);
    expect(world.program.attempts).toEqual([]);
  });

  test("P7.2: a lock file that was removed lets a second owner in, and the first one stops", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    rmSync(`${path}.lock`);
    const second = await worldAt(path);
    await expect(first.run(taskOf("t"))).rejects.toMatchObject({ code: "journal_locked" });
    await second.run(taskOf("t"));
    expect(await second.end(taskOf("t"))).toMatchObject({ kind: "returned" });
    expect(first.program.attempts).toEqual([]);
  });
});
