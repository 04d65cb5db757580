/** The runner and its journal: closing, a journal that fails, unknown outcomes, events. */

import { describe, expect, test } from "vitest";
import { isFinal } from "../../src/core/call.ts";
import { ToolkitError } from "../../src/core/error.ts";
import type { Tool } from "../../src/core/tool.ts";
import { createEmbeddedEngine } from "../../src/engines/embedded.ts";
import { MemoryStore } from "../../src/engines/memory/store.ts";
import type { Script } from "./scripted-source.ts";
import { added, connectorFacts, connectorToolOf, gate, ScriptedSource } from "./scripted-source.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

const noteTool = (script: Script = added, change: Partial<Tool> = {}) =>
  connectorToolOf("note", "non_idempotent_write", script, change);

describe("closing", () => {
  test("a pending run resolves with the live statuses", async () => {
    const runner = runnerOf(new ScriptedSource(noteTool(added, { requiresApproval: true })));
    const running = runner.runResponse(requestOf([callOf("note"), callOf("note", { text: "second" })]));
    await expect.poll(async () => (await runner.approvals.list()).length).toBe(1);
    await runner.close();
    expect((await running).map((record) => record.status)).toEqual(["awaiting_approval", "waiting"]);
  });
});

describe("a journal that cannot be written", () => {
  class FailingStore extends MemoryStore {
    isFull = false;

    override transact(work: () => void): void {
      if (this.isFull) throw new ToolkitError("journal_unavailable", "the disk is full");
      super.transact(work);
    }
  }

  test("P7.1: the result is returned with a warning, later writes are skipped, and recovery does not run them", async () => {
    const store = new FailingStore();
    const slow = gate();
    const source = new ScriptedSource(noteTool(slow.script));
    const runner = runnerOf(source, { engine: createEmbeddedEngine(store) });
    const running = runner.runResponse(requestOf([callOf("note"), callOf("note", { text: "second" })]));
    await slow.entered;
    store.isFull = true;
    slow.open();
    const [first, second] = await running;
    expect(first).toMatchObject({ status: "succeeded", output: { id: 1 } });
    expect(first?.warnings).toContain("not_recorded");
    expect(second).toMatchObject({ status: "failed", skipped: true, error: { code: "journal_unavailable" } });
    store.isFull = false;
    await expect.poll(async () => (await runner.calls.get("s/t/r.0"))?.status, { timeout: 10_000 }).toBe("succeeded");
    const kept = await runner.calls.list();
    expect(kept.every((record) => isFinal(record.status))).toBe(true);
    expect(source.entered).toEqual(["note"]);
    await runner.close();
  });
});

describe("calls of unknown outcome", () => {
  const lost: Script = (_, attempt) => {
    attempt.beginDispatch();
    return { kind: "ambiguous", reason: "cut" };
  };

  test("P7.3, P8.2: are listed until somebody settles them", async () => {
    const runner = runnerOf(new ScriptedSource(noteTool(lost)));
    await runner.runResponse(requestOf([callOf("note")]));
    const [unknown] = await runner.calls.list({ status: "outcome_unknown" });
    expect(unknown).toMatchObject({ key: "s/t/r.0", arguments: { text: "hello" }, error: { lastError: "cut" } });
    const settlement = { key: "s/t/r.0", status: "succeeded", reason: "it is there", settledBy: "ann" } as const;
    expect(await runner.calls.settle(settlement)).toEqual({ accepted: true });
    expect(await runner.calls.list({ status: "outcome_unknown" })).toEqual([]);
    expect(await runner.calls.settle({ ...settlement, status: "failed" })).toMatchObject({ code: "already_settled" });
    await runner.close();
  });

  test("P8.1: are settled by a lookup that is proof and left open by one that is not", async () => {
    const connector = connectorFacts({ hasLookup: true });
    const found = { kind: "branch", branch: "added", record: "succeeded", output: { id: 9 } } as const;
    const answers = [
      { kind: "state_matches", evidence: "one like it exists" } as const,
      { kind: "settled", ending: found, evidence: "found by its key" } as const,
    ];
    const tool = {
      ...noteTool(lost, { connector }),
      reconcile: async () => answers.shift() ?? { kind: "open" as const, reason: "" },
    };
    const runner = runnerOf(new ScriptedSource(tool));
    await runner.runResponse(requestOf([callOf("note")]));
    expect(await runner.calls.reconcile()).toMatchObject([{ kind: "state_matches" }]);
    expect((await runner.calls.get("s/t/r.0"))?.status).toBe("outcome_unknown");
    expect(await runner.calls.reconcile({ key: "s/t/r.0" })).toMatchObject([{ kind: "settled", status: "succeeded" }]);
    expect(await runner.calls.get("s/t/r.0")).toMatchObject({ status: "succeeded", output: { id: 9 } });
    await runner.close();
  });
});

describe("a session's events", () => {
  test("P6.6: are numbered without gaps and come from any number on", async () => {
    const runner = runnerOf(new ScriptedSource(noteTool()));
    await runner.runResponse(requestOf([callOf("note")]));
    const stop = new AbortController();
    const seen: [number, string][] = [];
    for await (const event of runner.events({ sessionId: "s", from: 1, signal: stop.signal })) {
      seen.push([event.number, event.kind]);
      if (event.kind === "call_ended") stop.abort();
    }
    expect(seen).toEqual([
      [1, "call_started"],
      [2, "call_ended"],
    ]);
    await runner.close();
  });

  test.each([Number.NaN, -1, 0.5, Number.POSITIVE_INFINITY, "1" as unknown as number])(
    "P12.4: from %s are refused, because no event has that number",
    async (from) => {
      const runner = runnerOf(new ScriptedSource(noteTool()));
      await expect(runner.events({ sessionId: "s", from })[Symbol.asyncIterator]().next()).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringContaining("from must be a whole number") as string,
      });
      await runner.close();
    },
  );

  test("end when the runner is closed, for those who wait too", async () => {
    const runner = runnerOf(new ScriptedSource(noteTool()));
    await runner.runResponse(requestOf([callOf("note")]));
    const seen: string[] = [];
    const following = (async () => {
      for await (const event of runner.events({ sessionId: "s" })) seen.push(event.kind);
    })();
    await expect.poll(() => seen.length).toBe(3);
    await runner.close();
    await following;
  });
});
