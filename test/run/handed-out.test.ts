/** What leaves the runner, and what people bring in: nobody outside changes a record, and no secret gets in by another door. */

import { describe, expect, onTestFinished, test } from "vitest";
import type { Approver, Decision } from "../../src/core/approval.ts";
import { Secret } from "../../src/core/secret.ts";
import { createEmbeddedEngine } from "../../src/engines/embedded.ts";
import { createSqliteEngine } from "../../src/engines/sqlite.ts";
import { MemoryStore } from "../../src/engines/memory/store.ts";
import type { ToolRunner } from "../../src/run/runner.ts";
import type { Settlement } from "../../src/run/calls.ts";
import { newJournal } from "../engines/journal.ts";
import { added, connectorToolOf, ScriptedSource, type Script } from "./scripted-source.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

const token = ["xoxb", "1234567890", "SECRETSECRETSECRET", "abcdefgh"].join("-");

class SecretSource extends ScriptedSource {
  override knownSecrets(): Iterable<Secret> {
    return [new Secret(token, "botToken")];
  }
}

const asked = { requiresApproval: true };
const source = (script: Script = added): SecretSource =>
  new SecretSource(connectorToolOf("note", "non_idempotent_write", script, asked));

async function questionOf(runner: ToolRunner) {
  await expect.poll(async () => (await runner.approvals.list()).length).toBe(1);
  const [question] = await runner.approvals.list();
  if (question === undefined) throw new Error("nothing is asked");
  return question;
}

describe("an approved call", () => {
  test("P5.4: runs what was approved, whatever is done to the objects that were handed out", async () => {
    const sent: unknown[] = [];
    const runner = runnerOf(
      source(async (args, attempt) => {
        sent.push(args);
        return added(args, attempt);
      }),
    );
    const [record] = await runner.runResponse(requestOf([callOf("note")], { whenApprovalNeeded: "return" }));
    const tampered = { text: "tampered" };
    Object.assign(record?.arguments as object, tampered);
    Object.assign((await questionOf(runner)).arguments, tampered);
    Object.assign((await runner.calls.get("s/t/r.0"))?.arguments as object, tampered);
    const { questionId } = await questionOf(runner);
    await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ann" });
    await runner.resumeResponse({ sessionId: "s", turnId: "t", responseId: "r" });
    expect(sent).toEqual([{ text: "hello" }]);
    expect((await runner.calls.get("s/t/r.0"))?.arguments).toEqual({ text: "hello" });
    await runner.close();
  });

  test("P5.4: is not changed by an approver that changes the question it is shown", async () => {
    const sent: unknown[] = [];
    const approver: Approver = {
      async ask(question) {
        Object.assign(question.arguments, { text: "masked" });
        return { decision: "approve", decidedBy: "ann" };
      },
    };
    const script: Script = async (args, attempt) => {
      sent.push(args);
      return added(args, attempt);
    };
    const runner = runnerOf(source(script), { approver });
    await runner.runResponse(requestOf([callOf("note")]));
    expect(sent).toEqual([{ text: "hello" }]);
    await runner.close();
  });

  test("P5.4: needs an answer to its own question, not to another", async () => {
    const approver: Approver = {
      ask: async () => ({ questionId: "s/t/x.0:q1", decision: "approve", decidedBy: "ann" }),
    };
    const tools = source();
    const runner = runnerOf(tools, { approver });
    const running = runner.runResponse(requestOf([callOf("note")]));
    await questionOf(runner);
    await runner.close();
    expect((await running)[0]?.status).toBe("awaiting_approval");
    expect(tools.entered).toEqual([]);
  });
});

describe("a known secret", () => {
  test("P12.1: does not come in with a person's comment or name", async () => {
    const runner = runnerOf(source());
    const running = runner.runResponse(requestOf([callOf("note")]));
    const { questionId } = await questionOf(runner);
    await runner.approvals.decide({
      questionId,
      decision: "reject",
      comment: `use ${token}`,
      decidedBy: `ann ${token}`,
    });
    expect(JSON.stringify(await running)).not.toContain(token);
    await runner.close();
  });

  test("P12.1: does not come in with a settlement", async () => {
    const lost: Script = (_, attempt) => {
      attempt.beginDispatch();
      return Promise.reject(new Error("lost"));
    };
    const tools = new SecretSource(connectorToolOf("note", "non_idempotent_write", lost));
    const runner = runnerOf(tools);
    await runner.runResponse(requestOf([callOf("note")]));
    const settlement = { key: "s/t/r.0", status: "succeeded", reason: `seen ${token}`, settledBy: "ann" } as const;
    expect(await runner.calls.settle({ ...settlement, output: { note: token } })).toEqual({ accepted: true });
    expect(JSON.stringify(await runner.calls.get("s/t/r.0"))).not.toContain(token);
    await runner.close();
  });

  test.each([
    ["cut at its end", { extra: `${"z".repeat(40)}${token}` }],
    ["under an unknown key", { [`k${token}`]: 1 }],
    ["in JSON that is broken", `{"text": ${token}}`],
  ])("P3.2: shows no piece in the faults of arguments: %s", async (_, args) => {
    const runner = runnerOf(source());
    const [record] = await runner.runResponse(requestOf([callOf("note", args)]));
    expect(record?.error?.code).toBe("invalid_arguments");
    const shown = JSON.stringify(record);
    for (let start = 0; start + 12 <= token.length; start += 1)
      expect(shown).not.toContain(token.slice(start, start + 12));
    await runner.close();
  });
});

