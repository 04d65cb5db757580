/** The table of attempts: every ending in every effect class, first sent or sent again, run by the real runner on the memory engine. */

import { describe, expect, test } from "vitest";
import type { CallRecord } from "../../src/core/call.ts";
import type { EffectClass } from "../../src/core/effect.ts";
import type { Ending } from "../../src/core/ending.ts";
import { DID_NOT_RUN } from "../../src/run/wording.ts";
import { runOne } from "./test-runner.ts";
import type { Script } from "./scripted-source.ts";
import { atOnce, connectorFacts, connectorToolOf, inTurn, ScriptedSource } from "./scripted-source.ts";

/** `failed-` did run, or may have; `did-not-run` is proven. */
type Expected = "succeeded" | "failed" | "did-not-run" | "outcome_unknown";

const sent = (ending: Ending): Script => {
  return (_, attempt) => {
    attempt.beginDispatch();
    return ending;
  };
};
const unsent = (ending: Ending): Script => {
  return (_, attempt) => {
    attempt.beginDispatch().provenNotSent();
    return ending;
  };
};

const cut = sent({ kind: "ambiguous", reason: "the connection was cut" });

const endings: Readonly<Record<string, Script>> = {
  "a declared branch that succeeded": sent({ kind: "branch", branch: "added", record: "succeeded", output: 1 }),
  "a declared branch that failed": sent({ kind: "branch", branch: "name_taken", record: "failed", isRetryable: true }),
  "a failed branch written for re-sends": sent({
    kind: "branch",
    branch: "name_taken",
    record: "failed",
    isForResend: true,
  }),
  "a refusal of the credentials": unsent({
    kind: "branch",
    branch: "defect",
    record: "failed",
    code: "not_authorized",
    provesNothingHappened: true,
  }),
  "a declared branch of unknown outcome": sent({ kind: "branch", branch: "accepted", record: "outcome_unknown" }),
  "a branch that is declared nowhere": sent({ kind: "branch", branch: "surprise", record: "succeeded" }),
  "an undeclared branch": sent({ kind: "undeclared_branch", branch: "surprise" }),
  "a plain result": sent({ kind: "returned", output: 1 }),
  "a reported failure": sent({
    kind: "reported_failure",
    code: "out_of_stock",
    message: "It is gone.",
    isRetryable: true,
  }),
  "not sent": unsent({ kind: "not_sent", reason: "the connection was refused" }),
  "not sent, though something left": sent({ kind: "not_sent", reason: "so says the handler" }),
  "not processed": sent({ kind: "not_processed", reason: "too many requests" }),
  "something ambiguous": cut,
  "something ambiguous and final": sent({ kind: "ambiguous", reason: "past the window", isFinal: true }),
  "a throw": () => {
    throw new TypeError("sk-secret-in-message");
  },
};

const firstSend: Readonly<Record<string, readonly [Expected, Expected, Expected]>> = {
  // read, idempotent_write, single-attempt
  "a declared branch that succeeded": ["succeeded", "succeeded", "succeeded"],
  "a declared branch that failed": ["failed", "failed", "failed"],
  "a failed branch written for re-sends": ["failed", "failed", "failed"],
  "a refusal of the credentials": ["did-not-run", "did-not-run", "did-not-run"],
  "a declared branch of unknown outcome": ["outcome_unknown", "outcome_unknown", "outcome_unknown"],
  "a branch that is declared nowhere": ["failed", "outcome_unknown", "outcome_unknown"],
  "an undeclared branch": ["failed", "outcome_unknown", "outcome_unknown"],
  "a plain result": ["succeeded", "succeeded", "succeeded"],
  "a reported failure": ["failed", "failed", "failed"],
  "not sent": ["failed", "did-not-run", "did-not-run"],
  "not sent, though something left": ["failed", "outcome_unknown", "outcome_unknown"],
  "not processed": ["failed", "did-not-run", "did-not-run"],
  "something ambiguous": ["failed", "outcome_unknown", "outcome_unknown"],
  "something ambiguous and final": ["failed", "outcome_unknown", "outcome_unknown"],
  "a throw": ["failed", "outcome_unknown", "outcome_unknown"],
};

/** Where a re-send of an idempotent write ends otherwise than a first send; the mechanism is a key. */
const resend: Readonly<Record<string, Expected>> = {
  "a refusal of the credentials": "outcome_unknown",
  "a reported failure": "outcome_unknown",
  "not sent": "outcome_unknown",
  "not processed": "outcome_unknown",
};

function kindOf(record: CallRecord): Expected {
  const { status, error } = record;
  if (status === "failed") return error?.didNotRun === true ? "did-not-run" : "failed";
  if (status === "succeeded" || status === "outcome_unknown") return status;
  throw new Error(`a call ended as ${status}`);
}

async function endAs(
  effect: EffectClass,
  scripts: readonly Script[],
  mechanism: "key" | "natural" = "key",
): Promise<CallRecord> {
  const connector = connectorFacts(effect === "idempotent_write" ? { mechanism, mechanismText: mechanism } : {});
  const execution = { timeoutMs: 10_000, retry: { ...atOnce, attempts: scripts.length }, downtimeCounts: false };
  const tool = connectorToolOf("note", effect, inTurn(...scripts), { connector, execution });
  return runOne(new ScriptedSource(tool), "note", { toolPolicies: { note: { requiresApproval: false } } });
}

