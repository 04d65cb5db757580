/** Approvals through the runner: approvers, decisions from elsewhere, edits, tools that change while a question waits. */

import { describe, expect, test } from "vitest";
import type { Approver, Decision } from "../../src/core/approval.ts";
import { createEmbeddedEngine } from "../../src/engines/embedded.ts";
import { MemoryStore } from "../../src/engines/memory/store.ts";
import type { ToolRunner } from "../../src/run/runner.ts";
import { added, connectorFacts, connectorToolOf, ScriptedSource } from "./scripted-source.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

const asked = { requiresApproval: true };
const source = (): ScriptedSource => new ScriptedSource(connectorToolOf("note", "non_idempotent_write", added, asked));

async function questionOf(runner: ToolRunner) {
  await expect.poll(async () => (await runner.approvals.list()).length).toBe(1);
  const [question] = await runner.approvals.list();
  if (question === undefined) throw new Error("nothing is asked");
  return question;
}

describe("an approver", () => {
  test("P5.5: is asked and answers, and what it approved runs", async () => {
    const approver: Approver = { ask: async () => ({ decision: "approve", decidedBy: "ann" }) };
    const runner = runnerOf(source(), { approver });
    const [record] = await runner.runResponse(requestOf([callOf("note")]));
    expect(record).toMatchObject({ status: "succeeded", requiresApproval: true });
    await runner.close();
  });

  test("P5.5: that throws leaves the question open for a decision from elsewhere", async () => {
    const approver: Approver = { ask: () => Promise.reject(new Error("offline")) };
    const runner = runnerOf(source(), { approver });
    const running = runner.runResponse(requestOf([callOf("note")]));
    const { questionId } = await questionOf(runner);
    expect(await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "bob" })).toEqual({
      accepted: true,
    });
    expect((await running)[0]?.status).toBe("succeeded");
    await runner.close();
  });

  test("P5.5: of several the first valid decision wins, and the others are called back", async () => {
    let isCalledBack = false;
    const silent: Approver = {
      ask: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            isCalledBack = true;
            reject(new Error("called back"));
          });
        }),
    };
    const quick: Approver = { ask: async () => ({ decision: "reject", comment: "no", decidedBy: "ann" }) };
    const runner = runnerOf(source(), { approver: [silent, quick] });
    const [record] = await runner.runResponse(requestOf([callOf("note")]));
    expect(record?.status).toBe("rejected");
    expect(isCalledBack).toBe(true);
    await runner.close();
  });
});

