/** What goes on by itself after a restart, and what waits to be resumed. */

import { describe, expect, test } from "vitest";
import { defaultFoldRules } from "../../src/run/fold-rules.ts";
import { isParked, isStandingStill, responseStatus } from "../../src/run/response-status.ts";
import { FoldDriver } from "./fold-driver.ts";
import { keyAt, read, repeatable, submitOf, write } from "./resolved-calls.ts";
import { failedBranch, neverBegun, succeeded, unknown } from "./task-ends.ts";

const limit = defaultFoldRules.resumeWithinMs;

function begun(...specs: Parameters<typeof submitOf>[2]): FoldDriver {
  const driver = new FoldDriver();
  driver.client(submitOf("t", "r", specs));
  return driver;
}

function onlyResponse(driver: FoldDriver) {
  const [response] = driver.responses;
  if (response === undefined) throw new Error("there is no response");
  return response;
}

describe("after a restart", () => {
  test("P7.4: a response whose last entry is as old as the limit goes on by itself", () => {
    const driver = begun(repeatable, write);
    driver.restart(limit);
    driver.end(keyAt("t", "r", 0), succeeded);
    expect(driver.statuses("r")).toEqual(["succeeded", "running"]);
  });

  test("P7.4: a response that is older by a millisecond ends what was in flight, then waits and is said to be held", () => {
    const driver = begun(repeatable, write, read, read);
    driver.end(keyAt("t", "r", 2), succeeded);
    driver.restart(limit + 1);
    driver.end(keyAt("t", "r", 0), succeeded);
    driver.end(keyAt("t", "r", 3), succeeded);
    expect(driver.statuses("r")).toEqual(["succeeded", "waiting", "succeeded", "succeeded"]);
    expect(responseStatus(onlyResponse(driver))).toBe("held");
    expect(driver.events).toContainEqual(expect.objectContaining({ kind: "response_held", responseId: "r" }));
  });

  test("P7.4: resuming lets it go on, and resuming twice starts nothing twice", () => {
    const driver = begun(repeatable, write);
    driver.restart(limit + 1);
    driver.end(keyAt("t", "r", 0), succeeded);
    driver.client({ kind: "resume", turnId: "t", responseId: "r" });
    driver.client({ kind: "resume", turnId: "t", responseId: "r" });
    expect(driver.statuses("r")).toEqual(["succeeded", "running"]);
  });

  test("P7.4: a decision is an entry, so it lets a held response go on", () => {
    const driver = begun({ ...read, mustAsk: true }, repeatable, write);
    driver.restart(limit + 1);
    driver.end(keyAt("t", "r", 1), succeeded);
    expect(driver.statuses("r")).toEqual(["awaiting_approval", "succeeded", "waiting"]);
    const questionId = driver.openQuestions[0]?.question.questionId ?? "";
    driver.client({ kind: "decide", questionId, decision: "approve", decidedBy: "ann" });
    expect(driver.statuses("r")).toEqual(["running", "succeeded", "running"]);
  });

  test("P6.3, P7.4: a held response skips what can never run, so that a settlement and a resume do not revive it", () => {
    const driver = begun(write, write, { effect: "read" });
    const first = keyAt("t", "r", 0);
    driver.restart(limit + 1);
    expect(driver.statuses("r")).toEqual(["outcome_unknown", "failed", "running"]);
    driver.client({ kind: "settle", key: first, status: "succeeded", reason: "it is there", settledBy: "ann" });
    driver.client({ kind: "resume", turnId: "t", responseId: "r" });
    expect(driver.record("r.1")).toMatchObject({ status: "failed", skipped: true });
  });

  test("P6.3, P7.4: also when the read ended first and the bad write after the response was held", () => {
    const driver = begun(repeatable, write, read);
    driver.restart(limit + 1);
    driver.end(keyAt("t", "r", 2), succeeded);
    expect(driver.statuses("r")).toEqual(["running", "waiting", "succeeded"]);
    driver.end(keyAt("t", "r", 0), unknown);
    expect(driver.statuses("r")).toEqual(["outcome_unknown", "failed", "succeeded"]);
  });

  test("P7.4: an old response that an equal call of another one held back is not set going by the restart", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r1", [{ ...repeatable, equality: "same" }]));
    driver.client(submitOf("t", "r2", [{ ...repeatable, equality: "same" }, write]));
    expect(driver.statuses("r2")).toEqual(["waiting", "waiting"]);
    driver.restart(limit + 1);
    driver.end(keyAt("t", "r1", 0), failedBranch);
    expect(driver.statuses("r2")).toEqual(["waiting", "waiting"]);
    driver.client({ kind: "resume", turnId: "t", responseId: "r2" });
    expect(driver.statuses("r2")).toEqual(["running", "waiting"]);
  });

  test("P7.4, P10.2: a held call that had not begun holds no equal call back, and gets its record when it is resumed", () => {
    const driver = begun({ ...repeatable, equality: "same" });
    driver.restart(limit + 1);
    driver.end(keyAt("t", "r", 0), neverBegun);
    expect(responseStatus(onlyResponse(driver))).toBe("held");
    driver.client(submitOf("t", "r2", [{ ...repeatable, equality: "same" }]));
    expect(driver.statuses("r2")).toEqual(["running"]);
    driver.client({ kind: "resume", turnId: "t", responseId: "r" });
    expect(driver.statuses("r")).toEqual(["waiting"]);
    driver.end(keyAt("t", "r2", 0), succeeded);
    expect(driver.record("r.0")).toMatchObject({ status: "succeeded", repeatOf: keyAt("t", "r2", 0), attempts: 0 });
  });

  test("P7.4, P10.2: who waited for it before is free as well: held when old, running when young", () => {
    const driver = begun({ ...repeatable, equality: "same" });
    driver.client(submitOf("t", "old", [{ ...repeatable, equality: "same" }]));
    driver.now += limit;
    driver.client(submitOf("t", "young", [{ ...repeatable, equality: "same" }]));
    driver.restart(1);
    driver.end(keyAt("t", "r", 0), neverBegun);
    expect([...driver.statuses("old"), ...driver.statuses("young")]).toEqual(["waiting", "running"]);
    expect(driver.responses.map(responseStatus)).toEqual(["held", "held", "open"]);
    expect(driver.session.blocked).toEqual({});
  });

  test("P5.5: a question survives with its id and its deadline", () => {
    const driver = begun({ ...write, mustAsk: true });
    const [before] = driver.openQuestions;
    driver.restart(limit + 1);
    expect(driver.openQuestions).toEqual([before]);
    expect(driver.alarms.get(before?.question.questionId ?? "")).toBe(before?.question.expiresAt);
  });

  test("P7.1: after an end that could not be recorded at once nothing later runs, although the journal recovered", () => {
    const driver = begun(write, write, { ...read, mustAsk: true });
    driver.end(keyAt("t", "r", 0), { ...succeeded, unrecordedAt: driver.now });
    expect(driver.statuses("r")).toEqual(["succeeded", "failed", "failed"]);
    expect(driver.record("r.1")).toMatchObject({
      skipped: true,
      error: { code: "journal_unavailable", didNotRun: true },
    });
    expect(driver.openQuestions).toEqual([]);
  });
});

