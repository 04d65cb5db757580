/** The family of reading: items, searches, history, listeners. Only what is committed, and every entry once. */

import assert from "node:assert/strict";
import type { Committed, Item } from "../core/engine.ts";
import type { EngineTests } from "./engine-tests.ts";
import type { World } from "./engine-world.ts";

function item(id: string, status: string, kind = "call"): Item {
  return { id, kind, status, value: { id } };
}

async function idsOf(world: World, query: Parameters<World["engine"]["find"]>[0]): Promise<readonly string[]> {
  return (await world.engine.find(query)).map(({ session, id }) => `${session}/${id}`);
}

export function readingFamily({ test, describe }: EngineTests): void {
  describe("searches", () => {
    searches(test);
    pages(test);
  });

  describe("history and listeners", () => {
    historyTests(test);
    listenerTests(test);
  });
}

function historyTests(test: EngineTests["test"]): void {
  test("E5: history is numbered from 0 without gaps, and a refused input leaves none", async (world) => {
    world.program.onInput.set("bad", () => {
      throw new Error("no");
    });
    await world.post("s", "1", { append: ["a", "b"] });
    await assert.rejects(world.post("s", "bad", {}));
    await world.post("s", "2", { append: ["c"] });
    const numbers = (await world.engine.history("s", 0, 10)).map(({ number, entry }) => [number, entry]);
    assert.deepEqual(numbers, [
      [0, "a"],
      [1, "b"],
      [2, "c"],
    ]);
    assert.deepEqual(await world.engine.history("s", 1, 1), [{ number: 1, entry: "b" }]);
    assert.deepEqual(await world.engine.history("s", 3, 10), []);
    assert.deepEqual(await world.engine.history("none", 0, 10), []);
  });

  test("E29: a listener hears each entry once, in order, with the number that history gives it", async (world) => {
    const heard: Committed["entries"][number][] = [];
    world.engine.subscribe("s", { committed: ({ entries }) => heard.push(...entries) });
    await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        world.post(index % 2 === 0 ? "s" : "other", `in${index}`, { append: [index] }),
      ),
    );
    assert.deepEqual(heard, await world.engine.history("s", 0, 100));
    assert.equal(heard.length, 20);
  });

  test("E5: a listener is told after the commit: what it is told can be read", async (world) => {
    const read: unknown[] = [];
    world.engine.subscribe("s", {
      committed({ items }) {
        for (const { id } of items) read.push(world.engine.item("s", id));
      },
    });
    await world.post("s", "1", { put: [item("i", "s")] });
    assert.deepEqual(await Promise.all(read), [{ id: "i" }]);
  });
}

function listenerTests(test: EngineTests["test"]): void {
  test("a listener of all sessions hears every commit, and none after it left", async (world) => {
    const heard: string[] = [];
    const leave = world.engine.subscribe(undefined, { committed: ({ session }) => heard.push(session) });
    await world.post("a", "1", { append: [1] });
    await world.post("b", "1", { append: [1] });
    leave();
    leave();
    await world.post("a", "2", { append: [2] });
    assert.deepEqual(heard, ["a", "b"]);
  });

  test("a listener may post, and is heard in its turn", async (world) => {
    let posted: Promise<unknown> | undefined;
    world.engine.subscribe("s", {
      committed() {
        posted ??= world.post("s", "second", { append: ["second"], reply: 2 });
      },
    });
    await world.post("s", "first", { append: ["first"] });
    assert.equal(await posted, 2);
    assert.deepEqual(await world.entries("s"), ["first", "second"]);
  });
}

