import * as fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createToolRunner } from "../../src/index.ts";
import { BatchGathering } from "../../src/run/batch-gather.ts";
import { batchResponseId } from "../../src/run/batch-id.ts";
import { createBatchShell } from "../../src/run/batch.ts";
import { AdapterWorld } from "../suites/adapter-world.ts";

const place = { sessionId: "s", turnId: "t" };
const call = (id: string, name = "write_b", text = "x") => ({ id, name, arguments: { text } });

function shellOf(world: AdapterWorld) {
  const runner = createToolRunner({ toolSources: [world] });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  return { runner, shell: createBatchShell(runner, place) };
}

describe("the id of a response", () => {
  const callArbitrary = fc.record({
    id: fc.string(),
    name: fc.string(),
    arguments: fc.dictionary(fc.string(), fc.jsonValue()),
  });

  test("P2.2: it is equal for equal content, whatever objects carry it, and another for other order, place or arguments", () => {
    fc.assert(
      fc.property(fc.array(callArbitrary, { minLength: 1, maxLength: 4 }), fc.nat(50), (calls, ordinal) => {
        const batch = { ordinal, calls } as never;
        const id = batchResponseId(batch);
        expect(batchResponseId(structuredClone(batch))).toBe(id);
        expect(batchResponseId({ ordinal: ordinal + 1, calls })).not.toBe(id);
        expect(batchResponseId({ ordinal, calls: [...calls, { id: "", name: "more", arguments: {} }] })).not.toBe(id);
      }),
    );
  });

  test("the order of keys in arguments says nothing", () => {
    const one = { id: "c", name: "n", arguments: { a: 1, b: 2 } };
    const other = { id: "c", name: "n", arguments: { b: 2, a: 1 } };
    expect(batchResponseId({ ordinal: 0, calls: [one] })).toBe(batchResponseId({ ordinal: 0, calls: [other] }));
  });
});

describe("the batch shell", () => {
  test("session and turn are the application's to give", () => {
    const { runner } = shellOf(new AdapterWorld());
    expect(() => createBatchShell(runner, { sessionId: "", turnId: "t" })).toThrow(/sessionId/);
    expect(() => createBatchShell(runner, { sessionId: "s", turnId: "" })).toThrow(/turnId/);
  });

  test("P2.2: a batch that is settled twice at once runs once", async () => {
    const world = new AdapterWorld();
    const { shell } = shellOf(world);
    const batch = { ordinal: 0, calls: [call("c1"), call("c2", "write_c")] };
    const [one, other] = await Promise.all([
      shell.settle(batch, { whenApprovalNeeded: "wait" }),
      shell.settle(batch, { whenApprovalNeeded: "wait" }),
    ]);
    expect(one).toEqual(other);
    expect(world.ran).toEqual(["write_b", "write_c"]);
  });

  test("what it is asked to remember it does not run: an unknown batch is told apart from one that waits", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const { shell } = shellOf(world);
    const batch = { ordinal: 0, calls: [call("c1")] };
    expect(await shell.recorded(batch)).toBeUndefined();
    await shell.settle(batch, { whenApprovalNeeded: "return" });
    expect(await shell.recorded(batch)).toMatchObject([{ status: "awaiting_approval" }]);
    expect(world.ran).toEqual([]);
  });

  test("P4.5: a host that gave up before its turn came starts nothing, and is still told what ran before", async () => {
    const world = new AdapterWorld();
    const { shell } = shellOf(world);
    const options = { whenApprovalNeeded: "return" as const, signal: AbortSignal.abort() };
    const batch = { ordinal: 0, calls: [call("c1")] };
    expect(await shell.settle(batch, options)).toMatchObject([
      { status: "failed", error: { code: "cancelled", didNotRun: true } },
    ]);
    expect(world.ran).toEqual([]);
    await shell.settle(batch, { whenApprovalNeeded: "return" });
    expect(await shell.settle(batch, options)).toMatchObject([{ status: "succeeded" }]);
  });

  test("a waiting call is found by its key alone; one of no journal, or of another session, is an error", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const { runner, shell } = shellOf(world);
    const [record] = await shell.settle({ ordinal: 3, calls: [call("c1")] }, { whenApprovalNeeded: "return" });
    const key = record?.key ?? "";
    expect(await shell.recordedCall(key)).toMatchObject({ key, status: "awaiting_approval" });
    await expect(shell.recordedCall("s/t/none.0")).rejects.toMatchObject({ code: "not_found" });
    const other = createBatchShell(runner, { sessionId: "other", turnId: "t" });
    await expect(other.recordedCall(key)).rejects.toMatchObject({ code: "not_found" });
    expect(world.ran).toEqual([]);
  });

  test("P7.4: looking at a call of a response that recovery held does not let it go on", async () => {
    const { runner, shell } = shellOf(new AdapterWorld({ asks: ["write_b"] }));
    const [record] = await shell.settle({ ordinal: 0, calls: [call("c1")] }, { whenApprovalNeeded: "return" });
    if (record === undefined) throw new Error("there is no record");
    const { key, responseId } = record;
    const resumed: string[] = [];
    const watched = createBatchShell(
      {
        ...runner,
        recover: async () => ({ unknown: [], questions: [], held: [{ ...place, responseId, lastEntryAt: 0 }] }),
        resumeResponse: async (response) => {
          resumed.push(response.responseId);
          return runner.resumeResponse(response);
        },
      },
      place,
    );
    expect(await watched.recordedCall(key)).toMatchObject({ key, status: "awaiting_approval" });
    expect(resumed).toEqual([]);
  });

  test("P4.5: going on with a response after an abort cancels what has not started", async () => {
    const world = new AdapterWorld({ asks: ["write_b"] });
    const { shell } = shellOf(world);
    const batch = { ordinal: 0, calls: [call("c1"), call("c2", "write_c")] };
    const [record] = await shell.settle(batch, { whenApprovalNeeded: "return" });
    if (record === undefined) throw new Error("there is no record");
    const ended = await shell.resume(record, AbortSignal.abort());
    expect(ended.map(({ error }) => error?.code)).toEqual(["cancelled", "cancelled"]);
    expect(world.ran).toEqual([]);
  });

  test("a request that the runner does not take becomes records that did not run", async () => {
    const world = new AdapterWorld();
    const { shell } = shellOf(world);
    const calls = Array.from({ length: 257 }, (_, index) => call(String(index)));
    const records = await shell.settle({ ordinal: 0, calls }, { whenApprovalNeeded: "wait" });
    expect(records).toHaveLength(257);
    expect(records[0]).toMatchObject({ status: "failed", error: { code: "tool_unavailable", didNotRun: true } });
    expect(world.ran).toEqual([]);
  });

  test("where nobody can say whether a call ran, the record says so instead of calling it safe", async () => {
    const world = new AdapterWorld();
    const { runner } = shellOf(world);
    const broken = {
      ...runner,
      runResponse: () => Promise.reject(new Error("the disk is gone")),
      calls: { ...runner.calls, get: () => Promise.reject(new Error("the disk is gone")) },
    };
    const [record] = await createBatchShell(broken, place).settle(
      { ordinal: 0, calls: [call("c1")] },
      { whenApprovalNeeded: "wait" },
    );
    expect(record).toMatchObject({
      status: "outcome_unknown",
      error: { code: "outcome_unknown", didNotRun: false, retryable: false },
    });
  });
});

