/** Cancelling a response: what has not started ends, what has started is waited for. */

import { describe, expect, test } from "vitest";
import type { CallRecord } from "../../src/core/call.ts";
import { FoldDriver } from "./fold-driver.ts";
import { keyAt, read, submitOf, write } from "./resolved-calls.ts";
import { notRun, refused, succeeded, unknown } from "./task-ends.ts";

const cancel = { kind: "cancel", turnId: "t", responseId: "r" } as const;

describe("cancel", () => {
  test("P4.5: ends later writes as cancelled and did-not-run, and lets the started one run to its end", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [write, write, write]));
    driver.client(cancel);
    expect(driver.statuses("r")).toEqual(["running", "failed", "failed"]);
    for (const id of ["r.1", "r.2"]) {
      expect(driver.record(id).error).toMatchObject({ code: "cancelled", didNotRun: true, retryable: false });
    }
    driver.end(keyAt("t", "r", 0), succeeded);
    expect(driver.statuses("r")).toEqual(["succeeded", "failed", "failed"]);
  });

  test("P4.5: stops started reads and no write", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [read, write, { effect: "unclassified", isOrdered: false }]));
    expect(driver.stopped).toEqual([]);
    driver.client(cancel);
    expect(driver.stopped).toEqual([keyAt("t", "r", 0)]);
  });

  test.each([
    ["was stopped before it began", notRun],
    ["was stopped on the way", unknown],
    ["found nobody", refused],
  ])("P4.5: a read that %s is cancelled, one that had its answer keeps it", (_, end) => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [read, read]));
    driver.client(cancel);
    driver.end(keyAt("t", "r", 0), end);
    driver.end(keyAt("t", "r", 1), succeeded);
    expect(driver.record("r.0")).toMatchObject({ status: "failed", error: { code: "cancelled" } });
    expect(driver.record("r.1").status).toBe("succeeded");
  });

  test("P4.5: withdraws open questions; a decision that comes later is told so and starts nothing", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [{ ...write, mustAsk: true }]));
    const questionId = driver.openQuestions[0]?.question.questionId ?? "";
    driver.client(cancel);
    expect(driver.alarms.has(questionId)).toBe(false);
    const verdict = driver.client({ kind: "decide", questionId, decision: "approve", decidedBy: "ann" });
    expect(verdict).toMatchObject({ accepted: false, code: "withdrawn" });
    expect(driver.record("r.0").error?.code).toBe("cancelled");
  });

  test("P4.5: frees equal calls of other responses that waited", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [{ ...write, mustAsk: true, equality: "same" }]));
    driver.client(submitOf("t", "other", [{ ...write, equality: "same" }]));
    driver.client(cancel);
    expect(driver.statuses("other")).toEqual(["running"]);
  });

  test("P4.5: before the response was submitted lets nothing of it start", () => {
    const driver = new FoldDriver();
    driver.client({ ...submitOf("t", "r", [read, write]), isCancelled: true });
    expect(driver.running.size).toBe(0);
    expect(driver.statuses("r")).toEqual(["failed", "failed"]);
  });
});

describe("an end that comes after the record", () => {
  const unknownCall = (): { readonly driver: FoldDriver; readonly key: string } => {
    const driver = new FoldDriver();
    const key = keyAt("t", "r", 0);
    driver.client(submitOf("t", "r", [write]));
    driver.end(key, unknown);
    return { driver, key };
  };
  const kinds = (record: CallRecord): readonly string[] => record.history.map((entry) => entry.kind);

  test("P4.5: settles an unknown outcome and is kept as evidence", () => {
    const { driver, key } = unknownCall();
    driver.apply({ from: "late", id: key, end: succeeded });
    const record = driver.record("r.0");
    expect(record).toMatchObject({ status: "succeeded", output: { ok: true }, attempts: 1 });
    expect(record.error).toBeUndefined();
    expect(kinds(record)).toEqual(["late_result", "settled"]);
    expect(record.history[1]?.["first"]).toMatchObject({ status: "outcome_unknown" });
  });

  test("P4.5, P8.2: against a person's settlement it is a conflict and overwrites nothing", () => {
    const { driver, key } = unknownCall();
    driver.client({ kind: "settle", key, status: "failed", reason: "not there", settledBy: "ann" });
    driver.apply({ from: "late", id: key, end: succeeded });
    const record = driver.record("r.0");
    expect(record.status).toBe("failed");
    expect(kinds(record)).toEqual(["settled", "late_result", "conflict"]);
    expect(driver.events).toContainEqual(expect.objectContaining({ kind: "conflict", key }));
  });

  test("P4.5: that is ambiguous itself settles nothing", () => {
    const { driver, key } = unknownCall();
    driver.apply({ from: "late", id: key, end: unknown });
    expect(driver.record("r.0").status).toBe("outcome_unknown");
  });

  test("P4.5: of a read is of no interest", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [read]));
    driver.end(keyAt("t", "r", 0), unknown);
    driver.apply({ from: "late", id: keyAt("t", "r", 0), end: succeeded });
    expect(driver.record("r.0")).toMatchObject({ status: "failed", history: [] });
  });
});