/** What find gives, and in which order. */
function searches(test: EngineTests["test"]): void {
  test("find gives items of a kind in the order in which they were first written", async (world) => {
    await world.post("b", "1", { put: [item("z", "open"), item("y", "open")] });
    await world.post("a", "1", { put: [item("x", "open"), item("q", "open", "question")] });
    await world.post("b", "2", { put: [item("z", "closed")] });
    assert.deepEqual(await idsOf(world, { kind: "call" }), ["b/z", "b/y", "a/x"]);
    assert.deepEqual(await idsOf(world, { kind: "none" }), []);
  });

  test("find gives the value, the session and the time of the last write", async (world) => {
    await world.post("s", "1", { put: [item("i", "open")] });
    await world.clock.advance(5);
    await world.post("s", "2", { put: [{ ...item("i", "closed"), value: { deep: ["ü", null, 1.5] } }] });
    assert.deepEqual(await world.engine.find({ kind: "call" }), [
      {
        session: "s",
        id: "i",
        kind: "call",
        status: "closed",
        value: { deep: ["ü", null, 1.5] },
        writtenAt: world.clock.now(),
      },
    ]);
  });

  test("find narrows by status and session, and an item that changed its status or kind is found under the new one only", async (world) => {
    await world.post("a", "1", { put: [item("1", "open"), item("2", "closed"), item("3", "lost")] });
    await world.post("b", "1", { put: [item("1", "open")] });
    assert.deepEqual(await idsOf(world, { kind: "call", status: ["open"] }), ["a/1", "b/1"]);
    assert.deepEqual(await idsOf(world, { kind: "call", status: ["lost", "closed", "lost"] }), ["a/2", "a/3"]);
    assert.deepEqual(await idsOf(world, { kind: "call", session: "b" }), ["b/1"]);
    assert.deepEqual(await idsOf(world, { kind: "call", session: "a", status: ["closed"] }), ["a/2"]);
    await world.post("a", "2", { put: [item("1", "closed"), item("3", "lost", "other")] });
    assert.deepEqual(await idsOf(world, { kind: "call", status: ["open"] }), ["b/1"]);
    assert.deepEqual(await idsOf(world, { kind: "call", status: ["closed"] }), ["a/1", "a/2"]);
    assert.deepEqual(await idsOf(world, { kind: "call", status: ["lost"] }), []);
  });
}

/** Paging, absence and names that are easily confused. */
function pages(test: EngineTests["test"]): void {
  test("find pages through all without a gap or a repeat, with and without a session", async (world) => {
    const ids = Array.from({ length: 25 }, (_, index) => item(`i${index}`, index % 3 === 0 ? "a" : "b"));
    await world.post("s", "1", { put: ids });
    await world.post("other", "1", { put: ids });
    for (const session of ["s", undefined]) {
      const all = await idsOf(world, { kind: "call", session });
      const paged: string[] = [];
      let after: { session: string; id: string } | undefined;
      do {
        const page = await world.engine.find({ kind: "call", session, limit: 4, after });
        paged.push(...page.map((one) => `${one.session}/${one.id}`));
        after = page.at(-1);
      } while (after !== undefined);
      assert.deepEqual(paged, all);
      assert.equal(all.length, session === undefined ? 50 : 25);
    }
  });

  test("item gives undefined for what was never written, in a session that exists and in one that does not", async (world) => {
    await world.post("s", "1", { put: [{ ...item("i", "s"), value: null }] });
    assert.equal(await world.engine.item("s", "i"), null);
    assert.equal(await world.engine.item("s", "none"), undefined);
    assert.equal(await world.engine.item("none", "i"), undefined);
  });

  test("names with slashes, quotes, percent signs and emoji stay apart", async (world) => {
    const names = ["a/b", "a%2Fb", "a'b", 'a"b', "a\u0000b", "ü", "u\u0308", "🙂", ""];
    for (const name of names) await world.post(name, name, { put: [item(name, name)], reply: name });
    for (const name of names) {
      assert.deepEqual(await world.engine.item(name, name), { id: name });
      assert.equal(await world.post(name, name, {}), name);
      assert.deepEqual(await idsOf(world, { kind: "call", status: [name] }), [`${name}/${name}`]);
    }
  });
}
