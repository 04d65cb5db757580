/** The family of repeated attempts: budget, waits, what may have been sent, stopping. */

import assert from "node:assert/strict";
import type { AttemptEnd } from "../core/engine.ts";
import type { EngineTests } from "./engine-tests.ts";
import { codeOf, repeatable, untilAborted } from "./engine-suite-attempts.ts";
import { gate, type World } from "./engine-world.ts";

const error = { code: "e", message: "no" };
const nothing = { kind: "did_not_happen", error } as const;
const perhaps = { kind: "ambiguous", error } as const;
const done: AttemptEnd = { kind: "done", value: "ok" };

/** Ends the attempts of `t` one after another as listed. */
function script(world: World, ...ends: readonly AttemptEnd[]): void {
  let next = 0;
  world.program.onPerform.set("t", () => ends[next++] ?? done);
}

function numbersOf(world: World): readonly number[] {
  return world.program.attemptsOf("t").map(({ number }) => number);
}

export function retryFamily({ test, describe }: EngineTests): void {
  describe("repeated attempts", () => {
    waits(test);
    budgets(test);
    finalEnds(test);
  });
  describe("time-outs of repeated attempts", () => timeouts(test));
  describe("stopping", () => stopping(test));
}

function timeouts(test: EngineTests["test"]): void {
  test("E18: an attempt that does not end in its time counts as sent and is tried again", async (world) => {
    const claimedAt = world.clock.now();
    const open = gate<AttemptEnd>();
    let calls = 0;
    world.program.onPerform.set("t", () => (calls++ === 0 ? open.promise : done));
    await world.run(repeatable("t", { timeoutMs: 1_000 }));
    await world.clock.advance(2_100);
    const second = world.program.attemptsOf("t")[1];
    assert.deepEqual([second?.mayHaveSent, second?.firstDispatchAt], [true, claimedAt]);
    assert.equal((await world.end(repeatable("t")))?.kind, "returned");
  });

  test("E17: a result of an attempt that was given up ends the task while it waits, in place of another attempt", async (world) => {
    const open = gate<AttemptEnd>();
    world.program.onPerform.set("t", () => open.promise);
    await world.run(repeatable("t", { timeoutMs: 1_000 }));
    await world.clock.advance(2_050);
    open.open({ kind: "done", value: "slow" });
    assert.deepEqual(await world.end(repeatable("t")), { kind: "returned", value: "slow", attempts: 1 });
    await world.clock.advance(60_000);
    assert.deepEqual(numbersOf(world), [1]);
  });

  test("E17: a result of an attempt that was given up counts where the next one has none", async (world) => {
    const [first, second] = [gate<AttemptEnd>(), gate<AttemptEnd>()];
    let calls = 0;
    world.program.onPerform.set("t", () => (calls++ === 0 ? first.promise : second.promise));
    await world.run(repeatable("t", { timeoutMs: 1_000 }));
    await world.clock.advance(2_200);
    first.open({ kind: "done", value: "slow" });
    await world.clock.settle();
    assert.equal(await world.engine.item("s", "end/t"), undefined);
    second.open(perhaps);
    assert.deepEqual(await world.end(repeatable("t")), { kind: "returned", value: "slow", attempts: 2 });
  });
}

function stopping(test: EngineTests["test"]): void {
  test("E27: stop aborts a started read, whose own end is recorded, and forbids another attempt", async (world) => {
    world.program.onPerform.set("t", (_, attempt) => untilAborted(attempt.signal, perhaps));
    await world.run(repeatable("t"));
    await world.post("s", "stop", { stop: ["t"] });
    assert.deepEqual(await world.end(repeatable("t")), { kind: "unknown", error, attempts: 1 });
    await world.clock.advance(60_000);
    assert.deepEqual(numbersOf(world), [1]);
  });

  test("E27: a stopped read that does not listen is given up after a second", async (world) => {
    world.program.onPerform.set("t", () => gate<AttemptEnd>().promise);
    await world.run(repeatable("t"));
    await world.post("s", "stop", { stop: ["t"] });
    await world.clock.advance(999);
    assert.equal(await world.engine.item("s", "end/t"), undefined);
    await world.clock.advance(1);
    assert.deepEqual(await codeOf(world.end(repeatable("t"))), ["unknown", "stopped"]);
  });

  for (const [end, expected] of [
    [nothing, "not_run"],
    [perhaps, "unknown"],
  ] as const) {
    test(`E27: a read that waits after ${end.kind} ends at once as ${expected} when it is stopped`, async (world) => {
      script(world, end);
      await world.run(repeatable("t"));
      await world.clock.settle();
      await world.post("s", "stop", { stop: ["t"] });
      assert.deepEqual(await codeOf(world.end(repeatable("t"))), [expected, "stopped"]);
      await world.clock.advance(60_000);
      assert.deepEqual(numbersOf(world), [1]);
      await world.post("s", "again", { run: [repeatable("t")] });
      await world.clock.settle();
      assert.deepEqual(numbersOf(world), [1]);
    });
  }

  test("stopping what has ended, or never was, does nothing", async (world) => {
    await world.run(repeatable("t"));
    await world.end(repeatable("t"));
    await world.post("s", "stop", { stop: ["t", "never"], append: ["stopped"] });
    await world.clock.settle();
    assert.equal(world.program.endsOf("t").length, 1);
  });
}

