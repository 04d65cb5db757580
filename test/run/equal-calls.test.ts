/** Equal writes: once in a turn, never beside one of unknown outcome. */

import { describe, expect, test } from "vitest";
import { toModelResult } from "../../src/run/result.ts";
import { FoldDriver } from "./fold-driver.ts";
import type { CallSpec } from "./resolved-calls.ts";
import { keyAt, submitOf, write } from "./resolved-calls.ts";
import { failedBranch, refused, succeeded, unknown } from "./task-ends.ts";

const same: CallSpec = { ...write, equality: "same" };
const sameFunction: CallSpec = { ...same, isOrdered: false };

function approve(driver: FoldDriver): void {
  const questionId = driver.openQuestions[0]?.question.questionId ?? "";
  expect(driver.client({ kind: "decide", questionId, decision: "approve", decidedBy: "ann" })).toEqual({
    accepted: true,
  });
}

describe("an equal write of one turn", () => {
  test("P10.2: waits for the first one's record and gets it, and the model is told", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [sameFunction, sameFunction]));
    expect(driver.statuses("r")).toEqual(["running", "waiting"]);
    driver.end(keyAt("t", "r", 0), succeeded);
    const repeat = driver.record("r.1");
    expect(repeat).toMatchObject({
      status: "succeeded",
      repeatOf: keyAt("t", "r", 0),
      output: { ok: true },
      attempts: 0,
    });
    expect(toModelResult(repeat)).toMatchObject({
      status: "ok",
      note: expect.stringContaining("nothing was done again"),
    });
  });

  test("P10.2: runs in another turn", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t1", "r1", [same]));
    driver.client(submitOf("t2", "r2", [same]));
    expect(driver.running.size).toBe(2);
  });

  test.each([
    ["failed", failedBranch],
    ["was never sent", refused],
  ])("P10.2: runs after the first one %s", (_, end) => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [sameFunction, sameFunction]));
    driver.end(keyAt("t", "r", 0), end);
    expect(driver.statuses("r")).toEqual(["failed", "running"]);
  });

  test("P10.2: runs when a person rejected the first one", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [{ ...sameFunction, mustAsk: true }, sameFunction]));
    const questionId = driver.openQuestions[0]?.question.questionId ?? "";
    driver.client({ kind: "decide", questionId, decision: "reject", decidedBy: "ann" });
    expect(driver.statuses("r")).toEqual(["rejected", "running"]);
  });

  test("P10.2: runs twice where the tool allows it", () => {
    const driver = new FoldDriver();
    const free = { ...sameFunction, allowRepeat: true };
    driver.client(submitOf("t", "r", [free, free]));
    expect(driver.statuses("r")).toEqual(["running", "running"]);
  });

  test("P10.2: of three waiting ones only one runs when the first one fails", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [sameFunction]));
    for (const id of ["a", "b", "c"]) driver.client(submitOf("t", id, [sameFunction]));
    driver.end(keyAt("t", "r", 0), refused);
    expect(driver.running.size).toBe(1);
  });
});

