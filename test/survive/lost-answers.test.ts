/** A lost answer and what comes after it: a refusal of the re-send, an equal call, an older view, the next morning. */

import { describe, expect, test } from "vitest";
import type { Script } from "../run/scripted-source.ts";
import { added, connectorFacts, connectorToolOf, gate, inTurn, ScriptedSource } from "../run/scripted-source.ts";
import { callOf, requestOf, runnerOf } from "../run/test-runner.ts";
import { ManualClock } from "../../src/testing/manual-clock.ts";

const lost: Script = (_, attempt) => {
  attempt.beginDispatch();
  return { kind: "ambiguous", reason: "the answer was lost" };
};

const tooMany: Script = (_, attempt) => {
  attempt.beginDispatch();
  return { kind: "not_processed", reason: "429" };
};

const notFound: Script = (_, attempt) => {
  attempt.beginDispatch();
  return { kind: "branch", branch: "name_taken", record: "failed", message: "it is not there" };
};

const refusedConnection: Script = () => ({ kind: "not_sent", reason: "connection refused" });

describe("a lost answer", () => {
  const mechanisms = ["key", "natural", "lookup"] as const;

  test.each(mechanisms)(
    "P4.6: followed by 429 on every re-send is of unknown outcome, by %s too",
    async (mechanism) => {
      const connector = connectorFacts({ mechanism, mechanismText: mechanism });
      const source = new ScriptedSource(
        connectorToolOf("note", "idempotent_write", inTurn(lost, tooMany), { connector }),
      );
      const runner = runnerOf(source);
      const [record] = await runner.runResponse(requestOf([callOf("note")]));
      expect(record).toMatchObject({ status: "outcome_unknown", attempts: 3, error: { didNotRun: false } });
      await runner.close();
    },
  );

  test("P4.6: followed by refused connections is of unknown outcome, and the next write is skipped", async () => {
    const source = new ScriptedSource(connectorToolOf("note", "idempotent_write", inTurn(lost, refusedConnection)));
    const runner = runnerOf(source);
    const calls = [callOf("note"), callOf("note", { text: "next" })];
    const [first, next] = await runner.runResponse(requestOf(calls));
    expect([first?.status, next?.skipped]).toEqual(["outcome_unknown", true]);
    await runner.close();
  });

  test.each([
    ["natural", "outcome_unknown"],
    ["lookup", "outcome_unknown"],
    // The provider knows the key, so its answer is about the first send too.
    ["key", "failed"],
  ] as const)("P4.6: followed by a failed branch on the re-send ends, by %s, as %s", async (mechanism, status) => {
    const connector = connectorFacts({ mechanism, mechanismText: mechanism });
    const source = new ScriptedSource(
      connectorToolOf("note", "idempotent_write", inTurn(lost, notFound), { connector }),
    );
    const runner = runnerOf(source);
    expect((await runner.runResponse(requestOf([callOf("note")])))[0]?.status).toBe(status);
    await runner.close();
  });

  test("P10.2: an equal call of a later turn does not run and names the first; the model reads not to call again", async () => {
    const source = new ScriptedSource(connectorToolOf("note", "non_idempotent_write", lost));
    const runner = runnerOf(source);
    await runner.runResponse(requestOf([callOf("note", { text: "same" })]));
    const again = requestOf([callOf("note", '{"text":"s\\u0061me"}')], { turnId: "t2", responseId: "r2" });
    const [equal] = await runner.runResponse(again);
    expect(equal).toMatchObject({ status: "failed", error: { code: "equal_call_unknown", retryable: false } });
    expect(equal?.error?.message).toContain("s/t/r.0");
    expect(source.entered).toEqual(["note"]);
    const other = requestOf([callOf("note", { text: "other" })], { turnId: "t2", responseId: "r3" });
    await runner.runResponse(other);
    expect(source.entered).toEqual(["note", "note"]);
    await runner.close();
  });

  test("P10.2: with onEqualUnknown ask a person sees the earlier call first", async () => {
    const source = new ScriptedSource(connectorToolOf("note", "non_idempotent_write", inTurn(lost)));
    const runner = runnerOf(source, { onEqualUnknown: "ask" });
    await runner.runResponse(requestOf([callOf("note")]));
    await runner.runResponse(
      requestOf([callOf("note")], { turnId: "t2", responseId: "r2", whenApprovalNeeded: "return" }),
    );
    const [question] = await runner.approvals.list();
    expect(question?.preview).toContain("s/t/r.0");
    expect(source.entered).toEqual(["note"]);
    await runner.close();
  });
});