describe("a decision or settlement of no form at all", () => {
  test("P5.4: is refused without a throw", async () => {
    const runner = runnerOf(source());
    expect(await runner.approvals.decide(null as unknown as Decision)).toMatchObject({ accepted: false });
    expect(await runner.calls.settle(null as unknown as Settlement)).toMatchObject({ accepted: false });
    expect(await runner.calls.get(null as unknown as string)).toBeUndefined();
    await runner.close();
  });
});

describe("an observer", () => {
  class Observing extends MemoryStore {
    override readonly traits = { ...new MemoryStore().traits, isObserver: true };
  }

  test("P7.2: brings no calls in, whatever its own policies say", async () => {
    const tools = source();
    const runner = runnerOf(tools, { engine: createEmbeddedEngine(new Observing()) });
    const request = requestOf([callOf("note")]);
    await expect(runner.runResponse(request)).rejects.toMatchObject({ code: "observer" });
    await expect(runner.resumeResponse(request)).rejects.toMatchObject({ code: "observer" });
    expect(await runner.calls.list()).toEqual([]);
    expect(tools.entered).toEqual([]);
    await runner.close();
  });
});

describe("what another process left in the journal for its owner", () => {
  /** A journal whose owner knows the token; `observer` knows no secret. */
  async function owned(script: Script = added) {
    const path = newJournal();
    const tool = connectorToolOf("note", "non_idempotent_write", script, { requiresApproval: true });
    const owner = runnerOf(new SecretSource(tool), { engine: createSqliteEngine({ path }) });
    await owner.runResponse(requestOf([callOf("note")], { whenApprovalNeeded: "return" }));
    const tools = new ScriptedSource(tool);
    const observer = runnerOf(tools, { engine: createSqliteEngine({ path, observer: true }) });
    onTestFinished(async () => {
      await observer.close();
      await owner.close();
    });
    return { owner, observer, place: { sessionId: "s", turnId: "t", responseId: "r" } };
  }

  test("P12.1: a decision's comment and name hold no secret in the record", async () => {
    const { owner, observer } = await owned();
    const said = { decision: "reject", comment: `it has ${token} in it`, decidedBy: `ann ${token}` } as const;
    expect(await observer.approvals.decide({ questionId: "s/t/r.0:q1", ...said })).toEqual({ accepted: true });
    const record = await owner.calls.get("s/t/r.0");
    expect(record).toMatchObject({ status: "rejected" });
    expect(JSON.stringify(record)).not.toContain(token);
  });

  test("P12.1, P8.2: nor does a settlement's reason or output", async () => {
    const { owner, observer, place } = await owned((_, attempt) => {
      attempt.beginDispatch();
      return { kind: "ambiguous", reason: "cut" };
    });
    await owner.approvals.decide({ questionId: "s/t/r.0:q1", decision: "approve", decidedBy: "ann" });
    await owner.resumeResponse(place);
    const settlement = { key: "s/t/r.0", status: "succeeded", settledBy: "ann" } as const;
    const output = { note: [`with ${token}`] };
    expect(await observer.calls.settle({ ...settlement, reason: `seen with ${token}`, output })).toEqual({
      accepted: true,
    });
    expect(JSON.stringify([await owner.calls.get("s/t/r.0"), await owner.calls.list()])).not.toContain(token);
  });

  test("P12.1, P5.5: edited arguments that hold a secret of the owner's are refused, and the question stays open", async () => {
    const { owner, observer, place } = await owned();
    const decision = { questionId: "s/t/r.0:q1", decision: "approve", decidedBy: "ann" } as const;
    const refused = await observer.approvals.decide({ ...decision, arguments: { text: token } });
    expect(refused).toMatchObject({ accepted: false, code: "invalid_edit" });
    expect(JSON.stringify(await owner.calls.list())).not.toContain(token);
    expect(await observer.approvals.decide({ ...decision, arguments: { text: "better" } })).toEqual({ accepted: true });
    expect((await owner.resumeResponse(place))[0]).toMatchObject({
      status: "succeeded",
      arguments: { text: "better" },
    });
  });
});
