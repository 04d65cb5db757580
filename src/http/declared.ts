/** The door to declared operations: one attempt from arguments to ending, and the question afterwards how an attempt ended. */

import { assertNever } from "../core/assert-never.ts";
import { isSingleAttempt } from "../core/effect.ts";
import type { Ending, Reconciliation } from "../core/ending.ts";
import type { JsonObject } from "../core/json.ts";
import type { RequestDeclaration } from "../core/manifest-request.ts";
import type { Operation } from "../core/manifest.ts";
import type { ToolAttempt } from "../core/tool.ts";
import { joinAdditions, keyAddition, type Additions } from "./additions.ts";
import { defectEnding } from "./branch-ending.ts";
import { conclude, mayHaveHappened } from "./conclude.ts";
import {
  declaredCall,
  exchange,
  prepareRequest,
  toSent,
  type DeclaredCall,
  type DeclaredConnection,
  type Sent,
} from "./declared-call.ts";
import { lookUp } from "./lookup.ts";
import { pageAdditions } from "./paginate.ts";
import type { Held } from "./rate-gates.ts";
import { reconcileByLookup, settleByLookup, type OpenQuestion } from "./settle-by-lookup.ts";

export type { DeclaredConnection, OutputCheck } from "./declared-call.ts";

/** One attempt of a declared operation. Rejects only with what the attempt's own `beginDispatch` throws. */
export function performDeclared(
  connection: DeclaredConnection,
  operation: Operation,
  input: JsonObject,
  attempt: ToolAttempt,
): Promise<Ending> {
  const { implementation } = operation;
  if (implementation.kind !== "request")
    return Promise.reject(new TypeError(`the operation ${operation.name} has a handler and no declared request`));
  const call = declaredCall(connection, operation, input, attempt);
  return mayHaveHappened(call) ? resend(call, implementation.request) : sendUntilTaken(call, implementation.request);
}

async function resend(call: DeclaredCall, declaration: RequestDeclaration): Promise<Ending> {
  return (await beforeResend(call)) ?? sendUntilTaken(call, declaration);
}

/**
 * Asks the provider how an earlier call of a write ended; sends no write.
 *
 * For every operation with `lookup`, handlers too (then `runQuery` must run the lookup's query if that is a handler).
 * Asked before `waitBefore` has passed since the last dispatch it says when to ask again.
 */
export async function reconcileDeclared(
  connection: DeclaredConnection,
  operation: Operation,
  input: JsonObject,
  attempt: ToolAttempt,
): Promise<Reconciliation> {
  const { lookup } = operation;
  if (lookup === undefined) return { kind: "open", reason: `the operation ${operation.name} declares no lookup` };
  const call = declaredCall(connection, operation, input, attempt);
  const since = attempt.lastDispatchAt ?? attempt.firstDispatchAt;
  return reconcileByLookup(call, lookup, await lookUp(call, lookup, since, queryRunner(connection)));
}

/** Runs a query of the same connector; the default where a connection gives no runner of its own. */
function queryRunner(connection: DeclaredConnection): NonNullable<DeclaredConnection["runQuery"]> {
  if (connection.runQuery !== undefined) return connection.runQuery;
  return (name, input, attempt) => {
    const query = connection.manifest.operations[name];
    if (query === undefined) throw new TypeError(`the manifest has no operation ${name}`);
    return performDeclared(connection, query, input, attempt);
  };
}

/** What must be known before a write is sent again, by a handler too: an ending, or `undefined` when it may be sent. */
export async function beforeResend(call: DeclaredCall): Promise<Ending | undefined> {
  const { idempotency, lookup } = call.operation;
  const isForgotten = idempotency?.kind === "key" && isPast(idempotency.windowMs, call.attempt);
  if (idempotency?.kind !== "lookup" && !isForgotten) return undefined;
  const reason = isForgotten
    ? "the provider no longer knows the key of the first send"
    : "the first send may have worked";
  if (lookup === undefined) return { kind: "ambiguous", reason, isFinal: true };
  const since = call.attempt.lastDispatchAt ?? call.attempt.firstDispatchAt;
  return ask(call, { absent: undefined, otherwise: { kind: "ambiguous", reason, isFinal: isForgotten } }, since);
}

function isPast(windowMs: number | "forever", attempt: ToolAttempt): boolean {
  if (windowMs === "forever" || attempt.firstDispatchAt === undefined) return false;
  return attempt.clock.now() - attempt.firstDispatchAt >= windowMs;
}

/** Waits before the second and third try of a request that provably did not leave. */
export const UNSENT_WAITS_MS = [250, 1_000] as const;

/**
 * Sends the request. A single-attempt write has no second attempt, so here, and only while nothing can have happened,
 * it is sent again: at most twice, within the attempt's time. All others leave that to the one retry layer above.
 */
