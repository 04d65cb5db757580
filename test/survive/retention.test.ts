/** What a journal forgets, and what it never does. */

import { describe, expect, test } from "vitest";
import type { ToolRunner } from "../../src/run/runner.ts";
import { createSqliteEngine } from "../../src/sqlite.ts";
import { ManualClock } from "../../src/testing/manual-clock.ts";
import { newJournal, openRaw } from "../engines/journal.ts";
import { added, connectorToolOf, gate, ScriptedSource, type Script } from "../run/scripted-source.ts";
import { callOf, requestOf, runnerOf } from "../run/test-runner.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;

const lost: Script = (_, attempt) => {
  attempt.beginDispatch();
  return { kind: "ambiguous", reason: "lost" };
};

function scene(retainMs: number | undefined = DAY) {
  const path = newJournal();
  const clock = new ManualClock();
  const hanging = gate();
  const source = new ScriptedSource(
    connectorToolOf("note", "non_idempotent_write", added),
    connectorToolOf("lose", "non_idempotent_write", lost),
    connectorToolOf("hang", "non_idempotent_write", hanging.script, {
      execution: {
        timeoutMs: 10 * DAY,
        retry: { attempts: 1, initial: 0, factor: 1, max: 0, total: DAY, jitter: "none" },
        downtimeCounts: false,
      },
    }),
    connectorToolOf("ask", "non_idempotent_write", added, { requiresApproval: true }),
  );
  const engine = createSqliteEngine({ path, retainMs });
  const runner = runnerOf(source, { engine, clock, approvalDeadlineMs: 10 * DAY });
  return { path, clock, runner, hanging };
}

async function call(runner: ToolRunner, sessionId: string, tool: string): Promise<void> {
  await runner.runResponse(requestOf([callOf(tool)], { sessionId, whenApprovalNeeded: "return" }));
}

async function sessions(runner: ToolRunner): Promise<readonly string[]> {
  return [...new Set((await runner.calls.list()).map(({ sessionId }) => sessionId))];
}

describe("a journal with retainMs", () => {
  test("forgets a session whose last record is older, with everything of it, and keeps one that is as old as the limit", async () => {
    const { path, clock, runner } = scene();
    await call(runner, "old", "note");
    await clock.advance(HOUR);
    await call(runner, "young", "note");
    await clock.advance(DAY - HOUR);
    expect(await sessions(runner)).toEqual(["old", "young"]);
    await clock.advance(HOUR);
    expect(await sessions(runner)).toEqual(["young"]);
    await clock.advance(2 * HOUR);
    expect(await sessions(runner)).toEqual([]);
    await runner.close();
    const raw = openRaw(path);
    const left = raw
      .prepare(
        "SELECT (SELECT count(*) FROM lines) + (SELECT count(*) FROM listing) + (SELECT count(*) FROM sessions) AS rows",
      )
      .get();
    expect(left).toEqual({ rows: 0 });
  });

  test("P7.3: never forgets a call of unknown outcome until it is settled and its session was told", async () => {
    const { clock, runner } = scene();
    await call(runner, "s", "lose");
    await clock.advance(5 * DAY);
    expect(await runner.calls.list({ status: "outcome_unknown" })).toHaveLength(1);
    await runner.calls.settle({ key: "s/t/r.0", status: "succeeded", reason: "seen", settledBy: "ann" });
    await clock.advance(5 * DAY);
    const [untold] = await runner.calls.listUntold("s");
    if (untold === undefined) throw new Error("the truth that was not told is gone");
    await runner.calls.markTold(untold);
    await clock.advance(2 * DAY);
    expect(await sessions(runner)).toEqual([]);
    await runner.close();
  });

  test("P5.5: never forgets a call that a person is asked about, or one that runs", async () => {
    const { clock, runner, hanging } = scene();
    await call(runner, "asked", "ask");
    const running = call(runner, "running", "hang");
    await hanging.entered;
    await clock.advance(5 * DAY);
    expect(await sessions(runner)).toEqual(["asked", "running"]);
    const [question] = await runner.approvals.list();
    await runner.approvals.decide({ questionId: question?.questionId ?? "", decision: "approve", decidedBy: "ann" });
    hanging.open();
    await running;
    expect((await runner.calls.list()).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    await clock.advance(2 * DAY);
    expect(await sessions(runner)).toEqual([]);
    await runner.close();
  });

  test("goes through more sessions than it looks at in one commit, and a session that comes back begins anew", async () => {
    const { clock, runner } = scene();
    for (let number = 0; number < 450; number += 1) await call(runner, `s${String(number)}`, "note");
    await clock.advance(2 * DAY);
    expect(await sessions(runner)).toEqual([]);
    await call(runner, "s7", "note");
    expect(await runner.calls.get("s7/t/r.0")).toMatchObject({ status: "succeeded" });
    // Read from the file: what is remembered of the first one is no record.
    expect(await sessions(runner)).toEqual(["s7"]);
    await runner.close();
  });

  test("shows an observer nothing of the session that got the number of a forgotten one", async () => {
    const { path, clock, runner } = scene();
    await call(runner, "old", "note");
    const observer = createSqliteEngine({ path, observer: true });
    expect(await observer.history("old", 0, 10)).not.toEqual([]);
    await clock.advance(2 * DAY);
    await call(runner, "new", "note");
    const numbers = openRaw(path).prepare("SELECT session, name FROM sessions").all();
    expect(numbers).toEqual([{ session: 1, name: "new" }]);
    expect(await observer.history("new", 0, 10)).not.toEqual([]);
    expect(await observer.history("old", 0, 10)).toEqual([]);
    await observer.close(0);
    await runner.close();
  });

  test.each([0, 59_999, Number.NaN, Number.POSITIVE_INFINITY])("is not made with %d ms", (retainMs) => {
    expect(() => createSqliteEngine({ path: newJournal(), retainMs })).toThrow("retainMs must be 60000 or more");
  });
});

test("a journal without retainMs keeps everything", async () => {
  const path = newJournal();
  const clock = new ManualClock();
  const engine = createSqliteEngine({ path });
  const runner = runnerOf(new ScriptedSource(connectorToolOf("note", "non_idempotent_write", added)), {
    engine,
    clock,
  });
  await call(runner, "s", "note");
  await clock.advance(400 * DAY);
  expect(await sessions(runner)).toEqual(["s"]);
  await runner.close();
});
