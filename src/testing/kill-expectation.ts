/**
 * What the promises say of a call by where its worker was killed: the table of "calls that survive", as a check of one
 * call's story. Pure; it knows nothing of processes and shares no rule with the code that it judges.
 */

import type { CallRecord } from "../core/call.ts";
import type { EffectClass } from "../core/effect.ts";
import type { Sends } from "./kill-provider.ts";

/** How a call stood in the journal, and what had reached the provider, when the worker was dead. */
export interface AtKill {
  readonly record: CallRecord | undefined;
  readonly sends: Sends;
}

/** Everything that is known of one call when its record is there. */
export interface CallStory {
  readonly record: CallRecord;
  readonly kills: readonly AtKill[];
  readonly sends: Sends;
  /** An ordered write before it in its response did not succeed. */
  readonly isStopped: boolean;
  readonly questionIds: ReadonlySet<string>;
  /** Attempts that a repeatable call has. */
  readonly attempts: number;
}

/** A row of the table. */
export type KillRow =
  | "before the claim"
  | "waiting for approval"
  | "claimed, not dispatched"
  | "dispatched, not answered"
  | "answered, not recorded"
  | "recorded";

export const killRows: readonly KillRow[] = [
  "before the claim",
  "waiting for approval",
  "claimed, not dispatched",
  "dispatched, not answered",
  "answered, not recorded",
  "recorded",
];

/** The row that a kill hit for a call; the last attempt counts. */
export function rowOf({ record, sends }: AtKill, before: Sends | undefined): KillRow {
  const status = record?.status ?? "waiting";
  if (status === "waiting") return "before the claim";
  if (status === "awaiting_approval") return "waiting for approval";
  if (status !== "running") return "recorded";
  if (sends.count === (before?.count ?? 0)) return "claimed, not dispatched";
  return sends.answered === (before?.answered ?? 0) ? "dispatched, not answered" : "answered, not recorded";
}

/** Whether a call is one of the writes of its response that run in order. */
export function isOrderedWrite(record: CallRecord): boolean {
  return record.connection !== undefined && record.effect !== "read";
}

/** What of a call's story contradicts the promises. */
export function faultsOf(story: CallStory): readonly string[] {
  const faults = [...commonFaults(story), ...recordFaults(story)];
  return faults.map((fault) => `${story.record.key} (${story.record.effect}): ${fault}`);
}

function commonFaults({ sends, questionIds }: CallStory): readonly string[] {
  return [
    ...(sends.areEqual ? [] : ["a request was sent again with other bytes"]),
    ...(questionIds.size > 1 ? [`it was asked about as ${[...questionIds].join(" and ")}`] : []),
  ];
}

function recordFaults(story: CallStory): readonly string[] {
  const { record, kills, sends, isStopped } = story;
  const kept = kills.find((kill) => kill.record?.finishedAt !== undefined);
  if (kept !== undefined) return keptFaults(story, kept);
  const started = kills.filter((kill) => kill.record?.status === "running");
  if (started.length === 0 && isStopped && isOrderedWrite(record)) {
    const isSkipped = record.skipped === true && record.error?.didNotRun === true && sends.count === 0;
    return isSkipped ? [] : [`a bad write came before, yet it is ${record.status} with ${String(sends.count)} sends`];
  }
  return isRepeatable(record.effect) ? repeatableFaults(story, started) : singleFaults(story, started);
}

/** A record that was durable is neither changed nor acted upon. */
function keptFaults({ record, sends }: CallStory, kept: AtKill): readonly string[] {
  const isSame = record.status === kept.record?.status && record.finishedAt === kept.record.finishedAt;
  return [
    ...(isSame ? [] : [`its record was ${String(kept.record?.status)} and became ${record.status}`]),
    ...(sends.count === kept.sends.count ? [] : ["it was sent again after its record"]),
  ];
}

function singleFaults({ record, sends }: CallStory, started: readonly AtKill[]): readonly string[] {
  const sent = started[0]?.sends.count;
  // A kill after the claim: nobody may say whether it happened, and nothing more is sent.
  const expected = sent === undefined ? { status: "succeeded", sends: 1 } : { status: "outcome_unknown", sends: sent };
  return [
    ...(sends.count > 1 ? [`it was sent ${String(sends.count)} times`] : []),
    ...differences({ record, sends }, expected),
  ];
}

function repeatableFaults({ record, sends, attempts }: CallStory, started: readonly AtKill[]): readonly string[] {
  if (sends.count > Math.min(attempts, started.length + 1)) return [`it was sent ${String(sends.count)} times`];
  // A kill between two attempts cuts none off, so even many kills may leave one over.
  const isUsedUp = started.length >= attempts && record.status !== "succeeded";
  if (!isUsedUp) return differences({ record, sends }, { status: "succeeded", sends: sends.count });
  const status = record.effect === "read" ? "failed" : "outcome_unknown";
  return differences({ record, sends }, { status, sends: sends.count });
}

function differences(
  { record, sends }: Pick<CallStory, "record" | "sends">,
  expected: { readonly status: string; readonly sends: number },
): readonly string[] {
  return [
    ...(record.status === expected.status ? [] : [`it is ${record.status} in place of ${expected.status}`]),
    ...(sends.count === expected.sends
      ? []
      : [`it was sent ${String(sends.count)} times in place of ${String(expected.sends)}`]),
    ...(record.status === "succeeded" && sends.count === 0 ? ["it succeeded without a send"] : []),
  ];
}

function isRepeatable(effect: EffectClass): boolean {
  return effect === "read" || effect === "idempotent_write";
}