async function sendUntilTaken(call: DeclaredCall, declaration: RequestDeclaration): Promise<Ending> {
  const prepared = prepareRequest(call, declaration, additionsOf);
  if (prepared.kind !== "request") return endingOf(call, prepared);
  const { request } = prepared;
  // What may be attempted again is sent once here.
  if (!isSingleAttempt(call.operation.effect))
    return endingOf(call, toSent(await exchange(call, request), call, declaration));
  let refusal: Ending | undefined;
  for (const pauseMs of [...UNSENT_WAITS_MS, undefined]) {
    const ending = await endingOf(call, toSent(await exchange(call, request), call, declaration));
    if (ending.kind === "not_processed") refusal = ending;
    const waitMs = repeatAfter(ending, pauseMs);
    if (waitMs === undefined || !(await slept(call.attempt, waitMs))) {
      // Behind a refusal, "nothing left this time" must not hide that something was sent and refused.
      return ending.kind === "not_sent" ? (refusal ?? ending) : ending;
    }
  }
  return { kind: "ambiguous", reason: "the request was repeated more often than it may be" };
}

function additionsOf(call: DeclaredCall): Additions {
  const { idempotency, pagination } = call.operation;
  const page = pageAdditions(pagination, call.scope, call.connection.manifest);
  if (idempotency?.kind !== "key") return page;
  const key = call.scope.key(idempotency.format, idempotency.maxLength);
  return joinAdditions(page, keyAddition(idempotency.place, key));
}

/** The wait before the request may go again; `undefined` when it may not, as after the last try. */
function repeatAfter(ending: Ending, pauseMs: number | undefined): number | undefined {
  if (pauseMs === undefined) return undefined;
  if (ending.kind === "not_sent") return ending.isFinal === true ? undefined : pauseMs;
  if (ending.kind === "not_processed") return ending.isFinal === true ? undefined : (ending.retryAfterMs ?? pauseMs);
  return undefined;
}

/** Waits, unless the wait does not fit into the attempt's time: then it is not cut short but not begun. */
export async function slept(
  attempt: Pick<ToolAttempt, "clock" | "deadline" | "signal">,
  waitMs: number,
): Promise<boolean> {
  if (attempt.clock.now() + waitMs >= attempt.deadline || attempt.signal.aborted) return false;
  try {
    await attempt.clock.sleep(waitMs, attempt.signal);
    return true;
  } catch (error) {
    // The sleep rejects when the attempt is stopped: what is known so far is its ending.
    if (attempt.signal.aborted) return false;
    throw error;
  }
}

function endingOf(call: DeclaredCall, sent: Sent): Ending | Promise<Ending> {
  switch (sent.kind) {
    case "defect":
      return defect(call, sent.reason, sent.isOfArgument);
    case "held":
      return heldEnding(sent);
    case "not_sent":
      return { kind: "not_sent", reason: sent.reason, ...(sent.isFinal ? { isFinal: true } : {}) };
    case "seen": {
      const conclusion = conclude(call, sent);
      return conclusion.kind === "ending" ? conclusion.ending : askNow(call, conclusion);
    }
    default:
      return assertNever(sent);
  }
}

/** Our own rate limit had no place in the attempt's time, for a handler too. */
export function heldEnding({ waitMs }: Held): Ending {
  return {
    kind: "not_processed",
    reason: "the connection's rate limit is used up",
    retryAfterMs: Math.ceil(waitMs),
  };
}

/** It was sent just now: that is the dispatch which a wait counts from. */
async function askNow(call: DeclaredCall, question: OpenQuestion): Promise<Ending> {
  return (await ask(call, question, call.attempt.clock.now())) ?? question.otherwise;
}

/** A request that can no longer be built says nothing about one that was sent before. */
function defect(call: DeclaredCall, reason: string, isOfArgument: boolean): Ending {
  return mayHaveHappened(call) ? { kind: "ambiguous", reason, isFinal: true } : defectEnding(reason, isOfArgument);
}

/** Looks up inside an attempt, waiting when it is too early; `undefined` when it is proven that nothing happened and the write may be sent. */
async function ask(
  call: DeclaredCall,
  question: OpenQuestion,
  lastDispatchAt: number | undefined,
): Promise<Ending | undefined> {
  const { lookup } = call.operation;
  if (lookup === undefined) return question.otherwise;
  const runQuery = queryRunner(call.connection);
  let finding = await lookUp(call, lookup, lastDispatchAt, runQuery);
  if (finding.kind === "too_early" && (await slept(call.attempt, finding.waitMs))) {
    finding = await lookUp(call, lookup, lastDispatchAt, runQuery);
  }
  return settleByLookup(call, lookup, finding, question);
}