describe("gathering", () => {
  test("a batch is complete when every announced call was released, and takes none afterwards", async () => {
    const gathering = new BatchGathering(0);
    gathering.announce(call("a"));
    gathering.announce(call("b"));
    gathering.release(call("b"));
    const complete = gathering.allReleased(60_000);
    gathering.release(call("a"));
    expect(await complete).toBe(true);
    expect(gathering.announce(call("c"))).toBeUndefined();
  });

  test("a call that is held back leaves it incomplete", async () => {
    const gathering = new BatchGathering(0);
    gathering.announce(call("a"));
    gathering.announce(call("b"));
    gathering.release(call("a"));
    expect(await gathering.allReleased(1)).toBe(false);
    expect(gathering.isWaitingFor(call("a"))).toBe(false);
    expect(gathering.isWaitingFor(call("b"))).toBe(true);
  });

  const ofTexts = (...texts: readonly string[]) => {
    const gathering = new BatchGathering(0);
    for (const text of texts) gathering.announce(call("a", "write_b", text));
    return gathering;
  };
  const placeOf = (text: string) => call("a", "write_b", text);

  test("P2.2: of repeated ids the equal call is released, else the first that waits; an unknown one is no call", () => {
    const gathering = ofTexts("one", "two", "two");
    expect(gathering.release(placeOf("two"))?.position).toBe(1);
    expect(gathering.release(placeOf("two"))?.position).toBe(2);
    expect(gathering.release(placeOf("changed by the host"))?.position).toBe(0);
    expect(gathering.release(placeOf("one"))).toBeUndefined();
    expect(gathering.release(call("b"))).toBeUndefined();
    expect(gathering.calls.map(({ arguments: args }) => args)).toEqual([
      { text: "changed by the host" },
      { text: "two" },
      { text: "two" },
    ]);
  });

  test("P2.2: where arguments may not be changed only an equal call is released, also once more", () => {
    const gathering = ofTexts("one", "two");
    expect(gathering.releaseEqual(placeOf("changed"))).toBeUndefined();
    expect(gathering.releaseEqual(placeOf("two"))?.position).toBe(1);
    expect(gathering.releaseEqual(placeOf("two"))?.position).toBe(1);
    expect(gathering.isWaitingFor(placeOf("one"))).toBe(true);
  });

  test("P2.2: a call that is released once more is the released one; of several with its id the equal one", () => {
    const gathering = ofTexts("one", "two");
    expect(gathering.released(placeOf("one"))).toBeUndefined();
    for (const text of ["one", "two"]) gathering.release(placeOf(text));
    expect(["one", "two"].map((text) => gathering.released(placeOf(text))?.position)).toEqual([0, 1]);
    expect(gathering.released(placeOf("changed"))?.position).toBe(0);
    expect(gathering.released(call("b"))).toBeUndefined();
    expect(gathering.placesOf(placeOf("two"))).toEqual([1]);
    expect(gathering.placesOf(placeOf("changed"))).toEqual([0, 1]);
  });
});
