/** A process that dies in the evening and comes back at nine: nothing of yesterday is posted by itself, also not by a host that repeats the response. */

import { expect, test } from "vitest";
import type { ToolRunner } from "../../src/run/runner.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import { ManualClock } from "../../src/testing/manual-clock.ts";
import { newJournal } from "../engines/journal.ts";
import { added, connectorToolOf, gate, inTurn, ScriptedSource } from "../run/scripted-source.ts";
import { callOf, requestOf, runnerOf } from "../run/test-runner.ts";

const MINUTE = 60_000;
const NIGHT = 15 * 60 * MINUTE;

interface Evening {
  readonly source: ScriptedSource;
  readonly clock: ManualClock;
  readonly open: () => ToolRunner;
}

const request = requestOf([callOf("save"), callOf("post")]);

/** A response whose first write was under way when the process died; its re-send works. */
async function evening(resumeWithinMs?: number): Promise<Evening> {
  const path = newJournal();
  const clock = new ManualClock();
  const slow = gate();
  const source = new ScriptedSource(
    connectorToolOf("save", "idempotent_write", inTurn(slow.script, added)),
    connectorToolOf("post", "non_idempotent_write", added),
  );
  const open = (): ToolRunner =>
    runnerOf(source, {
      engine: createSqliteEngine({ path }),
      clock,
      ...(resumeWithinMs === undefined ? {} : { resumeWithinMs }),
    });
  const runner = open();
  const running = runner.runResponse(request);
  await slow.entered;
  await runner.close({ graceMs: 0 });
  await running;
  return { source, clock, open };
}

test("P7.4: the same response submitted again after a night ends what was in flight and posts nothing, until it is resumed", async () => {
  const { source, clock, open } = await evening();
  clock.jump(NIGHT);
  const runner = open();
  const records = await runner.runResponse(request);
  expect(records.map(({ status }) => status)).toEqual(["succeeded", "waiting"]);
  expect(source.entered).toEqual(["save", "save"]);
  expect((await runner.recover()).held).toMatchObject([{ sessionId: "s", turnId: "t", responseId: "r" }]);
  const again = await runner.runResponse(request);
  expect(again.map(({ status }) => status)).toEqual(["succeeded", "waiting"]);
  const { sessionId, turnId, responseId } = request;
  const resumed = await runner.resumeResponse({ sessionId, turnId, responseId });
  expect(resumed.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(source.entered).toEqual(["save", "save", "post"]);
  await runner.close();
});

test("P7.4: after five minutes it goes on by itself, and submitting it again joins it", async () => {
  const { source, clock, open } = await evening();
  clock.jump(5 * MINUTE);
  const runner = open();
  expect((await runner.runResponse(request)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
  expect(source.entered).toEqual(["save", "save", "post"]);
  await runner.close();
});

test("P7.4: resumeWithinMs of zero holds even a response of the last minute", async () => {
  const { source, clock, open } = await evening(0);
  clock.jump(1);
  const runner = open();
  expect((await runner.runResponse(request)).map(({ status }) => status)).toEqual(["succeeded", "waiting"]);
  expect(source.entered).not.toContain("post");
  await runner.close();
});

test("P7.4: a new response of the session runs in the morning, whatever is held of yesterday", async () => {
  const { source, clock, open } = await evening();
  clock.jump(NIGHT);
  const runner = open();
  const [record] = await runner.runResponse(
    requestOf([callOf("post", { text: "today" })], { turnId: "t2", responseId: "r2" }),
  );
  expect(record?.status).toBe("succeeded");
  expect(source.entered.filter((name) => name === "post")).toHaveLength(1);
  await runner.close();
});

/** A question of the evening that is answered while nobody runs the journal; `open` is the next morning's start. */
async function answeredInTheEvening(decision: "approve" | "reject"): Promise<Evening> {
  const path = newJournal();
  const clock = new ManualClock();
  const source = new ScriptedSource(connectorToolOf("post", "non_idempotent_write", added, { requiresApproval: true }));
  const open = (observer = false): ToolRunner =>
    runnerOf(source, { engine: createSqliteEngine({ path, observer }), clock, approvalDeadlineMs: NIGHT });
  const owner = open();
  await owner.runResponse({ ...requestOf([callOf("post")]), whenApprovalNeeded: "return" });
  await owner.close();
  const observer = open(true);
  const left = observer.approvals.decide({ questionId: "s/t/r.0:q1", decision, decidedBy: "ann" });
  left.catch(() => undefined);
  await clock.advance(6_000);
  await expect(left).rejects.toMatchObject({ code: "journal_unavailable", retryable: true });
  await observer.close();
  return { source, clock, open };
}

test("P5.5, P7.4: a yes of the evening counts in the morning although the deadline has passed, and posts nothing until it is resumed", async () => {
  const { source, clock, open } = await answeredInTheEvening("approve");
  clock.jump(NIGHT);
  const runner = open();
  const { held, questions } = await runner.recover();
  expect(questions).toEqual([]);
  expect(held).toMatchObject([{ responseId: "r" }]);
  expect(source.entered).toEqual([]);
  const [record] = await runner.resumeResponse({ sessionId: "s", turnId: "t", responseId: "r" });
  expect(record).toMatchObject({ status: "succeeded", history: [{ kind: "decided", by: "ann" }] });
  expect(source.entered).toEqual(["post"]);
  await runner.close();
});

test("P5.5, P7.4: a yes of five minutes ago sets the call going at the next start", async () => {
  const { source, clock, open } = await answeredInTheEvening("approve");
  clock.jump(5 * MINUTE);
  const runner = open();
  await runner.ready();
  await expect.poll(() => source.entered).toEqual(["post"]);
  await runner.close();
});

test("P5.5: a no of the evening is a no in the morning", async () => {
  const { source, clock, open } = await answeredInTheEvening("reject");
  clock.jump(NIGHT);
  const runner = open();
  expect(await runner.calls.get("s/t/r.0")).toMatchObject({ status: "rejected", error: { code: "rejected" } });
  expect(source.entered).toEqual([]);
  await runner.close();
});
