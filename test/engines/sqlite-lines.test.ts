/** How a journal keeps things: where lines lie, what is listed and when, and that what is known in memory is never wrong. */
import { StatementSync } from "node:sqlite";
import { describe, expect, test, vi } from "vitest";
import type { AttemptEnd, Item } from "../../src/core/engine.ts";
import { FIRST_NAMED, PART, slotOf } from "../../src/engines/sqlite/slots.ts";
import { gate, taskOf, type World } from "../../src/testing/engine-world.ts";
import { engineAt, newJournal, openRaw, worldAt } from "./journal.ts";

describe("the slot of a line", () => {
  test.each([
    [PART.item, "", 79_150_492_652_979],
    [PART.item, "call/one/t/r.0", 139_097_810_276_067],
    [PART.task, "one/t/r.0", 139_097_832_777_356],
    [PART.input, "ü", 88_004_584_621_354],
  ])("part %i, name %j: %d, as every journal has it", (part, name, slot) => {
    expect(slotOf(part, name)).toBe(slot);
  });

  test("ends with its part, comes after those of entries and is near those of names that end alike", () => {
    for (let count = 0; count < 1_000; count += 1) {
      const name = `response/t/r${String(count)}`;
      const slot = slotOf(PART.item, name);
      expect([slot % 8, slot >= FIRST_NAMED, slot < 2 ** 47]).toEqual([PART.item, true, true]);
      expect(Math.abs(slotOf(PART.task, `s/t/r${String(count)}.0`) - slot)).toBeLessThan(2 ** 27);
      expect(Math.abs(slotOf(PART.item, `question/s/t/r${String(count)}.0:q1`) - slot)).toBeLessThan(2 ** 27);
    }
  });

  test("may be that of another name too: each is found and written by its own", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    await first.post("s", "in", { put: [item("one", "open", 1)] });
    await first.engine.close(0);
    const raw = openRaw(path);
    raw.exec(`INSERT INTO lines (session, slot, key, kind, status, at, value)
      SELECT session, slot, 'twin', kind, status, at, '"of the twin"' FROM lines WHERE key = 'one'`);
    const world = await worldAt(path);
    await world.post("s", "next", { put: [item("one", "open", 2)] });
    expect(await world.engine.item("s", "one")).toBe(2);
    await world.engine.close(0);
    const rows = openRaw(path).prepare("SELECT id, value FROM items ORDER BY id").all();
    expect(rows).toEqual([
      { id: "one", value: "2" },
      { id: "twin", value: '"of the twin"' },
    ]);
  });
});

function item(id: string, status: string, value: Item["value"] = null): Item {
  return { id, kind: "k", status, value };
}

/** Lets every commit fail, as a disk does, until it is restored. */
function failCommits(): { mockRestore(): void } {
  const real: unknown = Reflect.get(StatementSync.prototype, "run");
  return vi.spyOn(StatementSync.prototype, "run").mockImplementation(function (this: StatementSync, ...values) {
    if (this.sourceSQL === "COMMIT") throw Object.assign(new Error("disk I/O error"), { errcode: 10 });
    return (real as (...all: unknown[]) => ReturnType<StatementSync["run"]>).apply(this, values);
  });
}

/** So many items that the lines before them are listed. */
async function fill(world: World, name: string): Promise<void> {
  const put = Array.from({ length: 5_000 }, (_, index) => ({
    ...item(`${name} ${String(index)}`, "x"),
    kind: "filler",
  }));
  await world.post("filler", name, { put });
}

describe("items that were listed", () => {
  async function found(world: World, status: string): Promise<readonly string[]> {
    return (await world.engine.find({ kind: "k", status: [status] })).map(({ id }) => id);
  }

  test("are found beside those that were not, in the order in which they were first written", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    await world.post("s", "old", { put: [item("a", "open"), item("b", "open"), item("c", "closed")] });
    await fill(world, "one");
    expect(openRaw(path).prepare("SELECT count(*) > 0 AS some FROM listing").get()).toEqual({ some: 1 });
    await world.post("s", "new", { put: [item("d", "open"), item("b", "closed"), item("c", "open")] });
    expect([await found(world, "open"), await found(world, "closed")]).toEqual([["a", "c", "d"], ["b"]]);
    const observer = engineAt(path, { observer: true });
    expect((await observer.find({ kind: "k" })).map(({ id, status }) => [id, status])).toEqual([
      ["a", "open"],
      ["b", "closed"],
      ["c", "open"],
      ["d", "open"],
    ]);
    const after = { session: "s", id: "a" };
    expect((await observer.find({ kind: "k", status: ["open"], after, limit: 1 })).map(({ id }) => id)).toEqual(["c"]);
  });

  test("are found by what they were last, when one input writes them twice", async () => {
    const world = await worldAt(newJournal());
    await world.post("s", "old", { put: [item("a", "open"), item("b", "open")] });
    await fill(world, "one");
    await world.post("s", "new", { put: [item("a", "closed"), item("a", "settled"), item("b", "closed")] });
    await world.post("s", "newer", { put: [item("b", "settled"), item("b", "closed")] });
    expect([await found(world, "open"), await found(world, "closed"), await found(world, "settled")]).toEqual([
      [],
      ["b"],
      ["a"],
    ]);
  });

  test("are found by the next owner, and so is a task that was under way for long", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    const never = gate<AttemptEnd>();
    first.program.onPerform.set("long", () => never.promise);
    await first.run(taskOf("long"));
    await first.run(taskOf("done"));
    await first.post("s", "old", { put: [item("a", "open")] });
    await fill(first, "one");
    first.program.onPerform.set("young", () => never.promise);
    await first.run(taskOf("young"));
    await first.engine.close(0);
    const next = await worldAt(path);
    expect(await found(next, "open")).toEqual(["a"]);
    expect((await next.end(taskOf("long")))?.kind).toBe("unknown");
    expect((await next.end(taskOf("young")))?.kind).toBe("unknown");
    expect(next.program.inputs.map(({ id }) => id)).toEqual(["long", "young"]);
    await next.engine.close(0);
    expect((await worldAt(path)).program.inputs).toEqual([]);
  });
});

