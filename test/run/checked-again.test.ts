/** Arguments that were fine when the model made the call: secrets and validators may have changed before they are sent. */

import { describe, expect, test } from "vitest";
import { Secret } from "../../src/core/secret.ts";
import type { StandardResult, StandardSchemaV1 } from "../../src/core/standard-schema.ts";
import { createEmbeddedEngine } from "../../src/engines/embedded.ts";
import { MemoryStore } from "../../src/engines/memory/store.ts";
import { createSqliteEngine } from "../../src/engines/sqlite.ts";
import { answerTimeoutMs } from "../../src/run/answer-in-time.ts";
import { CheckedCalls } from "../../src/run/checked-calls.ts";
import { createRedactor } from "../../src/run/redact.ts";
import { ManualClock } from "../../src/testing/manual-clock.ts";
import { newJournal } from "../engines/journal.ts";
import type { Script } from "./scripted-source.ts";
import { added, connectorToolOf, gate, inTurn, ScriptedSource } from "./scripted-source.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

const text = "a text that becomes a password";
const request = requestOf([callOf("note", { text })], { whenApprovalNeeded: "return" });
const place = { sessionId: "s", turnId: "t", responseId: "r" };
const yes = { questionId: "s/t/r.0:q1", decision: "approve", decidedBy: "ann" } as const;

type Verdict = StandardResult<unknown> | Promise<StandardResult<unknown>>;

/** A validator that counts what it is asked. */
function validator(answer: () => Verdict): { readonly schema: StandardSchemaV1; readonly asked: () => number } {
  let asked = 0;
  const validate = (): Verdict => {
    asked += 1;
    return answer();
  };
  return { schema: { "~standard": { version: 1, vendor: "test", validate } }, asked: () => asked };
}

const accepts = (): Verdict => ({ value: {} });
const refuses = (): Verdict => ({ issues: [{ message: "a shorter text" }] });

function noteSource(inputValidator?: StandardSchemaV1): ScriptedSource {
  const change = { requiresApproval: true, ...(inputValidator === undefined ? {} : { inputValidator }) };
  return new ScriptedSource(connectorToolOf("note", "non_idempotent_write", added, change));
}

describe("a secret that becomes known", () => {
  test("P12.1: between the question and the decision is not sent as an argument", async () => {
    const source = noteSource();
    const runner = runnerOf(source);
    await runner.runResponse(request);
    source.secrets = [new Secret(text, "rotated")];
    expect(await runner.approvals.decide(yes)).toEqual({ accepted: true });
    const [record] = await runner.resumeResponse(place);
    expect(record).toMatchObject({ status: "failed", error: { code: "tool_unavailable", didNotRun: true } });
    expect(source.entered).toEqual([]);
    await runner.close();
  });

  test("P1.4, P12.1: before a re-send leaves the call of unknown outcome", async () => {
    const path = newJournal();
    const slow = gate();
    const script: Script = (args, attempt) => {
      attempt.beginDispatch();
      return slow.script(args, attempt);
    };
    const source = new ScriptedSource(connectorToolOf("note", "idempotent_write", inTurn(script, added)));
    const before = runnerOf(source, { engine: createSqliteEngine({ path }) });
    const running = before.runResponse(request);
    await slow.entered;
    await before.close({ graceMs: 0 });
    await running;
    source.secrets = [new Secret(text, "rotated")];
    const after = runnerOf(source, { engine: createSqliteEngine({ path }) });
    const [record] = await after.runResponse(request);
    expect(record?.status).toBe("outcome_unknown");
    expect(source.entered).toEqual(["note"]);
    await after.close();
  });
});

describe("an application's validator", () => {
  test("P3.1: is asked once about a call that this process took in and runs", async () => {
    const { schema, asked } = validator(accepts);
    const runner = runnerOf(noteSource(schema));
    await runner.runResponse(request);
    await runner.approvals.decide(yes);
    expect((await runner.resumeResponse(place))[0]?.status).toBe("succeeded");
    expect(asked()).toBe(1);
    await runner.close();
  });

  test.each([
    ["at once", refuses],
    ["later", async () => refuses()],
  ])("P1.4: that a deploy made stricter refuses, %s, what an earlier process accepted", async (_, answer) => {
    const store = new MemoryStore();
    const before = runnerOf(noteSource(validator(accepts).schema), { engine: createEmbeddedEngine(store) });
    await before.runResponse(request);
    await before.close();
    const source = noteSource(validator(answer).schema);
    const after = runnerOf(source, { engine: createEmbeddedEngine(store) });
    expect(await after.approvals.decide(yes)).toEqual({ accepted: true });
    const [record] = await after.resumeResponse(place);
    expect(record).toMatchObject({ status: "failed", error: { code: "tool_unavailable", didNotRun: true } });
    expect(record?.error?.message).toContain("a shorter text");
    expect(source.entered).toEqual([]);
    await after.close();
  });

  test("P1.4: that still accepts lets it run", async () => {
    const store = new MemoryStore();
    const before = runnerOf(noteSource(validator(accepts).schema), { engine: createEmbeddedEngine(store) });
    await before.runResponse(request);
    await before.close();
    const again = validator(accepts);
    const after = runnerOf(noteSource(again.schema), { engine: createEmbeddedEngine(store) });
    await after.approvals.decide(yes);
    expect((await after.resumeResponse(place))[0]?.status).toBe("succeeded");
    expect(again.asked()).toBe(1);
    await after.close();
  });

  test("P3.2: that never answers refuses after five seconds, and not before", async () => {
    const clock = new ManualClock();
    const { schema } = validator(() => new Promise(() => undefined));
    const runner = runnerOf(noteSource(schema), { clock });
    let status = "none";
    const running = runner.runResponse(request).then(([record]) => (status = record?.error?.code ?? "no error"));
    await clock.advance(answerTimeoutMs - 1);
    expect(status).toBe("none");
    await clock.advance(1);
    await running;
    expect(status).toBe("invalid_arguments");
    await runner.close();
  });
});

test("the memory of what was checked forgets the oldest, and other secrets or arguments make a call unchecked", () => {
  const checked = new CheckedCalls();
  const redactor = createRedactor([]);
  const note = (count: number): void => checked.note(`call ${String(count)}`, "digest", redactor);
  for (let count = 0; count < 8_192; count += 1) note(count);
  expect(checked.has("call 0", undefined, redactor)).toBe(true);
  note(8_192);
  expect(checked.has("call 0", undefined, redactor)).toBe(false);
  expect(checked.has("call 4096", undefined, redactor)).toBe(true);
  expect(checked.has("call 8192", "digest", redactor)).toBe(true);
  expect(checked.has("call 8192", "another", redactor)).toBe(false);
  expect(checked.has("call 8192", "digest", createRedactor([new Secret("other-secret", "x")]))).toBe(false);
});
