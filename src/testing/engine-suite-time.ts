/** The family of alarms and of clocks that jump. */

import assert from "node:assert/strict";
import type { AttemptEnd } from "../core/engine.ts";
import type { EngineTests } from "./engine-tests.ts";
import { repeatable } from "./engine-suite-attempts.ts";
import { gate, taskOf } from "./engine-world.ts";

export function timeFamily({ test, describe }: EngineTests): void {
  describe("alarms", () => {
    settingAlarms(test);
    firingAlarms(test);
    longWaits(test);
  });

  describe("clocks that jump", () => {
    jumps(test);
  });
}

/** Set, set again, dropped. */
function settingAlarms(test: EngineTests["test"]): void {
  test("E24: an alarm fires once, at its time and not before", async (world) => {
    await world.post("s", "in", { alarms: [{ id: "a", at: world.clock.now() + 5_000 }] });
    await world.clock.advance(4_999);
    assert.deepEqual(await world.entries("s"), []);
    await world.clock.advance(1);
    assert.deepEqual(await world.entries("s"), ["alarm a"]);
    await world.clock.advance(600_000);
    assert.deepEqual(await world.entries("s"), ["alarm a"]);
  });

  test("E24: an alarm set again fires at its new time only", async (world) => {
    const at = world.clock.now();
    await world.post("s", "in", { alarms: [{ id: "a", at: at + 1_000 }] });
    await world.post("s", "later", { alarms: [{ id: "a", at: at + 3_000 }] });
    await world.clock.advance(2_999);
    assert.deepEqual(await world.entries("s"), []);
    await world.clock.advance(1);
    assert.deepEqual(await world.entries("s"), ["alarm a"]);
  });

  test("E24: an alarm moved to an earlier time fires then, once", async (world) => {
    const at = world.clock.now();
    await world.post("s", "in", { alarms: [{ id: "a", at: at + 9_000 }] });
    await world.post("s", "earlier", { alarms: [{ id: "a", at: at + 1_000 }] });
    await world.clock.advance(20_000);
    assert.deepEqual(await world.entries("s"), ["alarm a"]);
  });

  test("E24: a dropped alarm does not fire", async (world) => {
    const at = world.clock.now() + 1_000;
    await world.post("s", "in", {
      alarms: [
        { id: "a", at },
        { id: "b", at },
      ],
    });
    await world.post("s", "drop", { dropAlarms: ["a"] });
    await world.clock.advance(10_000);
    assert.deepEqual(await world.entries("s"), ["alarm b"]);
  });
}

/** What firing does, in which order, and when it fails. */
function firingAlarms(test: EngineTests["test"]): void {
  test("E24: an alarm that is due already fires at once, and may set itself again", async (world) => {
    world.program.onAlarm.set("a", (_, now) => ({ append: [`at ${now}`], alarms: [{ id: "a", at: now + 1_000 }] }));
    const at = world.clock.now();
    await world.post("s", "in", { alarms: [{ id: "a", at }] });
    await world.clock.advance(2_500);
    assert.deepEqual(await world.entries("s"), [`at ${at}`, `at ${at + 1_000}`, `at ${at + 2_000}`]);
  });

  test("E24: alarms of many sessions fire in the order of their times", async (world) => {
    const at = world.clock.now();
    const fired: string[] = [];
    const sessions = Array.from({ length: 600 }, (_, index) => `s${index}`);
    world.engine.subscribe(undefined, {
      committed: ({ session, entries }) => entries.length > 0 && fired.push(session),
    });
    await Promise.all(
      sessions.map((session, index) => world.post(session, "in", { alarms: [{ id: "a", at: at + 1_000 - index }] })),
    );
    await world.clock.advance(1_000);
    assert.deepEqual(fired, sessions.toReversed());
  });

  test("E24: an alarm that the one before it drops or moves does not fire, though both were due", async (world) => {
    const at = world.clock.now();
    world.program.onAlarm.set("a", (_, now) => ({
      append: ["a"],
      dropAlarms: ["b"],
      alarms: [{ id: "c", at: now + 600_000 }],
    }));
    const alarms = ["a", "b", "c"].map((id, index) => ({ id, at: at + 1_000 + index }));
    await world.post("s", "in", { alarms });
    world.clock.jump(10_000);
    await world.clock.advance(60_000);
    assert.deepEqual(await world.entries("s"), ["a"]);
    await world.clock.advance(600_000);
    assert.deepEqual(await world.entries("s"), ["a", "alarm c"]);
  });

  test("an alarm whose fold throws stands, and is tried again", async (world) => {
    let calls = 0;
    world.program.onAlarm.set("a", () => {
      if (calls++ === 0) throw new Error("not yet");
      return { append: ["fired"] };
    });
    await world.post("s", "in", { alarms: [{ id: "a", at: world.clock.now() + 10 }] });
    await world.clock.advance(10);
    assert.deepEqual(await world.entries("s"), []);
    await world.clock.advance(1_000);
    assert.deepEqual(await world.entries("s"), ["fired"]);
  });

  test("wall time that jumps ahead is noticed within a minute", async (world) => {
    await world.post("s", "in", { alarms: [{ id: "a", at: world.clock.now() + 3_600_000 }] });
    await world.clock.settle();
    world.clock.jump(3_600_000);
    await world.clock.advance(60_000);
    assert.deepEqual(await world.entries("s"), ["alarm a"]);
  });
}

