/** Responses as they come in: refused calls, the same response again, another one under its name. */

import { describe, expect, test } from "vitest";
import { DID_NOT_RUN } from "../../src/run/wording.ts";
import { FoldDriver } from "./fold-driver.ts";
import { keyAt, read, submitOf, write } from "./resolved-calls.ts";
import { failedBranch, succeeded } from "./task-ends.ts";

describe("a response", () => {
  test("P2.2: that comes again with the same calls changes nothing", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [write, read]));
    const before = driver.snapshot;
    expect(driver.client(submitOf("t", "r", [write, read]))).toEqual({ accepted: true });
    expect(driver.snapshot).toEqual(before);
  });

  test("P2.2: with other calls is refused and nothing of it runs", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [write]));
    const reply = driver.client(submitOf("t", "r", [write, write]));
    expect(reply).toEqual({ accepted: false, digest: submitOf("t", "r", [write]).digest });
    expect(driver.running.size).toBe(1);
  });

  test("P2.2: of the same id in another turn is another response", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t1", "r", [write]));
    driver.client(submitOf("t2", "r", [read, read]));
    expect(driver.running.size).toBe(3);
  });

  test("without calls is done at once", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", []));
    expect(driver.responses).toHaveLength(1);
  });

  test("P3.3, P6.3: an invalid write stops later writes at its place, and earlier ones run", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [write, { ...write, isRefused: true }, write]));
    expect(driver.statuses("r")).toEqual(["running", "failed", "waiting"]);
    driver.end(keyAt("t", "r", 0), succeeded);
    expect(driver.statuses("r")).toEqual(["succeeded", "failed", "failed"]);
  });

  test("P6.3: a skipped write begins with the safe words and names the call that stopped it", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r", [write, write]));
    driver.end(keyAt("t", "r", 0), failedBranch);
    const { error, skipped } = driver.record("r.1");
    expect(skipped).toBe(true);
    expect(error?.message.startsWith(DID_NOT_RUN)).toBe(true);
    expect(error?.message).toContain(keyAt("t", "r", 0));
    expect(error).toMatchObject({ code: "skipped", didNotRun: true, stoppedBy: keyAt("t", "r", 0) });
  });

  test("P6.4: a failed read or other tool skips nothing, and nothing carries over to the next response", () => {
    const driver = new FoldDriver();
    driver.client(submitOf("t", "r1", [read, { ...write, isOrdered: false }, write, write]));
    driver.end(keyAt("t", "r1", 0), failedBranch);
    driver.end(keyAt("t", "r1", 1), failedBranch);
    expect(driver.statuses("r1")).toEqual(["failed", "failed", "running", "waiting"]);
    driver.end(keyAt("t", "r1", 2), failedBranch);
    driver.client(submitOf("t", "r2", [write]));
    expect(driver.statuses("r2")).toEqual(["running"]);
  });
});
