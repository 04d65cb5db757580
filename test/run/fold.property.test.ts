/** The fold of a session under any order of responses, ends, decisions, cancels, restarts, late results and settlements. */

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isFinal } from "../../src/core/call.ts";
import type { TaskEnd } from "../../src/core/engine.ts";
import type { FoldRules } from "../../src/run/fold-rules.ts";
import { defaultFoldRules } from "../../src/run/fold-rules.ts";
import { maxParallelCalls } from "../../src/run/plan.ts";
import type { CallDocument, ResponseDocument } from "../../src/run/session.ts";
import type { Step } from "./fold-driver.ts";
import { FoldDriver } from "./fold-driver.ts";
import type { Move } from "./session-moves.ts";
import { anyEnd, anyMove, decisionOf, play, playOnResponse } from "./session-moves.ts";

/** Ends, decides and resumes until nothing is left to do. */
function drain(driver: FoldDriver, end: TaskEnd): void {
  for (let round = 0; round < 500; round += 1) {
    const running = [...driver.running.keys()][0];
    const question = driver.openQuestions[0];
    const held = driver.responses.find((response) => response.isHeld && !isDone(response));
    if (running !== undefined) driver.end(running, end);
    else if (question !== undefined) driver.client(decisionOf(question, "approve"));
    else if (held !== undefined) playOnResponse(driver, "resume", held);
    else return;
  }
  throw new Error("the session never comes to rest");
}

function isDone(response: ResponseDocument): boolean {
  return response.calls.every((call) => isFinal(call.status));
}

/** What must hold after every input. */
function watch(driver: FoldDriver, rules: Pick<FoldRules, "onEqualUnknown">, step: Step): void {
  for (const task of step.started) checkStart(driver, rules, step, task.id);
  for (const response of driver.responses) checkResponse(driver, response);
  const awaiting = driver.calls.filter((call) => call.record.status === "awaiting_approval");
  const open = driver.openQuestions.map((each) => each.question.questionId);
  must(
    sameMembers(
      open,
      awaiting.map((call) => call.questionId),
    ),
    "each call that waits for a person has its open question",
  );
  must(
    open.every((id) => driver.alarms.has(id)),
    "each open question has its deadline",
  );
  const unsettled = driver.calls.filter(
    (call) => call.record.status === "outcome_unknown" && call.facts.equality !== undefined,
  );
  const kept = Object.values(driver.session.unsettled).flat();
  must(
    sameMembers(
      kept,
      unsettled.map((call) => call.record.key),
    ),
    "the session knows its unsettled calls",
  );
}

/** `expect` is too slow for what is asked some hundred thousand times. */
function must(holds: boolean, claim: string): void {
  if (!holds) throw new Error(`it does not hold that ${claim}`);
}

function sameMembers(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && others.every((other) => some.includes(other));
}

function checkStart(driver: FoldDriver, rules: Pick<FoldRules, "onEqualUnknown">, step: Step, key: string): void {
  const call = driver.call(key);
  const response = driver.responses.find((each) => each.calls.some((state) => state.key === key));
  if (call === undefined || response === undefined) throw new Error(`${key} runs without a document`);
  const { position, isOrdered } = call.facts;
  if (isOrdered) {
    const earlier = response.calls.slice(0, position).filter((state) => state.isOrdered);
    expect(earlier.map((state) => driver.endedAs.get(state.key))).toEqual(earlier.map(() => "succeeded"));
  }
  expect(response.isCancelled).toBe(false);
  const before = step.before.responses.find((each) => each.responseId === response.responseId);
  if (before?.isHeld === true) expect(["resume", "decide"]).toContain(kindOf(step));
  if (before !== undefined && step.input.from === "task") {
    const { revivedAt = before.lastEntryAt } = step.input.end;
    expect(revivedAt - before.lastEntryAt).toBeLessThanOrEqual(defaultFoldRules.resumeWithinMs);
  }
  if (call.record.requiresApproval) {
    expect(driver.questions.find((each) => each.question.questionId === call.questionId)?.decided).toBeDefined();
  }
  checkEquals(driver, rules, call, response);
}