describe("a decision", () => {
  test("P5.5: with an invalid edit is refused with the places, and the question stays open", async () => {
    const runner = runnerOf(source());
    const running = runner.runResponse(requestOf([callOf("note")]));
    const { questionId } = await questionOf(runner);
    const decision = { questionId, decision: "approve", decidedBy: "ann" } as const;
    const refused = await runner.approvals.decide({ ...decision, arguments: { text: 7 } });
    expect(refused).toMatchObject({ accepted: false, code: "invalid_edit", message: expect.stringContaining("/text") });
    expect((await runner.approvals.list()).length).toBe(1);
    expect(await runner.approvals.decide({ ...decision, arguments: { text: "better" } })).toEqual({ accepted: true });
    expect((await running)[0]).toMatchObject({ arguments: { text: "better" }, proposedArguments: { text: "hello" } });
    await runner.close();
  });

  test("P5.4: about nothing is told so, without a throw", async () => {
    const runner = runnerOf(source());
    for (const questionId of ["", "nonsense", "s/t/r.0:q1"]) {
      const verdict = await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ann" });
      expect(verdict).toMatchObject({ accepted: false, code: "unknown_question" });
    }
    await runner.close();
  });

  test.each([
    ["version", { version: "2.0.0" }],
    ["connection", { connection: { connector: "notes", name: "other" } }],
  ])("P5.4: after a change of %s counts for nothing; the question is asked anew", async (_, change) => {
    const tools = source();
    const runner = runnerOf(tools);
    const running = runner.runResponse(requestOf([callOf("note")]));
    const { questionId } = await questionOf(runner);
    tools.replace(
      connectorToolOf("note", "non_idempotent_write", added, { ...asked, connector: connectorFacts(change) }),
    );
    const verdict = await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ann" });
    expect(verdict).toMatchObject({ accepted: false, code: "withdrawn" });
    expect(tools.entered).toEqual([]);
    const again = await questionOf(runner);
    expect(again.questionId).not.toBe(questionId);
    const { connection } = connectorFacts(change);
    expect(again.connection).toEqual(connection);
    const { questionId: anew } = again;
    expect(await runner.approvals.decide({ questionId: anew, decision: "approve", decidedBy: "ann" })).toEqual({
      accepted: true,
    });
    expect((await running)[0]).toMatchObject({ status: "succeeded", connection });
    expect(tools.entered).toEqual(["note"]);
    await runner.close();
  });

  test("P5.4: asked before a restart with another version is withdrawn at the start and asked anew", async () => {
    const store = new MemoryStore();
    const before = runnerOf(source(), { engine: createEmbeddedEngine(store) });
    const request = requestOf([callOf("note")], { whenApprovalNeeded: "return" });
    await before.runResponse(request);
    const { questionId } = await questionOf(before);
    await before.close();
    const deployed = connectorToolOf("note", "non_idempotent_write", added, {
      ...asked,
      connector: connectorFacts({ version: "2.0.0" }),
    });
    const after = runnerOf(new ScriptedSource(deployed), { engine: createEmbeddedEngine(store) });
    const anew = await questionOf(after);
    expect(anew).toMatchObject({ connectorVersion: "2.0.0" });
    expect(anew.questionId).not.toBe(questionId);
    const late = await after.approvals.decide({ questionId, decision: "approve", decidedBy: "ann" });
    expect(late).toMatchObject({ accepted: false, code: "withdrawn" });
    await after.close();
  });

  test("P5.4: made by someone without tools counts for the version that was asked about only", async () => {
    const store = new MemoryStore();
    const before = runnerOf(source(), { engine: createEmbeddedEngine(store) });
    await before.runResponse(requestOf([callOf("note")], { whenApprovalNeeded: "return" }));
    const { questionId } = await questionOf(before);
    await before.close();
    const decider = runnerOf([], { engine: createEmbeddedEngine(store) });
    expect(await decider.approvals.decide({ questionId, decision: "approve", decidedBy: "ann" })).toEqual({
      accepted: true,
    });
    await expect.poll(async () => (await decider.calls.get("s/t/r.0"))?.status).toBe("failed");
    expect(await decider.calls.get("s/t/r.0")).toMatchObject({
      error: { code: "tool_unavailable", didNotRun: true, retryable: false },
    });
    await decider.close();
  });

  test("P5.4: of a wrong form changes nothing and says what was expected", async () => {
    const runner = runnerOf(source());
    const running = runner.runResponse(requestOf([callOf("note")]));
    const { questionId } = await questionOf(runner);
    const wrong = { questionId, decision: "yes", decidedBy: "ann" } as unknown as Decision;
    expect(await runner.approvals.decide(wrong)).toMatchObject({ accepted: false, code: "invalid_edit" });
    await runner.close();
    expect((await running)[0]?.status).toBe("awaiting_approval");
  });
});

describe("a decision with a misspelled member", () => {
  test.each(["args", "Arguments", "editedArguments", "digest"])(
    "P5.4: %s changes nothing and is told so: what was meant to be edited does not run as it was",
    async (member) => {
      const tools = source();
      const runner = runnerOf(tools);
      const running = runner.runResponse(requestOf([callOf("note")]));
      const { questionId } = await questionOf(runner);
      const decision = { questionId, decision: "approve", decidedBy: "ann", [member]: { text: "better" } } as Decision;
      expect(await runner.approvals.decide(decision)).toMatchObject({
        accepted: false,
        code: "invalid_edit",
        message: expect.stringContaining(member),
      });
      await runner.close();
      expect((await running)[0]?.status).toBe("awaiting_approval");
      expect(tools.entered).toEqual([]);
    },
  );
});

