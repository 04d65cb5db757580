/**
 * The order of one response: which calls may start now, which are to be asked about, which can never run.
 * Pure, and the only place that knows the rule; every shell and engine goes through it.
 */

import type { CallStatus } from "../core/call.ts";
import { isFinal } from "../core/call.ts";

/** How many unordered calls of one response run at a time. */
export const maxParallelCalls = 16;

/** What the plan needs to know of a call, in the model's order. */
export interface PlannedCall {
  /** A write of a connector tool, or a call whose tool is unknown: it has a place in the order of writes. */
  readonly isOrdered: boolean;
  readonly status: CallStatus;
  /** A person must be asked and has not decided. */
  readonly mustAsk: boolean;
  /** Waits for an equal call of another response; it is not offered again until that one ends. */
  readonly isBlocked: boolean;
}

/** Positions of calls, each in at most one list. */
export interface Plan {
  readonly start: readonly number[];
  readonly ask: readonly number[];
  /** Never to run, because the ordered write at `stopper` ended other than succeeded. */
  readonly skip: readonly number[];
  readonly stopper: number | undefined;
}

/** What may happen next in a response. Deciding twice on the same calls gives the same plan. */
export function plan(calls: readonly PlannedCall[]): Plan {
  if (!calls.some(isWaiting)) return nothing;
  const step: Step = { start: [], ask: [] };
  offerUnordered(calls, step);
  const turn = writeTurn(calls);
  if (turn.next !== undefined) {
    const call = calls[turn.next];
    if (call !== undefined && isOffered(call)) offer(step, turn.next, call);
  }
  return { start: step.start, ask: step.ask, skip: turn.skip, stopper: turn.stopper };
}

interface Step {
  readonly start: number[];
  readonly ask: number[];
}

function offer(step: Step, position: number, call: PlannedCall): void {
  (call.mustAsk ? step.ask : step.start).push(position);
}

/** Only a waiting call can be started, asked about or skipped. */
const nothing: Plan = { start: [], ask: [], skip: [], stopper: undefined };

function isWaiting(call: PlannedCall): boolean {
  return call.status === "waiting";
}

function isOffered(call: PlannedCall): boolean {
  return isWaiting(call) && !call.isBlocked;
}

/** Everything that is no ordered write runs at once, up to the limit; a question takes no place in it. */
function offerUnordered(calls: readonly PlannedCall[], step: Step): void {
  let room = maxParallelCalls;
  for (const call of calls) if (!call.isOrdered && call.status === "running") room -= 1;
  for (const [position, call] of calls.entries()) {
    if (call.isOrdered || !isOffered(call)) continue;
    if (!call.mustAsk && room <= 0) continue;
    if (!call.mustAsk) room -= 1;
    offer(step, position, call);
  }
}

interface WriteTurn {
  /** The first ordered write that has not ended, unless a bad one stands before it. */
  readonly next: number | undefined;
  readonly skip: readonly number[];
  readonly stopper: number | undefined;
}

const noTurn: WriteTurn = { next: undefined, skip: [], stopper: undefined };

function writeTurn(calls: readonly PlannedCall[]): WriteTurn {
  const position = calls.findIndex((call) => call.isOrdered && call.status !== "succeeded");
  const call = calls[position];
  if (call === undefined) return noTurn;
  if (!isFinal(call.status)) return { next: position, skip: [], stopper: undefined };
  return { next: undefined, skip: waitingWritesAfter(calls, position), stopper: position };
}

function waitingWritesAfter(calls: readonly PlannedCall[], stopper: number): readonly number[] {
  const skip: number[] = [];
  for (const [position, call] of calls.entries()) {
    if (position > stopper && call.isOrdered && call.status === "waiting") skip.push(position);
  }
  return skip;
}