describe("how a response stands", () => {
  test("P7.4: a held response is over for those who wait, unless a decision would let it go on", () => {
    const driver = begun(repeatable, write);
    driver.restart(limit + 1);
    expect(isParked(onlyResponse(driver))).toBe(false);
    driver.end(keyAt("t", "r", 0), succeeded);
    expect(isParked(onlyResponse(driver))).toBe(true);
    const asked = begun({ ...read, mustAsk: true }, repeatable, write);
    asked.restart(limit + 1);
    asked.end(keyAt("t", "r", 1), succeeded);
    expect(isParked(onlyResponse(asked))).toBe(false);
    expect(isStandingStill(onlyResponse(asked))).toBe(true);
  });

  test("P5.5: it stands still when an equal call that is being asked about holds it back", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r1", [{ ...write, mustAsk: true, equality: "same" }]));
    driver.client(submitOf("t", "r2", [{ ...write, equality: "same" }]));
    const second = driver.responses.find((response) => response.responseId === "r2");
    expect(second !== undefined && isStandingStill(second)).toBe(true);
  });

  test("it does not stand still while an equal call that runs holds it back", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r1", [{ ...write, equality: "same" }]));
    driver.client(submitOf("t", "r2", [{ ...write, equality: "same" }]));
    const second = driver.responses.find((response) => response.responseId === "r2");
    expect(second !== undefined && isStandingStill(second)).toBe(false);
  });
});