function scriptOf(name: string): Script {
  const script = endings[name];
  if (script === undefined) throw new Error(`there is no ending "${name}"`);
  return script;
}

const classes: readonly EffectClass[] = ["read", "idempotent_write", "non_idempotent_write"];
const firstCases = Object.entries(firstSend).flatMap(([name, row]) =>
  classes.map((effect, column) => ({ name, effect, expected: row[column] })),
);

describe("the first and only send", () => {
  test("has a row for every ending", () => {
    expect(Object.keys(firstSend)).toEqual(Object.keys(endings));
  });

  test.each(firstCases)("P4.3, P4.7: $name ends a $effect as $expected", async ({ name, effect, expected }) => {
    const record = await endAs(effect, [scriptOf(name)]);
    expect(kindOf(record)).toBe(expected);
    expect(record.attempts).toBe(1);
    expectHonestWords(record);
  });
});

describe("a re-send after an ambiguous first send", () => {
  const cases = Object.entries(firstSend).map(([name, row]) => ({ name, read: row[0], write: resend[name] ?? row[1] }));

  test.each(cases)("P4.6: $name ends an idempotent write with a key as $write", async ({ name, write }) => {
    const record = await endAs("idempotent_write", [cut, scriptOf(name)]);
    expect(kindOf(record)).toBe(write);
    expect(record.attempts).toBe(2);
    expectHonestWords(record);
  });

  test.each(cases)("P4.6: $name ends a read as the first time: $read", async ({ name, read }) => {
    expect(kindOf(await endAs("read", [cut, scriptOf(name)]))).toBe(read);
  });

  test.each([
    ["a declared branch that failed", "outcome_unknown"],
    ["a failed branch written for re-sends", "failed"],
    ["a declared branch that succeeded", "succeeded"],
  ] as const)("P4.6: without a key %s ends a natural write as %s", async (name, expected) => {
    expect(kindOf(await endAs("idempotent_write", [cut, scriptOf(name)], "natural"))).toBe(expected);
  });

  test("P4.6: what may have been sent is not forgotten over later attempts that were not sent", async () => {
    const notSent = scriptOf("not sent");
    const record = await endAs("idempotent_write", [notSent, cut, notSent]);
    expect(record).toMatchObject({ status: "outcome_unknown", attempts: 3 });
  });

  test("P4.6: a success after attempts that were not sent is a success", async () => {
    const record = await endAs("idempotent_write", [scriptOf("not sent"), cut, scriptOf("a plain result")]);
    expect(record).toMatchObject({ status: "succeeded", attempts: 3 });
  });
});

describe("a single-attempt write", () => {
  test.each(Object.keys(endings))(
    "P4.1: is entered once although its budget allows three attempts: %s",
    async (name) => {
      const record = await endAs("non_idempotent_write", [scriptOf(name), scriptOf(name), scriptOf(name)]);
      expect(record.attempts).toBe(1);
    },
  );

  test("P4.4: a refusal with a stated wait tells the wait", async () => {
    const record = await endAs("non_idempotent_write", [
      sent({ kind: "not_processed", reason: "too many requests", retryAfterMs: 1_001 }),
    ]);
    expect(record.error).toMatchObject({ code: "rate_limited", retryAfterSeconds: 2, didNotRun: true });
  });
});

describe("the budget", () => {
  test("P4.4: a stated wait that does not fit ends the call instead of being cut short", async () => {
    const busy = sent({ kind: "not_processed", reason: "busy", retryAfterMs: atOnce.total + 1 });
    const record = await endAs("idempotent_write", [busy, scriptOf("a plain result")]);
    expect(record).toMatchObject({ status: "failed", attempts: 1, error: { code: "rate_limited" } });
  });

  test("P4.4: a wait that the manifest does not allow ends the call", async () => {
    const busy = sent({ kind: "not_processed", reason: "busy", retryAfterMs: 1, isFinal: true });
    const record = await endAs("idempotent_write", [busy, scriptOf("a plain result")]);
    expect(record).toMatchObject({ status: "failed", attempts: 1, error: { code: "rate_limited" } });
  });

  test("P4.4: what was not sent for good is not tried again", async () => {
    const gone = unsent({ kind: "not_sent", reason: "there are no credentials", isFinal: true });
    const record = await endAs("idempotent_write", [gone, scriptOf("a plain result")]);
    expect(record).toMatchObject({ status: "failed", attempts: 1, error: { code: "not_sent", didNotRun: true } });
  });

  test("P2.4: what is final is not sent again", async () => {
    const record = await endAs("idempotent_write", [
      scriptOf("something ambiguous and final"),
      scriptOf("a plain result"),
    ]);
    expect(record).toMatchObject({ status: "outcome_unknown", attempts: 1 });
  });
});

/** Did-not-run is said exactly where it is true, and a thrown message never reaches the model. */
function expectHonestWords(record: CallRecord): void {
  const message = record.error?.message ?? "";
  if (message.startsWith(DID_NOT_RUN)) expect(record.error?.didNotRun).toBe(true);
  expect(JSON.stringify(record)).not.toContain("sk-secret-in-message");
}
