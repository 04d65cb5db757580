/** Settling calls of unknown outcome: who is first, what is kept, what becomes possible again. */

import { describe, expect, test } from "vitest";
import type { SettleInput } from "../../src/run/client-input.ts";
import { toModelResult } from "../../src/run/result.ts";
import { FoldDriver } from "./fold-driver.ts";
import { keyAt, submitOf, write } from "./resolved-calls.ts";
import { failedBranch, succeeded, unknown } from "./task-ends.ts";

const key = keyAt("t", "r", 0);
const settlement: SettleInput = {
  kind: "settle",
  key,
  status: "succeeded",
  output: 7,
  reason: "it is there",
  settledBy: "ann",
};

function unknownDriver(): FoldDriver {
  const driver = new FoldDriver();
  driver.client(submitOf("t", "r", [write, write]));
  driver.end(key, unknown);
  return driver;
}

describe("a settlement", () => {
  test("P8.2: gives the call its status, with who, when and why, and keeps the first record in the history", () => {
    const driver = unknownDriver();
    driver.now += 500;
    expect(driver.client(settlement)).toEqual({ accepted: true });
    const record = driver.record("r.0");
    expect(record).toMatchObject({ status: "succeeded", output: 7 });
    expect(record.error).toBeUndefined();
    expect(record.history).toMatchObject([
      { kind: "settled", at: driver.now, by: "ann", reason: "it is there", first: { status: "outcome_unknown" } },
    ]);
  });

  test("P6.3: does not revive what was skipped", () => {
    const driver = unknownDriver();
    driver.client(settlement);
    expect(driver.statuses("r")).toEqual(["succeeded", "failed"]);
  });

  test("P8.2: of a call that did nothing tells the model that it may call again, without the safe words", () => {
    const driver = unknownDriver();
    driver.client({ ...settlement, status: "failed" });
    expect(toModelResult(driver.record("r.0"))).toMatchObject({
      status: "error",
      record: "failed",
      code: "settled_failed",
      retryable: true,
      message: expect.stringContaining("it is there"),
    });
  });

  test("P8.2: the first one stands; the second is told who was first", () => {
    const driver = unknownDriver();
    driver.client(settlement);
    const at = driver.now;
    driver.now += 5;
    const second = driver.client({ ...settlement, status: "failed", settledBy: "bob" });
    expect(second).toMatchObject({ accepted: false, code: "already_settled", by: "ann", at });
    expect(driver.record("r.0")).toMatchObject({ status: "succeeded" });
  });

  test("P8.2: an override replaces it, has an error to show, and the history keeps both with what they said", () => {
    const driver = unknownDriver();
    driver.client(settlement);
    driver.client({ ...settlement, status: "failed", reason: "it is gone", settledBy: "bob", override: true });
    const record = driver.record("r.0");
    expect(record).toMatchObject({ status: "failed", error: { code: "settled_failed" } });
    expect(record.output).toBeUndefined();
    expect(record.history.map((entry) => entry.by)).toEqual(["ann", "bob"]);
    expect(record.history[1]?.["first"]).toMatchObject({ status: "succeeded", output: 7 });
  });

  test("P8.2: an override that corrects the output alone replaces it, and the same one again adds nothing", () => {
    const driver = unknownDriver();
    driver.client(settlement);
    const corrected = { ...settlement, output: 8, override: true };
    expect(driver.client(corrected)).toEqual({ accepted: true });
    expect(driver.client(corrected)).toEqual({ accepted: true });
    expect(driver.record("r.0")).toMatchObject({ status: "succeeded", output: 8 });
    expect(driver.record("r.0").history).toHaveLength(2);
  });

  test("P8.2: that overrides a lookup's says nothing of the branch that the lookup found; the history keeps it", () => {
    const driver = unknownDriver();
    driver.client({ ...settlement, branch: "added", settledBy: "lookup" });
    driver.client({ ...settlement, status: "failed", reason: "it is gone", settledBy: "bob", override: true });
    const record = driver.record("r.0");
    expect(record).toMatchObject({ status: "failed", error: { code: "settled_failed" } });
    expect(record.branch).toBeUndefined();
    expect(record.history.at(-1)?.["first"]).toMatchObject({ branch: "added" });
  });

  test("P8.2: a contrary second settlement is refused, and kept as a conflict that overwrites nothing", () => {
    const driver = unknownDriver();
    driver.client(settlement);
    driver.client({ ...settlement, status: "failed", settledBy: "lookup", reason: "not found" });
    const record = driver.record("r.0");
    expect(record.status).toBe("succeeded");
    expect(record.history.at(-1)).toMatchObject({ kind: "conflict", by: "lookup", status: "failed" });
  });

  test.each([
    ["succeeded", succeeded],
    ["failed", failedBranch],
  ] as const)("P8.2: of a call that %s is refused", (status, end) => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [write]));
    driver.end(key, end);
    const verdict = driver.client({ ...settlement, override: true });
    expect(verdict).toMatchObject({ accepted: false, code: "not_unknown", message: expect.stringContaining(status) });
  });

  test("P8.2: of a call that runs or does not exist is refused", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [write]));
    expect(driver.client(settlement)).toMatchObject({ accepted: false, code: "not_unknown" });
    expect(driver.client({ ...settlement, key: "s/t/none.0" })).toMatchObject({ accepted: false, code: "not_unknown" });
  });
});

describe("a lookup of the toolkit's own", () => {
  /** Ends as proof that the call ended so. */
  function found(driver: FoldDriver, status: "succeeded" | "failed"): void {
    const value = { kind: "settled", status, branch: "added", output: 7, evidence: "found by its key", warnings: [] };
    driver.apply({ from: "task", id: `%lookup/${key}#1`, end: { kind: "returned", value, attempts: 1 } });
  }

  test("P8.1: settles the call where it is proof", () => {
    const driver = unknownDriver();
    found(driver, "succeeded");
    expect(driver.record("r.0")).toMatchObject({ status: "succeeded", branch: "added", output: 7 });
  });

  test("P8.2: that ends after a person settled otherwise is kept as a conflict and told", () => {
    const driver = unknownDriver();
    driver.client({ ...settlement, status: "failed" });
    found(driver, "succeeded");
    const record = driver.record("r.0");
    expect(record.status).toBe("failed");
    expect(record.history.at(-1)).toMatchObject({ kind: "conflict", by: "lookup", status: "succeeded" });
    expect(driver.events).toContainEqual(expect.objectContaining({ kind: "conflict", key }));
  });

  test("P8.2: that agrees with the person adds nothing", () => {
    const driver = unknownDriver();
    driver.client(settlement);
    found(driver, "succeeded");
    expect(driver.record("r.0").history.map((entry) => entry.kind)).toEqual(["settled"]);
  });
});
