/** Who may own a journal, and what an observer may do beside the owner. */
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/core/system-clock.ts";
import { ScriptedProgram, taskOf } from "../../src/testing/engine-world.ts";
import { engineAt, newJournal, openRaw, worldAt } from "./journal.ts";

describe("a second owner", () => {
  test("P7.2: in the same process is refused at once, and told that it is this process", async () => {
    const path = newJournal();
    await worldAt(path);
    await expect(worldAt(path)).rejects.toMatchObject({
      code: "journal_locked",
      retryable: true,
      details: { pid: process.pid },
    });
  });

  test("P7.2: may try again with the same engine once the first has closed", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    const engine = engineAt(path);
    const program = new ScriptedProgram();
    await expect(engine.open(program, { clock: systemClock })).rejects.toMatchObject({ code: "journal_locked" });
    await first.engine.close(0);
    await engine.open(program, { clock: systemClock });
    expect(await engine.post("s", { id: "in", body: { reply: 1 } })).toBe(1);
  });

  test("P7.2: waits lockWaitMs for the first to let go", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    const engine = engineAt(path, { lockWaitMs: 10_000 });
    const opening = engine.open(new ScriptedProgram(), { clock: systemClock });
    await first.engine.close(0);
    await opening;
    expect(engine.keyNamespace()).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("P7.2: gives up after lockWaitMs", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    const opening = engineAt(path, { lockWaitMs: 120 }).open(new ScriptedProgram(), { clock: first.clock });
    let outcome = "waiting";
    const seen = opening.catch((error: unknown) => (outcome = (error as { code: string }).code));
    await first.clock.advance(119);
    expect(outcome).toBe("waiting");
    await first.clock.advance(1);
    await seen;
    expect(outcome).toBe("journal_locked");
  });

  test("closing while it waits for the lock leaves the lock to others", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    const waiting = engineAt(path, { lockWaitMs: 10_000 });
    const opening = waiting.open(new ScriptedProgram(), { clock: first.clock });
    await waiting.close(0);
    await first.engine.close(0);
    const refused = expect(opening).rejects.toMatchObject({ code: "closed" });
    await first.clock.advance(100);
    await refused;
    await worldAt(path);
  });
});

