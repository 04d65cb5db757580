/** The family of attempts: claimed before they begin, entered once where that is asked, ended once. */

import assert from "node:assert/strict";
import type { AttemptEnd, Task } from "../core/engine.ts";
import type { EngineTests } from "./engine-tests.ts";
import { gate, taskOf } from "./engine-world.ts";

const error = { code: "e", message: "no" };

export function attemptFamily({ test, describe }: EngineTests): void {
  describe("attempts", () => {
    beginnings(test);
    preparations(test);
  });

  describe("single attempts", () => {
    singleEnds(test);
    singleTimeouts(test);
    singleStops(test);
  });
}

function singleEnds(test: EngineTests["test"]): void {
  const ends: readonly (readonly [name: string, end: () => AttemptEnd, expected: object])[] = [
    ["did_not_happen is refused", () => ({ kind: "did_not_happen", error }), { kind: "refused", error, attempts: 1 }],
    [
      "did_not_happen with a stated wait is refused with it",
      () => ({ kind: "did_not_happen", error, retryAfterMs: 5 }),
      { kind: "refused", error, attempts: 1, retryAfterMs: 5 },
    ],
    ["ambiguous is unknown", () => ({ kind: "ambiguous", error }), { kind: "unknown", error, attempts: 1 }],
    [
      "a throw is unknown",
      () => {
        throw new Error("boom");
      },
      { kind: "unknown", error: { code: "threw", message: "boom" }, attempts: 1 },
    ],
  ];
  for (const [name, end, expected] of ends) {
    test(`P4.1: ${name}, and there is no second attempt`, async (world) => {
      const task = taskOf("t");
      world.program.onPerform.set("t", end);
      await world.run(task);
      assert.deepEqual(await world.end(task), expected);
      await world.clock.advance(60_000);
      assert.equal(world.program.attempts.length, 1);
    });
  }
}

function singleTimeouts(test: EngineTests["test"]): void {
  test("E18: a time-out aborts the signal, and an attempt that then tells its end is believed", async (world) => {
    const task = taskOf("t", { timeoutMs: 1_000 });
    world.program.onPerform.set("t", (_, attempt) => untilAborted(attempt.signal, { kind: "did_not_happen", error }));
    await world.run(task);
    await world.clock.advance(999);
    assert.equal(world.program.attemptsOf("t")[0]?.signal.aborted, false);
    await world.clock.advance(1);
    assert.deepEqual(await world.end(task), { kind: "refused", error, attempts: 1 });
  });

  test("E18: an attempt that says nothing after its time-out is unknown, and its late result arrives as evidence", async (world) => {
    const task = taskOf("t", { timeoutMs: 1_000 });
    const open = gate<AttemptEnd>();
    world.program.onPerform.set("t", () => open.promise);
    await world.run(task);
    await world.clock.advance(1_999);
    assert.equal(await world.engine.item("s", "end/t"), undefined);
    await world.clock.advance(1);
    assert.deepEqual(await codeOf(world.end(task)), ["unknown", "timed_out"]);
    open.open({ kind: "done", value: "at last" });
    await world.clock.settle();
    assert.deepEqual(await world.engine.item("s", "late/t"), { kind: "returned", value: "at last", attempts: 1 });
    assert.equal(world.program.endsOf("t").length, 1);
  });

  test("E18: a late end that says nothing new is no evidence", async (world) => {
    const task = taskOf("t", { timeoutMs: 1_000 });
    const open = gate<AttemptEnd>();
    world.program.onPerform.set("t", () => open.promise);
    await world.run(task);
    await world.clock.advance(2_000);
    open.fail(new Error("reset"));
    await world.clock.settle();
    assert.equal(await world.engine.item("s", "late/t"), undefined);
  });

  test("E18: the guard stops an attempt that was given up", async (world) => {
    const task = taskOf("t", { timeoutMs: 1_000 });
    world.program.onPerform.set("t", () => gate<AttemptEnd>().promise);
    await world.run(task);
    await world.clock.advance(2_000);
    assert.throws(() => world.program.attemptsOf("t")[0]?.guard(), /given up/);
  });
}

function singleStops(test: EngineTests["test"]): void {
  test("P4.5: a started single attempt is not stopped", async (world) => {
    const task = taskOf("t");
    const open = gate<AttemptEnd>();
    world.program.onPerform.set("t", () => open.promise);
    await world.run(task);
    await world.post("s", "stop", { stop: ["t"] });
    await world.clock.advance(10_000);
    assert.equal(world.program.attemptsOf("t")[0]?.signal.aborted, false);
    open.open({ kind: "done", value: 1 });
    assert.equal((await world.end(task))?.kind, "returned");
  });
}