describe("beside an equal write of unknown outcome", () => {
  const afterUnknown = (
    rules: ConstructorParameters<typeof FoldDriver>[0],
    spec: CallSpec,
    turn: string,
  ): FoldDriver => {
    const driver = new FoldDriver(rules);
    driver.client(submitOf("t1", "r1", [same]));
    driver.end(keyAt("t1", "r1", 0), unknown);
    driver.client(submitOf(turn, "r2", [spec]));
    return driver;
  };

  test.each(["t1", "t2"])("P10.2: nothing runs in turn %s of the session, and the earlier call is named", (turn) => {
    const driver = afterUnknown({}, same, turn);
    const earlier = keyAt("t1", "r1", 0);
    const { error } = driver.record("r2.0");
    expect(error).toMatchObject({
      code: "equal_call_unknown",
      didNotRun: true,
      retryable: false,
      earlierCall: earlier,
    });
    expect(error?.message).toContain(earlier);
  });

  test("P10.2: nothing runs where the tool allows repeats either", () => {
    const driver = afterUnknown({}, { ...same, allowRepeat: true }, "t2");
    expect(driver.record("r2.0").error?.code).toBe("equal_call_unknown");
  });

  test("P10.2: nobody is asked about a call that will not run", () => {
    const driver = afterUnknown({}, { ...same, mustAsk: true }, "t2");
    expect(driver.questions).toEqual([]);
  });

  test("P10.2: it is looked at again when the question was approved", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t1", "r1", [same]));
    driver.client(submitOf("t2", "r2", [{ ...same, mustAsk: true }]));
    driver.end(keyAt("t1", "r1", 0), unknown);
    approve(driver);
    expect(driver.record("r2.0").error?.code).toBe("equal_call_unknown");
  });

  test.each(["t1", "t2"])(
    "P10.2: where people are asked they see the earlier call, and a yes runs it (turn %s)",
    (turn) => {
      const driver = afterUnknown({ onEqualUnknown: "ask" }, same, turn);
      expect(driver.openQuestions[0]?.question.preview).toContain(keyAt("t1", "r1", 0));
      approve(driver);
      expect(driver.statuses("r2")).toEqual(["running"]);
    },
  );

  test("P5.6, P10.2: what hides in an earlier call's id is visible to the person", () => {
    const driver = new FoldDriver({ onEqualUnknown: "ask" });
    driver.client(submitOf("t1", "r\u202e1", [same]));
    driver.end(keyAt("t1", "r\u202e1", 0), unknown);
    driver.client(submitOf("t2", "r2", [same]));
    const preview = driver.openQuestions[0]?.question.preview ?? "";
    expect(preview).toContain("\\u{202e}");
    expect(preview).not.toContain("\u202e");
  });

  test("P10.2: with two of unknown outcome a person sees both, and one yes answers for both", () => {
    const driver = afterUnknown({ onEqualUnknown: "ask" }, same, "t2");
    approve(driver);
    driver.end(keyAt("t2", "r2", 0), unknown);
    driver.client(submitOf("t3", "r3", [same]));
    const preview = driver.openQuestions[0]?.question.preview ?? "";
    expect(preview).toContain(keyAt("t1", "r1", 0));
    expect(preview).toContain(keyAt("t2", "r2", 0));
    approve(driver);
    expect(driver.statuses("r3")).toEqual(["running"]);
  });

  test("P8.2, P10.2: after the settlement an equal call runs again, in the same turn only if nothing had happened", () => {
    const settled = (status: "succeeded" | "failed", turn: string): readonly string[] => {
      const driver = new FoldDriver();
      driver.client(submitOf("t1", "r1", [same]));
      const key = keyAt("t1", "r1", 0);
      driver.end(key, unknown);
      driver.client({ kind: "settle", key, status, output: 7, reason: "looked", settledBy: "ann" });
      driver.client(submitOf(turn, "r2", [same]));
      return [...driver.statuses("r2"), driver.record("r2.0").repeatOf ?? "own"];
    };
    expect(settled("failed", "t1")).toEqual(["running", "own"]);
    expect(settled("succeeded", "t2")).toEqual(["running", "own"]);
    expect(settled("succeeded", "t1")).toEqual(["succeeded", keyAt("t1", "r1", 0)]);
  });

  test("P10.2: a settled success stands for its equals although another call took the place meanwhile", () => {
    const driver = new FoldDriver();
    const key = keyAt("t", "r1", 0);
    driver.client(submitOf("t", "r1", [same]));
    driver.end(key, unknown);
    driver.client({ kind: "settle", key, status: "failed", reason: "not there", settledBy: "ann" });
    driver.client(submitOf("t", "r2", [same]));
    driver.client({ kind: "settle", key, status: "succeeded", reason: "it is", settledBy: "bob", override: true });
    driver.end(keyAt("t", "r2", 0), refused);
    driver.client(submitOf("t", "r3", [same]));
    expect(driver.record("r3.0")).toMatchObject({ status: "succeeded", repeatOf: key });
  });
});

describe("an equal write that a settlement made a success", () => {
  /** An unknown call, and an equal one that a person let run beside it. */
  const twoOfThem = (): FoldDriver => {
    const driver = new FoldDriver({ onEqualUnknown: "ask" });
    driver.client(submitOf("t", "r1", [same]));
    driver.end(keyAt("t", "r1", 0), unknown);
    driver.client(submitOf("t", "r2", [same]));
    approve(driver);
    return driver;
  };
  const settle = (driver: FoldDriver, response: string, status: "succeeded" | "failed", override?: true): void => {
    const input = { kind: "settle", key: keyAt("t", response, 0), status, reason: "seen", settledBy: "ann" } as const;
    expect(driver.client({ ...input, override })).toEqual({ accepted: true });
  };
  const repeatsOf = (driver: FoldDriver): string | undefined => {
    driver.client(submitOf("t", "r3", [same]));
    return driver.record("r3.0").repeatOf;
  };

  test("P10.2: an override that takes it back leaves the one that ran: nothing runs twice", () => {
    const driver = twoOfThem();
    driver.end(keyAt("t", "r2", 0), succeeded);
    settle(driver, "r1", "succeeded");
    settle(driver, "r1", "failed", true);
    expect(repeatsOf(driver)).toBe(keyAt("t", "r2", 0));
  });

  test("P10.2: an override that takes the other one back leaves it", () => {
    const driver = twoOfThem();
    driver.end(keyAt("t", "r2", 0), unknown);
    settle(driver, "r1", "succeeded");
    settle(driver, "r2", "succeeded");
    settle(driver, "r2", "failed", true);
    expect(repeatsOf(driver)).toBe(keyAt("t", "r1", 0));
  });

  test("P10.2: it stands when the one that ran beside it fails", () => {
    const driver = twoOfThem();
    settle(driver, "r1", "succeeded");
    driver.end(keyAt("t", "r2", 0), failedBranch);
    expect(repeatsOf(driver)).toBe(keyAt("t", "r1", 0));
  });

  test("P10.2: where both are taken back an equal one runs, and stands for the next", () => {
    const driver = twoOfThem();
    driver.end(keyAt("t", "r2", 0), unknown);
    for (const response of ["r1", "r2"]) settle(driver, response, "succeeded");
    for (const response of ["r1", "r2"]) settle(driver, response, "failed", true);
    expect(repeatsOf(driver)).toBeUndefined();
    expect(driver.statuses("r3")).toEqual(["running"]);
  });
});
