/** The family of opening and closing: who may open, what closing waits for, what a durable engine finds again. */

import assert from "node:assert/strict";
import type { AttemptEnd } from "../core/engine.ts";
import type { EngineTests } from "./engine-tests.ts";
import { codeOf, repeatable } from "./engine-suite-attempts.ts";
import { gate, ScriptedProgram, taskOf, World } from "./engine-world.ts";
import { ManualClock } from "./manual-clock.ts";

export function restartFamily(tests: EngineTests): void {
  const { describe, traits } = tests;
  describe("opening and closing", () => {
    openingTests(tests);
    closingTests(tests.testPlace);
  });
  if (!traits.isDurable) return;
  describe("after a restart", () => {
    keptData(tests.testPlace);
    cutOffOnce(tests.testPlace);
    cutOffRepeated(tests.testPlace);
  });
}

function openingTests({ test, testPlace }: EngineTests): void {
  testPlace("what is asked of an engine before it is open is refused with the next step", async (place) => {
    const engine = place.engine();
    await assert.rejects(engine.post("s", { id: "i", body: {} }), /open\(\)/);
    await assert.rejects(engine.find({ kind: "k" }), /open\(\)/);
    assert.throws(() => engine.keyNamespace(), /open\(\)/);
    await engine.close(0);
  });

  test("opening twice for one program is once; for another it is refused", async (world) => {
    await world.engine.open(world.program, { clock: world.clock });
    const other = world.engine.open(new ScriptedProgram(), { clock: world.clock });
    await assert.rejects(other, { code: "invalid_definition" });
  });

  testPlace("after close everything is refused as closed, and closing again is fine", async (place) => {
    const { engine, program, clock } = await World.open(place);
    await engine.close(0);
    await engine.close(0);
    await assert.rejects(engine.post("s", { id: "i", body: {} }), { code: "closed" });
    await assert.rejects(async () => engine.item("s", "i"), { code: "closed" });
    await assert.rejects(engine.find({ kind: "k" }), { code: "closed" });
    await assert.rejects(engine.history("s", 0, 1), { code: "closed" });
    await assert.rejects(engine.open(program, { clock }), { code: "closed" });
  });

  testPlace("an engine that was never opened can be closed", async (place) => {
    await place.engine().close(0);
  });
}

function closingTests(testPlace: EngineTests["testPlace"]): void {
  testPlace("E23: close waits for the attempts under way and records their ends", async (place) => {
    const world = await World.open(place);
    const open = gate<AttemptEnd>();
    const recorded: string[] = [];
    world.engine.subscribe("s", { committed: ({ items }) => recorded.push(...items.map(({ id }) => id)) });
    world.program.onPerform.set("t", () => open.promise);
    await world.run(taskOf("t"));
    const closing = world.engine.close(10_000);
    await world.clock.settle();
    await assert.rejects(world.post("s", "late", {}), { code: "closed" });
    open.open({ kind: "done", value: 1 });
    await closing;
    assert.deepEqual(recorded, ["end/t"]);
  });

  testPlace("E23: close does not wait longer than it was told, and begins nothing new", async (place) => {
    const world = await World.open(place);
    world.program.onPerform.set("t", () => new Promise(() => {}));
    const short = gate<AttemptEnd>();
    world.program.onPerform.set("short", () => short.promise);
    world.program.onEnd.set("short", () => ({ run: [taskOf("next")] }));
    await world.post("s", "in", { run: [taskOf("t"), taskOf("short")] });
    let isClosed = false;
    const closing = world.engine.close(5_000).then(() => (isClosed = true));
    short.open({ kind: "done", value: 1 });
    await world.clock.advance(4_999);
    assert.equal(isClosed, false);
    await world.clock.advance(1);
    await closing;
    assert.equal(world.program.attemptsOf("next").length, 0);
    assert.throws(() => world.program.attemptsOf("t")[0]?.guard(), { code: "closed" });
  });
}

function keptData(test: EngineTests["testPlace"]): void {
  test("E1: documents, items, entries and replies are found again, under the same key namespace", async (place) => {
    const first = await World.open(place);
    const put = [{ id: "i", kind: "k", status: "s", value: { a: 1 } }];
    await first.post("s", "in", { doc: { d: 1 }, put, append: ["one"], reply: "r" });
    const namespace = first.engine.keyNamespace();
    await first.engine.close(0);
    const second = await World.open(place);
    second.program.onInput.set("ask", (view) => ({
      reply: [view.doc ?? null, view.item("i") ?? null],
      append: ["two"],
    }));
    assert.equal(second.engine.keyNamespace(), namespace);
    assert.equal(await second.post("s", "in", {}), "r");
    assert.deepEqual(await second.post("s", "ask", {}), [{ d: 1 }, { a: 1 }]);
    assert.deepEqual(await second.entries("s"), ["one", "two"]);
    assert.equal(second.program.inputs.length, 1);
    await second.engine.close(0);
  });

  test("find keeps its order over a restart", async (place) => {
    const put = (...ids: string[]) => ({ put: ids.map((id) => ({ id, kind: "k", status: id, value: null })) });
    const first = await World.open(place);
    await first.post("s", "1", put("b", "a"));
    await first.engine.close(0);
    const second = await World.open(place);
    await second.post("s", "2", put("0", "b"));
    assert.deepEqual(
      (await second.engine.find({ kind: "k" })).map(({ id }) => id),
      ["b", "a", "0"],
    );
    await second.engine.close(0);
  });

  test("E24: an alarm fires after a restart, and once", async (place) => {
    const first = await World.open(place);
    const at = first.clock.now() + 5_000;
    await first.post("s", "in", { alarms: [{ id: "a", at }] });
    await first.engine.close(0);
    const second = await World.open(place, { clock: new ManualClock(at + 60_000) });
    await second.clock.advance(1);
    assert.deepEqual(await second.entries("s"), ["alarm a"]);
    await second.engine.close(0);
    const third = await World.open(place, { clock: new ManualClock(at + 120_000) });
    await third.clock.advance(60_000);
    assert.deepEqual(await third.entries("s"), ["alarm a"]);
    await third.engine.close(0);
  });
}

