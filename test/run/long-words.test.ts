/** A person's words and edits may be long; what a model reads of them is not. */

import { expect, test } from "vitest";
import type { CallRecord } from "../../src/core/call.ts";
import { toModelResult } from "../../src/run/result.ts";
import { outcomeMessage } from "../../src/run/unknown-report.ts";
import { rejectedError, settledError } from "../../src/run/wording-people.ts";
import { modelResultCases } from "./model-result-cases.ts";

const base = modelResultCases["a result"] as CallRecord;
const long = "word ".repeat(100_000);

test("P5.7: a comment of 2,000 characters is read whole, a longer one is cut and says so", () => {
  const most = "x".repeat(2_000);
  expect(rejectedError(most).message).toContain(JSON.stringify(most));
  expect(rejectedError(`${most}y`).message).toContain(JSON.stringify(`${most}…`));
});

test("P9.1: the reason of a settlement is cut like a comment", () => {
  expect(settledError({ code: undefined, reason: long, facts: undefined }).message.length).toBeLessThan(2_200);
});

test("P5.7, P9.5: edited arguments over the limit of a result are cut, with their length", () => {
  const record = { ...base, proposedArguments: { text: "a" }, arguments: { text: long } };
  const text = JSON.stringify(toModelResult(record));
  expect(text.length).toBeLessThan(6_000);
  expect(text).toContain(`cut from ${String(JSON.stringify(record.arguments).length)} bytes`);
});

test("P8.3, P9.5: the result in an application message is cut like the result itself", () => {
  const record: CallRecord = { ...base, output: { text: long }, maxResultBytes: 500 };
  const { text } = outcomeMessage(record, "secret");
  expect(text.length).toBeLessThan(1_000);
  expect(text).toContain("cut from");
  expect(outcomeMessage({ ...base, output: { id: 7 } }, "secret").text).toMatch(/Result: \{"id":7\}$/);
});
