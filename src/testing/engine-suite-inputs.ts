/** The family of inputs: accepted once, folded one at a time, whole or not at all. */

import assert from "node:assert/strict";
import type { EngineTests } from "./engine-tests.ts";
import { codeOf } from "./engine-suite-attempts.ts";
import { gate, taskOf } from "./engine-world.ts";

export function inputFamily({ test, describe, traits }: EngineTests): void {
  describe("inputs", () => {
    acceptedOnce(test);
    foldedEachTime(test);
    oneAtATime(test);
    wholeOrNot(test);
    together(test);
    if (Number.isFinite(traits.maxValueBytes)) tooLarge(test, traits.maxValueBytes);
  });
}

function tooLarge(test: EngineTests["test"], maxBytes: number): void {
  const large = (): string => "x".repeat(maxBytes);

  test("E6: a value over the limit is refused at post, and the session goes on", async (world) => {
    const put = [{ id: "i", kind: "k", status: "s", value: large() }];
    await assert.rejects(world.post("s", "in", { put, append: ["in"] }), { code: "too_large" });
    assert.equal(await world.post("s", "next", { append: ["next"], reply: 1 }), 1);
    assert.deepEqual(await world.entries("s"), ["next"]);
  });

  test("E6: a value at the limit is taken", async (world) => {
    const value = "x".repeat(maxBytes - 2);
    await world.post("s", "in", { put: [{ id: "i", kind: "k", status: "s", value }] });
    assert.equal(((await world.engine.item("s", "i")) as string).length, value.length);
  });

  test("E6: a result over the limit ends its task as unknown, since it ran, and the session goes on", async (world) => {
    const task = taskOf("t");
    world.program.onPerform.set("t", () => ({ kind: "done", value: large() }));
    await world.run(task);
    assert.deepEqual(await codeOf(world.end(task)), ["unknown", "too_large"]);
    assert.equal(await world.post("s", "next", { reply: 1 }), 1);
  });
}

/** One id, one fold. */
function acceptedOnce(test: EngineTests["test"]): void {
  test("E2: one input id folds once, posted many times at once and later, and every post gets its reply", async (world) => {
    world.program.onInput.set("in", () => ({ reply: { folded: 1 }, append: ["in"] }));
    const replies = await Promise.all(Array.from({ length: 5 }, () => world.post("s", "in", {})));
    replies.push(await world.post("s", "in", {}));
    assert.deepEqual(
      replies,
      Array.from({ length: 6 }, () => ({ folded: 1 })),
    );
    assert.deepEqual(await world.entries("s"), ["in"]);
  });

  test("E2: an input id belongs to its session", async (world) => {
    await world.post("a", "in", { append: ["a"] });
    await world.post("b", "in", { append: ["b"] });
    assert.deepEqual([await world.entries("a"), await world.entries("b")], [["a"], ["b"]]);
  });

  test("E2: an input without a reply answers undefined, first and later", async (world) => {
    assert.equal(await world.post("s", "in", {}), undefined);
    assert.equal(await world.post("s", "in", {}), undefined);
  });
}

/** No id, no memory of it. */
function foldedEachTime(test: EngineTests["test"]): void {
  test("E2: an input without an id folds each time it is posted", async (world) => {
    const change = { append: ["in"], reply: "folded" };
    const replies = [await world.post("s", undefined, change), await world.post("s", undefined, change)];
    assert.deepEqual(
      [replies, await world.entries("s")],
      [
        ["folded", "folded"],
        ["in", "in"],
      ],
    );
  });
}

/** Order within a session, none between sessions. */
function oneAtATime(test: EngineTests["test"]): void {
  test("E3: inputs of one session fold one after another, each seeing the document of the one before", async (world) => {
    const ids = Array.from({ length: 50 }, (_, index) => `in${index}`);
    for (const id of ids) {
      world.program.onInput.set(id, (view) => ({ doc: [...((view.doc ?? []) as string[]), id] }));
    }
    world.program.onInput.set("ask", (view) => ({ reply: view.doc ?? null }));
    await Promise.all(ids.map((id) => world.post("s", id, {})));
    assert.deepEqual(await world.post("s", "ask", {}), ids);
  });

  test("E3: a session does not wait for another one's attempt", async (world) => {
    const busy = taskOf("busy", { session: "a" });
    const open = gate<{ kind: "done"; value: null }>();
    world.program.onPerform.set("busy", () => open.promise);
    await world.run(busy);
    const quick = taskOf("quick", { session: "b" });
    await world.run(quick);
    assert.equal((await world.end(quick))?.kind, "returned");
    open.open({ kind: "done", value: null });
  });
}

/** What a fold changes is kept whole or not at all. */
function wholeOrNot(test: EngineTests["test"]): void {
  test("E4: a fold that throws commits nothing, rejects its post and leaves the session as it was", async (world) => {
    await world.post("s", "first", { doc: 1 });
    let calls = 0;
    world.program.onInput.set("bad", (view) => {
      calls += 1;
      if (calls === 1) throw new Error("half-way");
      return { reply: view.doc ?? null };
    });
    await assert.rejects(world.post("s", "bad", {}), /half-way/);
    assert.equal(await world.post("s", "bad", {}), 1);
  });

  test("E4: a fold that throws does not touch the other inputs of the same turn", async (world) => {
    world.program.onInput.set("bad", () => {
      throw new Error("half-way");
    });
    const posts = [
      world.post("s", "a", { append: ["a"] }),
      world.post("s", "bad", {}),
      world.post("s", "c", { append: ["c"] }),
    ];
    const outcomes = await Promise.allSettled(posts);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
    assert.deepEqual(await world.entries("s"), ["a", "c"]);
  });

  test("E4: a task that names another session is refused with its input", async (world) => {
    await assert.rejects(world.post("s", "in", { run: [taskOf("t", { session: "other" })], append: ["x"] }), /session/);
    assert.deepEqual(await world.entries("s"), []);
    assert.equal(world.program.attempts.length, 0);
  });
}

/** Everything of one change is there at once. */
function together(test: EngineTests["test"]): void {
  test("E4: document, items, entries, tasks and alarms of one change appear together", async (world) => {
    const seen: unknown[] = [];
    world.engine.subscribe("s", {
      committed: ({ items, entries }) => seen.push([items.map(({ id }) => id), entries]),
    });
    const at = world.clock.now() + 1_000;
    const item = { id: "i", kind: "k", status: "new", value: 1 };
    await world.post("s", "in", {
      doc: 1,
      put: [item],
      append: ["one"],
      run: [taskOf("t")],
      alarms: [{ id: "a", at }],
    });
    assert.deepEqual(seen[0], [["i"], [{ number: 0, entry: "one" }]]);
    assert.equal(await world.engine.item("s", "i"), 1);
    assert.equal((await world.end(taskOf("t")))?.kind, "returned");
    await world.clock.advance(1_000);
    assert.ok((await world.entries("s")).includes("alarm a"));
  });

  test("a fold sees the items that are committed and those of earlier inputs of the same turn", async (world) => {
    world.program.onInput.set("read", (view) => ({ reply: [view.item("i") ?? null, view.item("none") ?? null] }));
    const put = (value: number) => ({ put: [{ id: "i", kind: "k", status: "s", value }] });
    await world.post("s", "first", put(1));
    const [, reply] = await Promise.all([world.post("s", "second", put(2)), world.post("s", "read", {})]);
    assert.deepEqual(reply, [2, null]);
  });
}