describe("an observer", () => {
  test("P7.2: reads beside the owner, without being opened", async () => {
    const path = newJournal();
    const owner = await worldAt(path);
    await owner.post("s", "in", { put: [{ id: "i", kind: "k", status: "open", value: 1 }], append: ["one"] });
    const observer = engineAt(path, { observer: true });
    expect(await observer.item("s", "i")).toBe(1);
    expect(await observer.find({ kind: "k", status: ["open"] })).toHaveLength(1);
    expect(await observer.history("s", 0, 10)).toEqual([{ number: 0, entry: "one" }]);
    expect(observer.keyNamespace()).toBe(owner.engine.keyNamespace());
  });

  test("P7.2: posts an input that the owner folds, and gets its reply", async () => {
    const path = newJournal();
    const owner = await worldAt(path);
    owner.program.onInput.set("decision", (view) => ({ reply: { saw: view.item("i") ?? null }, append: ["decided"] }));
    await owner.post("s", "in", { put: [{ id: "i", kind: "k", status: "open", value: 1 }] });
    const observer = engineAt(path, { observer: true });
    expect(await observer.post("s", { id: "decision", body: {} })).toEqual({ saw: 1 });
    expect(await observer.post("s", { id: "decision", body: {} })).toEqual({ saw: 1 });
    expect(await owner.entries("s")).toEqual(["decided"]);
    expect(openRaw(path).prepare("SELECT count(*) AS left FROM inbox").get()).toEqual({ left: 0 });
  });

  test("P7.2: is told why the owner refused its input, and the owner goes on", async () => {
    const path = newJournal();
    const owner = await worldAt(path);
    owner.program.onInput.set("bad", () => {
      throw new Error("no such question");
    });
    const observer = engineAt(path, { observer: true });
    await expect(observer.post("s", { id: "bad", body: {} })).rejects.toThrow("no such question");
    expect(await observer.post("s", { id: "good", body: { reply: 1 } })).toBe(1);
    expect(openRaw(path).prepare("SELECT count(*) AS left FROM inbox").get()).toEqual({ left: 0 });
  });

  test("P5.5: leaves an input for an owner that is not there, says so, and the next owner takes it", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    await first.engine.close(0);
    const observer = engineAt(path, { observer: true });
    await observer.open(new ScriptedProgram(), { clock: first.clock });
    const posted = expect(observer.post("s", { id: "decision", body: { append: ["decided"] } })).rejects.toMatchObject({
      code: "journal_unavailable",
      retryable: true,
    });
    await first.clock.advance(5_000);
    await posted;
    const next = await worldAt(path);
    expect(await next.entries("s")).toEqual(["decided"]);
  });

  test("a thousand left inputs are all taken, in their order", async () => {
    const path = newJournal();
    await (await worldAt(path)).engine.close(0);
    const raw = openRaw(path);
    const put = raw.prepare("INSERT INTO inbox (session, id, body, posted_at) VALUES ('s', ?, ?, 0)");
    raw.exec("BEGIN");
    for (let count = 0; count < 1_000; count += 1) put.run(`in${count}`, JSON.stringify({ append: [count] }));
    raw.exec("COMMIT");
    const owner = await worldAt(path);
    await owner.clock.settle();
    expect(await owner.entries("s")).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
  });

  test("E29: hears a session's new entries, each once and in order, until it leaves", async () => {
    const path = newJournal();
    const owner = await worldAt(path);
    await owner.post("s", "before", { append: ["before"] });
    const observer = engineAt(path, { observer: true });
    const heard: unknown[] = [];
    const { promise: all, resolve } = Promise.withResolvers<void>();
    const leave = observer.subscribe("s", {
      committed({ entries }) {
        heard.push(...entries.map(({ number, entry }) => [number, entry]));
        if (heard.length === 3) resolve();
      },
    });
    await owner.post("s", "1", { append: ["a", "b"] });
    await owner.post("other", "1", { append: ["x"] });
    await owner.post("s", "2", { append: ["c"] });
    await all;
    leave();
    expect(heard).toEqual([
      [1, "a"],
      [2, "b"],
      [3, "c"],
    ]);
  });

  test("runs nothing and takes no lock", async () => {
    const path = newJournal();
    const first = await worldAt(path);
    first.program.onPerform.set("t", () => new Promise(() => {}));
    await first.run(taskOf("t"));
    await first.engine.close(0);
    const observer = engineAt(path, { observer: true });
    const program = new ScriptedProgram();
    await observer.open(program, { clock: systemClock });
    expect(program.inputs).toEqual([]);
    expect((await (await worldAt(path)).end(taskOf("t")))?.kind).toBe("unknown");
  });

  test("does not make a journal where there is none, and is refused after its close", async () => {
    const path = newJournal();
    await expect(engineAt(path, { observer: true }).item("s", "i")).rejects.toMatchObject({
      code: "journal_unavailable",
    });
    await (await worldAt(path)).engine.close(0);
    const observer = engineAt(path, { observer: true });
    await observer.close(0);
    await expect(observer.item("s", "i")).rejects.toMatchObject({ code: "closed" });
  });

  test("P5.5: leaves a decision before its deadline; an owner that was paused past it takes the decision first", async () => {
    const path = newJournal();
    const owner = await worldAt(path);
    owner.program.onAlarm.set("deadline", () => ({ append: ["expired"] }));
    await owner.post("s", "ask", { alarms: [{ id: "deadline", at: owner.clock.now() + 1_000 }] });
    const decided = JSON.stringify({ append: ["decided"], dropAlarms: ["deadline"] });
    openRaw(path).prepare("INSERT INTO inbox (session, id, body, posted_at) VALUES ('s', 'decide', ?, 0)").run(decided);
    // One jump, before the owner looks for what others left.
    await owner.clock.advance(5_000);
    await owner.clock.advance(0);
    expect(await owner.entries("s")).toEqual(["decided"]);
  });
});