describe("what is listed", () => {
  test("stays right when the commit that listed it failed", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    await world.post("s", "old", { put: [item("a", "open")] });
    const run = failCommits();
    await expect(fill(world, "one")).rejects.toMatchObject({ code: "journal_unavailable" });
    run.mockRestore();
    await world.post("s", "new", { put: [item("a", "closed")] });
    expect(await world.engine.find({ kind: "k" })).toMatchObject([{ id: "a", status: "closed" }]);
    await fill(world, "two");
    expect(await world.engine.find({ kind: "k" })).toMatchObject([{ id: "a", status: "closed" }]);
  });

  test("does not count for what is written after the newest lines were removed", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    await fill(first, "one");
    await first.engine.close(0);
    openRaw(path).exec("DELETE FROM lines; DELETE FROM listing");
    const world = await worldAt(path);
    await world.post("s", "in", { put: [item("a", "open")] });
    expect(await world.engine.find({ kind: "k" })).toMatchObject([{ id: "a" }]);
  });
});

describe("entries", () => {
  const lines = (path: string): readonly unknown[] =>
    openRaw(path)
      .prepare("SELECT value FROM lines WHERE part = 5 ORDER BY slot")
      .all()
      .map(({ value }) => value);

  test("of an input begin a line; what follows without anything new is added to it", async () => {
    const path = newJournal();
    const world = await worldAt(path);
    await world.post("s", "one", { append: ["a", { b: [1] }] });
    await world.post("s", undefined, { append: ["c"] });
    await world.post("s", "two", { append: [] });
    await world.post("s", "three", { append: [null] });
    expect(lines(path)).toEqual(['["a",{"b":[1]},"c"]', "[null]"]);
    expect(openRaw(path).prepare("SELECT number, entry FROM entries ORDER BY number").all()).toEqual([
      { number: 0, entry: '"a"' },
      { number: 1, entry: '{"b":[1]}' },
      { number: 2, entry: '"c"' },
      { number: 3, entry: "null" },
    ]);
    for (const from of [0, 1, 2, 3, 4]) {
      const expected = [
        [0, "a"],
        [1, { b: [1] }],
        [2, "c"],
        [3, null],
      ].slice(from, from + 2);
      const page = await world.engine.history("s", from, 2);
      expect(page.map(({ number, entry }) => [number, entry])).toEqual(expected);
    }
  });

  test.each([
    [1_990, 1],
    [1_991, 2],
  ])("with %i characters and ten more take %i lines: a line has 2,000 at most, or one entry", async (length, count) => {
    const path = newJournal();
    const world = await worldAt(path);
    await world.post("s", "one", { append: ["x".repeat(length - 4)] });
    await world.post("s", undefined, { append: ["y".repeat(8)] });
    expect(lines(path)).toHaveLength(count);
    await world.post("s", undefined, { append: ["z".repeat(5_000), "last"] });
    const kept = (await world.entries("s")).map((entry) => JSON.stringify(entry).length - 2);
    expect(kept).toEqual([length - 4, 8, 5_000, 4]);
  });

  test("go on with their numbers in the next process", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    await first.post("s", "one", { append: [0, 1, 2] });
    await first.engine.close(0);
    const world = await worldAt(path);
    await world.post("s", undefined, { append: [3] });
    expect(await world.engine.history("s", 0, 10)).toEqual([0, 1, 2, 3].map((entry) => ({ number: entry, entry })));
  });
});

describe("what an owner has forgotten it looks up", () => {
  test("inputs, tasks, items and entries of a session that 2,500 others pushed out", async () => {
    const world = await worldAt(newJournal());
    await world.post("s", "in", {
      put: [item("a", "open", 1)],
      doc: "kept",
      append: [0],
      run: [taskOf("t")],
      reply: "yes",
    });
    await world.clock.settle();
    for (let first = 0; first < 2_500; first += 250) {
      const others = Array.from({ length: 250 }, (_, index) => `other ${String(first + index)}`);
      await Promise.all(others.map((session) => world.post(session, "in", { append: [1] })));
    }
    expect(await world.post("s", "in", { append: ["again"] })).toBe("yes");
    world.program.onInput.set("ask", (view) => ({
      reply: [view.doc ?? null, view.item("a") ?? null, view.item("b") ?? null],
    }));
    expect(await world.post("s", "ask", {})).toEqual(["kept", 1, null]);
    await world.post("s", "more", { put: [item("a", "open", 2)], append: [1], run: [taskOf("t")] });
    await world.clock.settle();
    expect(world.program.attemptsOf("t")).toHaveLength(1);
    expect(await world.entries("s")).toEqual([0, "end end/t", 1]);
    expect(await world.engine.find({ kind: "k" })).toMatchObject([{ id: "a", value: 2 }]);
  });

  test("inputs of a session that has more in it than is kept in memory", async () => {
    const world = await worldAt(newJournal());
    await world.post("s", "before", { reply: "before" });
    // More than 20,000 slots: some of these names share one.
    await world.post("s", "many", { put: Array.from({ length: 20_100 }, (_, index) => item(String(index), "x")) });
    await world.post("s", "after", { reply: "after" });
    const again = ["before", "after"].map((id) => world.post("s", id, { reply: "again" }));
    expect(await Promise.all(again)).toEqual(["before", "after"]);
    expect(await world.post("s", "new", { reply: "new" })).toBe("new");
  });
});