function cutOffOnce(test: EngineTests["testPlace"]): void {
  test("E10: a single attempt that was under way at the close is unknown, also after further restarts", async (place) => {
    const first = await World.open(place);
    first.program.onPerform.set("t", () => new Promise(() => {}));
    await first.run(taskOf("t"));
    await first.engine.close(0);
    for (const expected of [1, 0, 0]) {
      const next = await World.open(place);
      assert.deepEqual(await codeOf(next.end(taskOf("t"))), ["unknown", "interrupted"]);
      assert.equal(next.program.endsOf("t").length, expected);
      await next.run(taskOf("t"));
      await next.clock.advance(60_000);
      assert.equal(next.program.attempts.length, 0);
      await next.engine.close(0);
    }
  });

  test("P7.4: a task that had not begun at the close ends not_run at the next opening, and the fold may run it then", async (place) => {
    const first = await World.open(place);
    const open = gate<AttemptEnd>();
    first.program.onPerform.set("t", () => open.promise);
    first.program.onEnd.set("t", () => ({ run: [taskOf("next")] }));
    await first.run(taskOf("t"));
    const closing = first.engine.close(1_000);
    open.open({ kind: "done", value: 1 });
    await closing;
    assert.equal(first.program.attemptsOf("next").length, 0);
    const revivedAt = first.clock.now() + 9_000;
    const second = await World.open(place, {
      clock: new ManualClock(revivedAt),
      prepare: (program) =>
        program.onEnd.set("next", (end) => (end.kind === "not_run" ? { run: [taskOf("next")] } : {})),
    });
    assert.equal((await second.end(taskOf("next")))?.kind, "not_run");
    await second.clock.settle();
    const ends = second.program.endsOf("next").map(({ kind, attempts, revivedAt: at }) => [kind, attempts, at]);
    assert.deepEqual(ends, [
      ["not_run", 0, revivedAt],
      ["returned", 1, undefined],
    ]);
    await second.engine.close(0);
  });
}

function cutOffRepeated(test: EngineTests["testPlace"]): void {
  test("P4.4, P2.4: an attempt that was cut off counts, and the next one knows that it may have been sent, and when", async (place) => {
    const first = await World.open(place);
    first.program.onPerform.set("t", () => new Promise(() => {}));
    const claimedAt = first.clock.now();
    await first.run(repeatable("t"));
    await first.engine.close(0);
    const second = await World.open(place, { clock: new ManualClock(claimedAt + 3_600_000) });
    await second.clock.advance(99);
    assert.equal(second.program.attempts.length, 0);
    await second.clock.advance(1);
    const [attempt] = second.program.attemptsOf("t");
    assert.deepEqual([attempt?.number, attempt?.mayHaveSent, attempt?.firstDispatchAt], [2, true, claimedAt]);
    assert.deepEqual(attempt?.claim, { prepared: "t" });
    const end = await second.end(repeatable("t"));
    assert.deepEqual([end?.kind, end?.attempts, end?.revivedAt], ["returned", 2, claimedAt + 3_600_000]);
    await second.engine.close(0);
  });

  test("P2.4: downtime ends a repeatable task that counts it, as unknown", async (place) => {
    const first = await World.open(place);
    first.program.onPerform.set("t", () => new Promise(() => {}));
    await first.run(repeatable("t", { downtimeCounts: true }));
    await first.engine.close(0);
    const second = await World.open(place, { clock: new ManualClock(first.clock.now() + 60_001) });
    assert.deepEqual(await codeOf(second.end(repeatable("t"))), ["unknown", "interrupted"]);
    assert.equal(second.program.attempts.length, 0);
    await second.engine.close(0);
  });

  test("E15: a wait between attempts survives a restart and is not cut short", async (place) => {
    const first = await World.open(place);
    first.program.onPerform.set("t", () => ({ kind: "did_not_happen", error: "no", retryAfterMs: 10_000 }));
    await first.run(repeatable("t"));
    await first.clock.advance(4_000);
    await first.engine.close(0);
    const second = await World.open(place, { clock: new ManualClock(first.clock.now()) });
    await second.clock.advance(5_999);
    assert.equal(second.program.attempts.length, 0);
    await second.clock.advance(1);
    assert.equal(second.program.attemptsOf("t")[0]?.number, 2);
    await second.engine.close(0);
  });
}
