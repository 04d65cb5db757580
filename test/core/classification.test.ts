/** Which rule an exchange meets. */

import { describe, expect, test } from "vitest";
import type { Observation } from "../../src/core/classification.ts";
import { classify, faultOfUnreadableBody, isBeforeDispatch, meets } from "../../src/core/classification.ts";
import type { Classification, Condition } from "../../src/core/manifest-classify.ts";

const seen = (change: Partial<Observation> = {}): Observation => ({
  status: 200,
  headers: { "retry-after": "3" },
  body: { ok: false, error: "name_taken", list: [1, 2], none: null },
  isResend: false,
  ...change,
});

/** A condition with these tests and no others. */
function when(tests: Partial<Condition>): Condition {
  return { status: undefined, body: undefined, header: undefined, retried: undefined, fault: undefined, ...tests };
}

const conditions: readonly [string, Partial<Condition>, boolean][] = [
  ["no test at all", {}, true],
  ["a status in a range", { status: [{ from: 200, to: 299 }] }, true],
  ["the ends of a range", { status: [{ from: 200, to: 200 }] }, true],
  ["a status outside", { status: [{ from: 201, to: 299 }] }, false],
  ["a header that is there", { header: { kind: "exists", name: "retry-after", exists: true } }, true],
  ["a header that must be missing", { header: { kind: "exists", name: "retry-after", exists: false } }, false],
  [
    "a header named like a member of every object",
    { header: { kind: "exists", name: "constructor", exists: true } },
    false,
  ],
  ["an equal value", { body: { kind: "equals", at: "/error", value: "name_taken" } }, true],
  ["another type", { body: { kind: "equals", at: "/ok", value: "false" } }, false],
  ["an equal list", { body: { kind: "equals", at: "/list", value: [1, 2] } }, true],
  ["null", { body: { kind: "equals", at: "/none", value: null } }, true],
  ["one of several", { body: { kind: "in", at: "/error", values: ["gone", "name_taken"] } }, true],
  ["a value that is not there", { body: { kind: "exists", at: "/id", exists: false } }, true],
  ["a list's length, which is no item", { body: { kind: "exists", at: "/list/length", exists: true } }, false],
  ["a first send", { retried: false }, true],
  ["a re-send", { retried: true }, false],
  ["one test of two", { status: [{ from: 200, to: 299 }], retried: true }, false],
  ["a fault that did not happen", { fault: ["timeout"] }, false],
];

describe("a condition", () => {
  test.each(conditions)("of %s is judged rightly", (_, condition, expected) => {
    expect(meets(when(condition), seen())).toBe(expected);
  });

  test("that names no fault does not hold for an exchange that ended in one", () => {
    expect(meets(when({}), seen({ fault: "timeout" }))).toBe(false);
    expect(meets(when({ fault: ["timeout", "reset"] }), seen({ fault: "timeout" }))).toBe(true);
    expect(meets(when({ fault: ["reset"] }), seen({ fault: "timeout" }))).toBe(false);
  });

  test("on the body does not hold without one, not even for what must be missing elsewhere", () => {
    const bare = seen({ body: undefined });
    expect(meets(when({ body: { kind: "exists", at: "/id", exists: true } }), bare)).toBe(false);
    expect(meets(when({ body: { kind: "equals", at: "", value: null } }), bare)).toBe(false);
  });
});

describe("a classification", () => {
  const classification: Classification = {
    rules: [
      // oxlint-disable-next-line unicorn/no-thenable -- the manifest's word.
      { when: when({ status: [{ from: 200, to: 299 }], retried: true }), then: { kind: "ambiguous" } },
      // oxlint-disable-next-line unicorn/no-thenable -- the manifest's word.
      { when: when({ status: [{ from: 200, to: 299 }] }), then: { kind: "notProcessed" } },
    ],
    otherwise: { kind: "tail" },
  } as unknown as Classification;

  test("takes the first rule that holds", () => {
    expect(classify(classification, seen()).rule).toBe(classification.rules[1]);
    expect(classify(classification, seen({ isResend: true })).rule).toBe(classification.rules[0]);
  });

  test("falls to `otherwise` when none holds", () => {
    expect(classify(classification, seen({ status: 500 }))).toEqual({ outcome: { kind: "tail" }, rule: undefined });
  });
});

describe("faults", () => {
  test("P4.6: only name, connection and TLS come before dispatch", () => {
    expect((["dns", "connect", "tls"] as const).every(isBeforeDispatch)).toBe(true);
    expect((["timeout", "reset", "invalidBody"] as const).some(isBeforeDispatch)).toBe(false);
  });

  test.each([
    [199, undefined],
    [200, "invalidBody"],
    [299, "invalidBody"],
    [300, undefined],
    [502, undefined],
  ])("a body that cannot be read under %i is the fault %s", (status, fault) => {
    expect(faultOfUnreadableBody(status)).toBe(fault);
  });
});
