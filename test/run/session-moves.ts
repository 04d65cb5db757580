/** Anything that may happen to a session, as data, and how a driver plays it. */

import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { isFinal } from "../../src/core/call.ts";
import type { TaskEnd } from "../../src/core/engine.ts";
import type { DecideInput } from "../../src/run/client-input.ts";
import { digestOf } from "../../src/run/digest.ts";
import type { CallDocument, QuestionDocument, ResponseDocument } from "../../src/run/session.ts";
import type { FoldDriver } from "./fold-driver.ts";
import type { CallSpec } from "./resolved-calls.ts";
import { submitOf } from "./resolved-calls.ts";
import { allEnds } from "./task-ends.ts";

const MINUTE = 60_000;

export type Move =
  | { readonly kind: "submit"; readonly turn: number; readonly specs: readonly CallSpec[] }
  | { readonly kind: "end"; readonly pick: number; readonly end: TaskEnd }
  | { readonly kind: "decide"; readonly pick: number; readonly decision: "approve" | "reject" | "edit" }
  | { readonly kind: "cancel" | "resume" | "resubmit" | "deadline" | "lookup"; readonly pick: number }
  | { readonly kind: "late"; readonly pick: number; readonly end: TaskEnd }
  | {
      readonly kind: "settle";
      readonly pick: number;
      readonly status: "succeeded" | "failed";
      readonly override: boolean;
    }
  | { readonly kind: "restart"; readonly awayMs: number };

/** Equality texts whose tool says `allowRepeat`. */
const repeatedFreely = new Set(["C"]);

const anySpec: fc.Arbitrary<CallSpec> = fc
  .record({
    kind: fc.constantFrom("read", "write", "write", "repeatable", "function", "unclassified"),
    mustAsk: fc.boolean(),
    equality: fc.constantFrom("A", "A", "B", "C", undefined),
    isRefused: fc.integer({ min: 0, max: 9 }).map((chance) => chance === 0),
  })
  .map(({ kind, mustAsk, equality, isRefused }) => {
    if (kind === "read") return { effect: "read", mustAsk, isRefused };
    if (kind === "unclassified") return { effect: "unclassified", isOrdered: false, mustAsk, isRefused };
    const effect = kind === "repeatable" ? "idempotent_write" : "non_idempotent_write";
    const allowRepeat = equality !== undefined && repeatedFreely.has(equality);
    return { effect, isOrdered: kind !== "function", mustAsk, isRefused, allowRepeat, equality: equality };
  });

const pick = fc.nat(1_000);
export const anyEnd = fc.constantFrom(...allEnds);

export const anyMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("submit" as const),
      turn: fc.integer({ min: 1, max: 2 }),
      specs: fc.array(anySpec, { minLength: 1, maxLength: 5, size: "max" }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("end" as const), pick, end: anyEnd }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("decide" as const),
      pick,
      decision: fc.constantFrom("approve", "approve", "reject", "edit"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("cancel", "resume", "resubmit", "deadline", "lookup"), pick }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("late" as const), pick, end: anyEnd }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("settle" as const),
      pick,
      status: fc.constantFrom("succeeded", "failed"),
      override: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("restart" as const), awayMs: fc.constantFrom(MINUTE, 600 * MINUTE) }),
  },
);

function at<T>(list: readonly T[], position: number): T | undefined {
  return list[position % Math.max(1, list.length)];
}

let made = 0;

export function play(driver: FoldDriver, move: Move): void {
  driver.now += 1_000;
  switch (move.kind) {
    case "submit":
      made += 1;
      driver.client(submitOf(`t${String(move.turn)}`, `r${String(made)}`, move.specs));
      return;
    case "end": {
      const task = at([...driver.running.keys()], move.pick);
      if (task !== undefined) driver.end(task, move.end);
      return;
    }
    case "decide": {
      const question = at(driver.questions, move.pick);
      if (question !== undefined) driver.client(decisionOf(question, move.decision));
      return;
    }
    case "deadline": {
      const question = at(driver.openQuestions, move.pick);
      if (question === undefined) return;
      driver.now = Math.max(driver.now, question.question.expiresAt);
      driver.apply({ from: "alarm", id: question.question.questionId });
      return;
    }
    case "late": {
      const call = at(driver.calls.filter(hasRun), move.pick);
      if (call !== undefined) driver.apply({ from: "late", id: call.record.key, end: move.end });
      return;
    }
    case "settle": {
      const call = at(driver.calls, move.pick);
      if (call === undefined) return;
      const { key } = call.record;
      const { status, override } = move;
      driver.client({ kind: "settle", key, status, output: 1, reason: "looked", settledBy: "ops", override });
      return;
    }
    case "restart":
      driver.restart(move.awayMs);
      return;
    default:
      playOnResponse(driver, move.kind, at(driver.responses, move.pick));
  }
}

export function playOnResponse(driver: FoldDriver, kind: string, response: ResponseDocument | undefined): void {
  if (response === undefined) return;
  const { turnId, responseId } = response;
  if (kind === "cancel" || kind === "resume") driver.client({ kind, turnId, responseId });
  if (kind === "resubmit") {
    const other = submitOf(turnId, responseId, [{ effect: "read" }, { effect: "read" }, { effect: "read" }]);
    const reply = driver.client(other);
    const isRefused = isDeepStrictEqual(reply, { accepted: false, digest: response.digest });
    if (!isRefused) throw new Error(`other calls under the name ${responseId} were not refused`);
  }
}

export function decisionOf({ question }: QuestionDocument, kind: "approve" | "reject" | "edit"): DecideInput {
  const { questionId } = question;
  if (kind !== "edit") return { kind: "decide", questionId, decision: kind, decidedBy: "ann" };
  const args = { text: "B" };
  const edit = { arguments: args, digest: digestOf(args), preview: "edited", equality: "B" };
  return { kind: "decide", questionId, decision: "approve", decidedBy: "ann", edit };
}

function hasRun(call: CallDocument): boolean {
  return isFinal(call.record.status) && call.record.attempts > 0;
}