function kindOf({ input }: Step): string {
  return input.from === "client" ? String((input.body as { readonly kind?: string }).kind) : input.from;
}

function checkEquals(
  driver: FoldDriver,
  rules: Pick<FoldRules, "onEqualUnknown">,
  call: CallDocument,
  response: ResponseDocument,
): void {
  const { equality } = call.facts;
  if (equality === undefined) return;
  const equals = driver.calls.filter((each) => each !== call && each.facts.equality === equality);
  const question = driver.questions.find((each) => each.question.questionId === call.questionId);
  const unknown = equals.filter((each) => each.record.status === "outcome_unknown").map((each) => each.record.key);
  if (rules.onEqualUnknown === "refuse") expect(unknown).toEqual([]);
  else for (const key of unknown) expect(question?.earlier).toContain(key);
  if (call.facts.allowRepeat === true) return;
  const inTurn = equals.filter((each) => each.record.turnId === response.turnId && each.facts.allowRepeat !== true);
  // Settled by a person later: the rule looks at the record as it stands.
  const ran = inTurn.filter((each) => each.record.status === "running" || each.record.status === "succeeded");
  expect(ran.filter((each) => each.record.repeatOf === undefined).map((each) => each.record.key)).toEqual([]);
}

function checkResponse(driver: FoldDriver, response: ResponseDocument): void {
  const { calls } = response;
  for (const { key, status, isBlocked } of calls) {
    must(driver.call(key)?.record.status === status, `${key} stands in one way`);
    must(status !== "running" || driver.running.has(key), `${key} runs`);
    must(!isBlocked || status === "waiting", `${key} waits while it is blocked`);
  }
  const ordered = calls.filter((state) => state.isOrdered);
  const busy = ordered.filter((state) => state.status === "running" || state.status === "awaiting_approval");
  must(busy.length <= 1, "one ordered write runs or is asked about at a time");
  if (response.isHeld || response.isCancelled) return;
  const free = calls.some((state) => !state.isOrdered && state.status === "waiting" && !state.isBlocked);
  const running = calls.filter((state) => !state.isOrdered && state.status === "running").length;
  must(!free || running === maxParallelCalls, "nothing unordered waits without need");
}

function run(onEqualUnknown: FoldRules["onEqualUnknown"], moves: readonly Move[], last: TaskEnd): void {
  const driver: FoldDriver = new FoldDriver({ onEqualUnknown }, (step) => {
    watch(driver, { onEqualUnknown }, step);
  });
  for (const move of moves) play(driver, move);
  drain(driver, last);
  for (const { record } of driver.calls) {
    expect(isFinal(record.status)).toBe(true);
    expect(driver.endedAs.has(record.key)).toBe(true);
    expect(record.finishedAt).toBeDefined();
    if (record.status !== "succeeded") expect(record.error).toBeDefined();
  }
  expect(driver.session.blocked).toEqual({});
}

const options = { numRuns: 150 };
// Long sessions: trouble needs several responses under way and a restart between them.
const anyMoves = fc.array(anyMove, { minLength: 5, maxLength: 60, size: "max" });

describe("the fold of a session", () => {
  test("P6.1, P6.3, P6.5, P6.6, P7.4, P10.2: keeps every rule whatever comes in which order", () => {
    fc.assert(
      fc.property(anyMoves, anyEnd, (moves, last) => {
        run("refuse", moves, last);
      }),
      options,
    );
  });

  test("P8.2, P10.2: keeps every rule where people are asked about equal calls of unknown outcome", () => {
    fc.assert(
      fc.property(anyMoves, anyEnd, (moves, last) => {
        run("ask", moves, last);
      }),
      options,
    );
  });
});