/** Ends when the signal aborts. */
export function untilAborted(signal: AbortSignal, end: AttemptEnd): Promise<AttemptEnd> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(end), { once: true }));
}

/** The kind of an end and the code of its error. */
export async function codeOf(ending: Promise<unknown>): Promise<readonly unknown[]> {
  const end = (await ending) as { readonly kind: string; readonly error?: { readonly code?: string } } | undefined;
  return [end?.kind, end?.error?.code];
}

/** A repeatable task. */
export function repeatable(id: string, given: Partial<Task> = {}): Task {
  return taskOf(id, { mode: "repeatable", ...given });
}

/** What an attempt is given, and that it begins once. */
function beginnings(test: EngineTests["test"]): void {
  test("E7: an attempt gets the task as the fold gave it, and what prepare stored with the claim", async (world) => {
    const task = taskOf("s/t/c", { input: { a: [1, "ü", null] } });
    world.clock.jump(5_000);
    await world.run(task);
    await world.end(task);
    const [seen] = world.program.attempts;
    assert.deepEqual(seen?.task, task);
    assert.deepEqual(seen.attempt.claim, { prepared: "s/t/c" });
    assert.deepEqual(
      [seen.attempt.number, seen.attempt.mayHaveSent, seen.attempt.firstDispatchAt],
      [1, false, undefined],
    );
    assert.equal(seen.attempt.claimedAt, world.clock.now());
    seen.attempt.guard();
  });

  test("E16: a task id that was run is not run again, while it runs and after its end", async (world) => {
    const task = taskOf("t");
    await world.post("s", "one", { run: [task, task] });
    await world.post("s", "two", { run: [task] });
    await world.end(task);
    await world.post("s", "three", { run: [task] });
    await world.clock.settle();
    assert.equal(world.program.attempts.length, 1);
    assert.equal(world.program.endsOf("t").length, 1);
  });

  test("E17: an end reaches the fold exactly once, and what it runs begins after it is durable", async (world) => {
    const next = taskOf("next");
    world.program.onEnd.set("t", () => ({ run: [next] }));
    let wasDurable: unknown;
    world.program.onPerform.set("next", async () => {
      wasDurable = await world.engine.item("s", "end/t");
      return { kind: "done", value: 1 };
    });
    await world.run(taskOf("t"));
    assert.deepEqual(await world.end(next), { kind: "returned", value: 1, attempts: 1 });
    assert.equal((wasDurable as { kind: string }).kind, "returned");
    assert.equal(world.program.endsOf("t").length, 1);
  });

  test("tasks of one change run at the same time", async (world) => {
    const open = gate<AttemptEnd>();
    const tasks = Array.from({ length: 20 }, (_, index) => taskOf(`t${index}`));
    for (const { id } of tasks) world.program.onPerform.set(id, () => open.promise);
    await world.post("s", "in", { run: tasks });
    await world.clock.settle();
    assert.equal(world.program.attempts.length, 20);
    open.open({ kind: "done", value: 1 });
    for (const task of tasks) assert.equal((await world.end(task))?.kind, "returned");
  });
}

/** What happens when a claim cannot be prepared. */
function preparations(test: EngineTests["test"]): void {
  test("a prepare that throws ends its task as not_run and sends nothing", async (world) => {
    world.program.onPrepare = () => {
      throw new Error("no such tool");
    };
    const task = taskOf("t");
    await world.run(task);
    const end = await world.end(task);
    assert.deepEqual(end, { kind: "not_run", error: { code: "unprepared", message: "no such tool" }, attempts: 0 });
    assert.equal(world.program.attempts.length, 0);
  });

  test("a task that ended not_run may be run again under its id", async (world) => {
    let prepared = 0;
    world.program.onPrepare = () => {
      if (prepared++ === 0) throw new Error("not yet");
      return null;
    };
    const task = taskOf("t");
    world.program.onEnd.set("t", (end) => (end.kind === "not_run" ? { run: [task] } : {}));
    await world.run(task);
    await world.clock.settle();
    assert.equal(world.program.attempts.length, 1);
    assert.deepEqual(
      world.program.endsOf("t").map(({ kind }) => kind),
      ["not_run", "returned"],
    );
  });
}