/** Wall time that is changed while work is under way. */
function jumps(test: EngineTests["test"]): void {
  test("a time-out does not depend on wall time", async (world) => {
    const task = taskOf("t", { timeoutMs: 10_000 });
    world.program.onPerform.set("t", () => new Promise(() => {}));
    await world.run(task);
    world.clock.jump(3_600_000);
    await world.clock.advance(9_999);
    assert.equal(world.program.attemptsOf("t")[0]?.signal.aborted, false);
    world.clock.jump(-7_200_000);
    await world.clock.advance(1);
    assert.equal(world.program.attemptsOf("t")[0]?.signal.aborted, true);
  });

  for (const [downtimeCounts, attempts] of [
    [true, 1],
    [false, 2],
  ] as const) {
    const claim = downtimeCounts ? "ends" : "does not end";
    test(`P2.4: time in which no process ran ${claim} a task that ${downtimeCounts ? "" : "does not "}count it`, async (world) => {
      world.program.onPerform.set("t", (_, { number }) =>
        number === 1 ? { kind: "ambiguous", error: "cut" } : { kind: "done", value: 1 },
      );
      await world.run(repeatable("t", { downtimeCounts }));
      await world.clock.settle();
      // A machine that slept: wall time is past the budget, running time is not.
      world.clock.jump(3_600_000);
      await world.clock.advance(60_000);
      assert.equal(world.program.attemptsOf("t").length, attempts);
      assert.equal((await world.end(repeatable("t")))?.kind, downtimeCounts ? "unknown" : "returned");
    });
  }
}

/** What waiting costs, and how long an attempt may take. */
function longWaits(test: EngineTests["test"]): void {
  test("E25: two thousand sessions that wait need one pending sleep, and each can be decided", async (world) => {
    const expiresAt = world.clock.now() + 86_400_000;
    const sessions = Array.from({ length: 2_000 }, (_, index) => `s${index}`);
    await Promise.all(
      sessions.map((session) => world.post(session, "ask", { alarms: [{ id: "deadline", at: expiresAt }] })),
    );
    await world.clock.settle();
    assert.equal(world.clock.sleeping, 1);
    await world.post("s1234", "decide", { dropAlarms: ["deadline"], append: ["decided"] });
    assert.deepEqual(await world.entries("s1234"), ["decided"]);
  });

  test("E12: an attempt may take an hour when its task allows it", async (world) => {
    const task = taskOf("t", { timeoutMs: 3_600_000 });
    const open = gate<AttemptEnd>();
    world.program.onPerform.set("t", () => open.promise);
    await world.run(task);
    await world.clock.advance(3_599_999);
    open.open({ kind: "done", value: "at last" });
    assert.deepEqual(await world.end(task), { kind: "returned", value: "at last", attempts: 1 });
    assert.equal(world.program.attempts.length, 1);
  });

  test("work that is done leaves no timer behind", async (world) => {
    await world.run(taskOf("t", { timeoutMs: 3_600_000 }));
    await world.end(taskOf("t", { timeoutMs: 3_600_000 }));
    await world.clock.settle();
    assert.equal(world.clock.sleeping, 0);
  });
}