describe("while the tools cannot be listed", () => {
  /** A question of a runner whose source fails from now on, at once or later. */
  async function askedAndGone(fail: () => never | Promise<never>) {
    const tools = source();
    const runner = runnerOf(tools);
    const running = runner.runResponse(requestOf([callOf("note")]));
    const { questionId } = await questionOf(runner);
    const list = tools.listTools.bind(tools);
    tools.listTools = fail as unknown as typeof list;
    const back = (): void => {
      tools.listTools = list;
    };
    return { runner, running, questionId, back };
  }

  const failures = [
    [
      "throws",
      (): never => {
        throw new Error("down");
      },
    ],
    ["rejects", async (): Promise<never> => Promise.reject(new Error("down"))],
  ] as const;

  test.each(failures)("P5.5: a no counts although the source %s", async (_, fail) => {
    const { runner, running, questionId } = await askedAndGone(fail);
    expect(await runner.approvals.decide({ questionId, decision: "reject", decidedBy: "ann" })).toEqual({
      accepted: true,
    });
    expect((await running)[0]?.status).toBe("rejected");
    await runner.close();
  });

  test.each(failures)(
    "P5.4, P5.5: other arguments are refused where the source %s, and the question stays open",
    async (_, fail) => {
      const { runner, running, questionId, back } = await askedAndGone(fail);
      const edit = { questionId, decision: "approve", decidedBy: "ann", arguments: { text: "better" } } as const;
      expect(await runner.approvals.decide(edit)).toMatchObject({ accepted: false, code: "invalid_edit" });
      back();
      expect(await runner.approvals.decide(edit)).toEqual({ accepted: true });
      expect((await running)[0]).toMatchObject({ status: "succeeded", arguments: { text: "better" } });
      await runner.close();
    },
  );
});

describe("a change of policy", () => {
  test("P1.3: while a question waits changes later calls only", async () => {
    const tools = source();
    const runner = runnerOf(tools);
    const running = runner.runResponse(requestOf([callOf("note")]));
    const { questionId } = await questionOf(runner);
    tools.replace(connectorToolOf("note", "non_idempotent_write", added, { requiresApproval: false }));
    const [later] = await runner.runResponse(requestOf([callOf("note", { text: "later" })], { responseId: "r2" }));
    expect(later).toMatchObject({ status: "succeeded", requiresApproval: false });
    expect(await runner.calls.get("s/t/r.0")).toMatchObject({ status: "awaiting_approval", requiresApproval: true });
    await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ann" });
    expect((await running)[0]).toMatchObject({ status: "succeeded", requiresApproval: true });
    await runner.close();
  });
});

describe("a rejection", () => {
  test("P5.4: counts although the tool is gone, since nothing runs", async () => {
    const tools = source();
    const runner = runnerOf(tools);
    const running = runner.runResponse(requestOf([callOf("note")]));
    const { questionId } = await questionOf(runner);
    tools.replace(connectorToolOf("other", "read", added));
    expect(await runner.approvals.decide({ questionId, decision: "reject", decidedBy: "ann" })).toEqual({
      accepted: true,
    });
    expect((await running)[0]?.status).toBe("rejected");
    await runner.close();
  });
});

describe("where a host does not wait", () => {
  const request = requestOf([callOf("note")], { whenApprovalNeeded: "return" });

  test("P5.5: the run returns, a decision lets it go on, and resuming gives the records", async () => {
    const runner = runnerOf(source());
    expect((await runner.runResponse(request))[0]?.status).toBe("awaiting_approval");
    const { questionId } = await questionOf(runner);
    await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ann" });
    const { sessionId, turnId, responseId } = request;
    expect((await runner.resumeResponse({ sessionId, turnId, responseId }))[0]?.status).toBe("succeeded");
    await runner.close();
  });

  test("P10.2: a model that calls again while its call is asked about gets an answer, and one call runs", async () => {
    const tools = source();
    const runner = runnerOf(tools);
    await runner.runResponse(request);
    const again = { ...request, responseId: "r2" };
    expect((await runner.runResponse(again))[0]?.status).toBe("waiting");
    const { questionId } = await questionOf(runner);
    await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ann" });
    const [repeat] = await runner.resumeResponse({ sessionId: "s", turnId: "t", responseId: "r2" });
    expect(repeat).toMatchObject({ status: "succeeded", repeatOf: "s/t/r.0" });
    expect(tools.entered).toEqual(["note"]);
    await runner.close();
  });
});