/** Waits between attempts. */
function waits(test: EngineTests["test"]): void {
  test("E15: an attempt that did nothing is tried again after the computed wait, not before", async (world) => {
    script(world, nothing, nothing);
    await world.run(repeatable("t"));
    await world.clock.advance(99);
    assert.deepEqual(numbersOf(world), [1]);
    await world.clock.advance(1);
    assert.deepEqual(numbersOf(world), [1, 2]);
    await world.clock.advance(199);
    assert.deepEqual(numbersOf(world), [1, 2]);
    await world.clock.advance(1);
    assert.deepEqual(await world.end(repeatable("t")), { kind: "returned", value: "ok", attempts: 3 });
  });

  test("E15: a stated wait is kept whole", async (world) => {
    script(world, { kind: "did_not_happen", error, retryAfterMs: 5_000 });
    await world.run(repeatable("t"));
    await world.clock.advance(4_999);
    assert.deepEqual(numbersOf(world), [1]);
    await world.clock.advance(1);
    assert.deepEqual(numbersOf(world), [1, 2]);
  });

  test("P4.4: a stated wait after an ambiguous attempt is kept whole too", async (world) => {
    script(world, { kind: "ambiguous", error, retryAfterMs: 5_000 });
    await world.run(repeatable("t"));
    await world.clock.advance(4_999);
    assert.deepEqual(numbersOf(world), [1]);
    await world.clock.advance(1);
    assert.deepEqual(numbersOf(world), [1, 2]);
  });

  test("P4.4: a stated wait that does not fit ends the call at once, with that wait", async (world) => {
    script(world, { kind: "did_not_happen", error, retryAfterMs: 60_001 });
    await world.run(repeatable("t"));
    const end = { kind: "refused", error, attempts: 1, retryAfterMs: 60_001 };
    assert.deepEqual(await world.end(repeatable("t")), end);
  });
}

/** What a used-up budget ends in. */
function budgets(test: EngineTests["test"]): void {
  test("E15: a used-up budget is refused when every attempt did nothing", async (world) => {
    script(world, nothing, nothing, nothing, done);
    await world.run(repeatable("t"));
    await world.clock.advance(60_000);
    assert.deepEqual(await world.end(repeatable("t")), { kind: "refused", error, attempts: 3 });
    assert.deepEqual(numbersOf(world), [1, 2, 3]);
  });

  test("P4.6: a used-up budget is unknown when an earlier attempt may have been sent", async (world) => {
    script(world, perhaps, nothing, nothing, done);
    await world.run(repeatable("t"));
    await world.clock.advance(60_000);
    assert.deepEqual(await world.end(repeatable("t")), { kind: "unknown", error, attempts: 3 });
  });

  test("P4.6: a later attempt is told that an earlier one may have been sent, and since when", async (world) => {
    const at = world.clock.now();
    script(world, nothing, { ...perhaps, dispatchedAt: at + 100 }, { ...perhaps, dispatchedAt: at + 999 });
    await world.run(repeatable("t", { retry: { ...repeatable("t").retry, attempts: 4 } }));
    await world.clock.advance(60_000);
    const told = world.program
      .attemptsOf("t")
      .map(({ mayHaveSent, firstDispatchAt }) => [mayHaveSent, firstDispatchAt]);
    assert.deepEqual(told, [
      [false, undefined],
      [false, undefined],
      [true, at + 100],
      [true, at + 100],
    ]);
  });

  test("P2.4: an ambiguous end that names no dispatch counts from its claim", async (world) => {
    const at = world.clock.now();
    script(world, perhaps);
    await world.run(repeatable("t"));
    await world.clock.advance(100);
    assert.equal(world.program.attemptsOf("t")[1]?.firstDispatchAt, at);
  });
}

/** Ends that forbid another attempt, and what all attempts share. */
function finalEnds(test: EngineTests["test"]): void {
  for (const [end, kind] of [
    [{ ...nothing, isFinal: true }, "refused"],
    [{ ...perhaps, isFinal: true }, "unknown"],
  ] as const) {
    test(`a final ${end.kind} is not tried again`, async (world) => {
      script(world, end);
      await world.run(repeatable("t"));
      assert.deepEqual(await world.end(repeatable("t")), { kind, error, attempts: 1 });
      await world.clock.advance(60_000);
      assert.deepEqual(numbersOf(world), [1]);
    });
  }

  test("every attempt gets the claim of the first one, and prepare is asked once", async (world) => {
    let prepared = 0;
    world.program.onPrepare = () => ({ prepared: (prepared += 1) });
    script(world, nothing, perhaps);
    await world.run(repeatable("t"));
    await world.clock.advance(60_000);
    const claims = world.program.attemptsOf("t").map(({ claim }) => claim);
    assert.deepEqual(claims, [{ prepared: 1 }, { prepared: 1 }, { prepared: 1 }]);
  });
}
