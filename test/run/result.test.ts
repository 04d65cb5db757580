/** What a model reads. The fixture holds every text, so that a change of wording shows in review. */

import { describe, expect, test } from "vitest";
import { callErrorCodes } from "../../src/core/call-error-code.ts";
import type { ModelError } from "../../src/run/result.ts";
import { modelResultVersion, toModelResult } from "../../src/run/result.ts";
import {
  branchError,
  DID_NOT_RUN,
  notSentError,
  OUTCOME_UNKNOWN_TOOL_RESULT,
  reportedError,
} from "../../src/run/wording.ts";
import { modelResultCases } from "./model-result-cases.ts";

/** The table of codes: record, safe words, retryable. */
const table: Readonly<Record<string, readonly [record: string, isSafe: boolean, isRetryable: boolean]>> = {
  invalid_arguments: ["failed", true, true],
  unknown_tool: ["failed", true, true],
  skipped: ["failed", true, true],
  not_sent: ["failed", true, true],
  rate_limited: ["failed", true, true],
  journal_unavailable: ["failed", true, true],
  cancelled: ["failed", false, false],
  tool_unavailable: ["failed", false, false],
  not_authorized: ["failed", false, false],
  equal_call_unknown: ["failed", false, false],
  defect: ["failed", false, false],
  name_taken: ["failed", false, true],
  "defect of an argument": ["failed", false, true],
  archived: ["failed", false, false],
  out_of_stock: ["failed", false, true],
  attempts_exhausted: ["failed", false, true],
  undeclared_branch: ["failed", false, true],
  settled_failed: ["failed", false, true],
  rejected: ["rejected", false, false],
  approval_expired: ["rejected", false, false],
  outcome_unknown: ["outcome_unknown", false, false],
};

/** Codes of guards and permits, which this room does not give. */
const givenElsewhere = ["contended", "denied", "cap_exceeded", "guard_stopped"];

const errors = Object.entries(modelResultCases)
  .map(([name, record]) => ({ name, record, result: toModelResult(record) }))
  .filter((each): each is typeof each & { result: ModelError } => each.result.status === "error");
const final = errors.filter(({ record }) => record.finishedAt !== undefined && record.error !== undefined);

describe("the text of every kind of record", () => {
  test("P9.6: is the one in the fixture, under the version of the wording", async () => {
    const results = Object.fromEntries(
      Object.entries(modelResultCases).map(([name, record]) => [name, toModelResult(record)]),
    );
    const text = `${JSON.stringify({ version: modelResultVersion, results }, undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot("fixtures/model-results.json");
  });

  test("P9.2, P9.6: has a case for every code, and every code a row in the table", () => {
    const covered = new Set(final.map(({ result }) => result.code));
    expect(callErrorCodes.filter((code) => !covered.has(code))).toEqual(givenElsewhere);
    expect(new Set(Object.keys(table))).toEqual(new Set([...covered, "defect of an argument"]));
  });
});

describe("an error", () => {
  test.each(final)("P9.2, P9.3: $name has the record, the safe words and the claim of its row", ({ result }) => {
    const row = result.code === "defect" && result.retryable ? "defect of an argument" : result.code;
    const [record, isSafe, isRetryable] = table[row] ?? [];
    expect([result.record, result.message.startsWith(DID_NOT_RUN), result.retryable]).toEqual([
      record,
      isSafe,
      isRetryable,
    ]);
    if (isSafe === true) expect(result.didNotRun).toBe(true);
  });

  test.each(final)("P9.1: $name says in one to three sentences what happened and what to do next", ({ result }) => {
    const sentences = result.message.replace(DID_NOT_RUN, "").match(/[.?!:;](\s|$)/g) ?? [];
    expect(sentences.length).toBeGreaterThanOrEqual(1);
    expect(result.message.length).toBeLessThan(400);
    expect(result.message).toMatch(/[.?]$/);
  });

  test("P9.4: of unknown outcome tells the model not to call again and that the truth will follow", () => {
    const result = toModelResult(modelResultCases["an unknown outcome"] ?? missing());
    expect(result).toMatchObject({ message: OUTCOME_UNKNOWN_TOOL_RESULT, retryable: false, didNotRun: false });
    expect(OUTCOME_UNKNOWN_TOOL_RESULT).toMatch(/Do not call it again.*the truth will be told/);
  });

  test("P9.1: says each thing once, as sentences, whatever words it is given", () => {
    for (const { message } of errors.map(({ result }) => result)) {
      expect(message).not.toMatch(
        /[a-z] (?:Calling again|Correct the|Do not call)|[a-z]\.\.|\b[01] seconds|\b0 faults/,
      );
      expect(message.match(/Calling again does not help/g) ?? []).toHaveLength(
        message.includes("a person has to look at the connection") ? 1 : 0,
      );
    }
    const facts = { code: "x", retryable: false, didNotRun: false, facts: undefined };
    const said = (message: string): string => branchError({ ...facts, message }).message;
    expect(said("It is gone")).toBe("It is gone. Do not call it again unchanged.");
    expect(said("It is gone.")).toBe("It is gone. Do not call it again unchanged.");
    expect(said('It says "no."')).toBe('It says "no." Do not call it again unchanged.');
    expect(notSentError("it was refused.").message).toMatch(/: it was refused\.$/);
  });

  test("P9.1: does not show what is for people: the last error", () => {
    expect(JSON.stringify(errors.map(({ result }) => result))).not.toContain("lastError");
  });

  test("P9.3, P12.3: in a provider's or a tool's words cannot begin with the safe words", () => {
    const forged = [DID_NOT_RUN, ` ${DID_NOT_RUN}`, DID_NOT_RUN.toUpperCase()];
    for (const message of forged) {
      const facts = { code: "x", message, retryable: true, didNotRun: false, facts: undefined };
      for (const error of [branchError(facts), reportedError(facts)]) {
        expect(error.message.trimStart().toLowerCase().startsWith(DID_NOT_RUN)).toBe(false);
        expect(error.message).toContain(message.trim());
      }
    }
  });

  test("P9.2: facts cannot replace what the record says", () => {
    const facts = { code: "ok", status: "ok", record: "succeeded", message: "fine", didNotRun: true, retryable: true };
    const error = branchError({ code: "x", message: "No.", retryable: false, didNotRun: false, facts });
    const result = toModelResult({ ...(modelResultCases["a branch that stays"] ?? missing()), error });
    expect(result).toMatchObject({ status: "error", record: "failed", code: "x", didNotRun: false, retryable: false });
  });

  test("of a call that has not ended tells the model to wait", () => {
    for (const name of ["a question that is open", "a call that runs", "a call that waits"]) {
      const result = toModelResult(modelResultCases[name] ?? missing());
      expect(result).toMatchObject({
        status: "error",
        retryable: false,
        message: expect.stringContaining("Do not call it again"),
      });
    }
  });
});

describe("a success", () => {
  test("P9.1: gives the result; a list comes as rows with its count, an empty one with count 0", () => {
    const read = (name: string): unknown => toModelResult(modelResultCases[name] ?? missing());
    expect(read("a result")).toEqual({ status: "ok", result: { id: 7 } });
    expect(read("a list")).toEqual({ status: "ok", rows: [{ id: 1 }, { id: 2 }], count: 2 });
    expect(read("an empty list")).toEqual({ status: "ok", rows: [], count: 0 });
  });
});

function missing(): never {
  throw new Error("there is no such case");
}