describe("a decision made on an older view", () => {
  const askedNote = (script: Script) =>
    connectorToolOf("note", "non_idempotent_write", script, { requiresApproval: true });

  test("P10.2: does not run a call whose equal became of unknown outcome while the question waited", async () => {
    const slow = gate();
    const source = new ScriptedSource(
      connectorToolOf("note", "non_idempotent_write", async (args, attempt) => {
        await slow.script(args, attempt);
        return lost(args, attempt);
      }),
    );
    const runner = runnerOf(source);
    const first = runner.runResponse(requestOf([callOf("note")], { responseId: "r1" }));
    await slow.entered;
    source.replace(askedNote(added));
    // In another turn, so that it does not wait for the first one's record.
    await runner.runResponse(
      requestOf([callOf("note")], { turnId: "t2", responseId: "r2", whenApprovalNeeded: "return" }),
    );
    const [question] = await runner.approvals.list();
    slow.open();
    expect((await first)[0]?.status).toBe("outcome_unknown");
    await runner.approvals.decide({ questionId: question?.questionId ?? "", decision: "approve", decidedBy: "ann" });
    expect(await runner.calls.get("s/t2/r2.0")).toMatchObject({
      status: "failed",
      error: { code: "equal_call_unknown" },
    });
    expect(source.entered).toEqual(["note"]);
    await runner.close();
  });

  test("P5.4: of a tool whose version changed between the decision and the attempt sends nothing", async () => {
    const source = new ScriptedSource(askedNote(added));
    const runner = runnerOf(source);
    await runner.runResponse(requestOf([callOf("note")], { whenApprovalNeeded: "return" }));
    const [question] = await runner.approvals.list();
    const change = connectorFacts({ version: "2.0.0" });
    source.replace(
      connectorToolOf("note", "non_idempotent_write", added, { requiresApproval: true, connector: change }),
    );
    const decision = { questionId: question?.questionId ?? "", decision: "approve", decidedBy: "ann" } as const;
    expect(await runner.approvals.decide(decision)).toMatchObject({ accepted: false, code: "withdrawn" });
    expect(source.entered).toEqual([]);
    const [anew] = await runner.approvals.list();
    expect(anew).toMatchObject({ connectorVersion: "2.0.0", arguments: { text: "hello" } });
    await runner.close();
  });

  test("P8.2: a settlement made on an older view is told who was first and changes nothing", async () => {
    const runner = runnerOf(new ScriptedSource(connectorToolOf("note", "non_idempotent_write", lost)));
    await runner.runResponse(requestOf([callOf("note")]));
    const settlement = { key: "s/t/r.0", reason: "looked", settledBy: "ann", status: "succeeded" } as const;
    await runner.calls.settle(settlement);
    const verdict = await runner.calls.settle({ ...settlement, status: "failed", settledBy: "bob" });
    expect(verdict).toMatchObject({ accepted: false, code: "already_settled", by: "ann" });
    expect((await runner.calls.get("s/t/r.0"))?.status).toBe("succeeded");
    await runner.close();
  });
});

describe("the clock", () => {
  test("P5.5: set back leaves the deadline of a question where it was", async () => {
    const clock = new ManualClock();
    const source = new ScriptedSource(
      connectorToolOf("note", "non_idempotent_write", added, { requiresApproval: true }),
    );
    const runner = runnerOf(source, { clock, approvalDeadlineMs: 60_000 });
    await runner.runResponse(requestOf([callOf("note")], { whenApprovalNeeded: "return" }));
    clock.jump(-3_600_000);
    await clock.advance(60_000);
    expect(await runner.approvals.list()).toHaveLength(1);
    clock.jump(3_600_000);
    await clock.advance(60_000);
    expect((await runner.calls.get("s/t/r.0"))?.error?.code).toBe("approval_expired");
    await runner.close();
  });
});
