/** Folds the toolkit's own lookups: when they are due, what they found, when to ask again. */

import type { TaskEnd } from "../core/engine.ts";
import type { Json } from "../core/json.ts";
import type { Draft } from "./draft.ts";
import { foldSettle } from "./fold-settle.ts";
import type { LookupFinding } from "./reconcile.ts";
import { settlementBy } from "./reconcile.ts";
import type { CallDocument, LookupTaskInput } from "./session.ts";

/** After so many lookups without an answer a person or an application settles. */
const maxLookups = 5;

/** The wait after a lookup that settled nothing, in milliseconds; each further one is four times longer. */
const firstPauseMs = 30_000;

/** The wait before the first lookup where the manifest declares none, in milliseconds. */
const undeclaredWaitMs = 60_000;

/** No key begins so: keys escape the percent sign. */
const prefix = "%lookup/";

/** Whether an alarm or a task is about a lookup. */
export function isLookupId(id: string): boolean {
  return id.startsWith(prefix);
}

/** The first lookup waits as long as the manifest declares, or a minute where it declares nothing. */
export function scheduleFirstLookup(draft: Draft, call: CallDocument): void {
  const declared = call.facts.lookupWaitMs ?? 0;
  scheduleLookup(draft, call.record.key, declared > 0 ? declared : undeclaredWaitMs);
}

function scheduleLookup(draft: Draft, key: string, waitMs: number): void {
  draft.setAlarm(`${prefix}${key}`, draft.now + waitMs);
}

/** The alarm: the lookup is due if the call is still of unknown outcome. */
export function foldLookupDue(draft: Draft, alarmId: string): void {
  const key = alarmId.slice(prefix.length);
  const call = draft.call(key);
  if (call === undefined || call.record.status !== "outcome_unknown") return;
  const lookups = (call.lookups ?? 0) + 1;
  const { tool, connection, attempts, createdAt, finishedAt, sessionId } = call.record;
  const args = call.record.arguments;
  const input: LookupTaskInput = {
    kind: "lookup",
    sessionId,
    key,
    tool,
    connection,
    arguments: args,
    attempts,
    createdAt,
    finishedAt,
  };
  draft.setCall({ ...call, lookups });
  draft.run({
    id: `${prefix}${key}#${String(lookups)}`,
    session: sessionId,
    mode: "repeatable",
    input: input as unknown as Json,
    retry: call.facts.retry,
    timeoutMs: call.facts.timeoutMs,
    downtimeCounts: false,
  });
}

/** The end of a lookup: proof settles, or is kept beside the settlement of somebody who was faster; anything else is asked again a few times. */
export function foldLookupEnd(draft: Draft, taskId: string, end: TaskEnd): void {
  const key = taskId.slice(prefix.length, taskId.lastIndexOf("#"));
  const finding = end.kind === "returned" ? (end.value as unknown as LookupFinding) : undefined;
  if (finding?.kind === "settled") {
    foldSettle(draft, settlementBy(key, finding));
    return;
  }
  const call = draft.call(key);
  if (call === undefined || call.record.status !== "outcome_unknown") return;
  const lookups = call.lookups ?? 0;
  if (lookups >= maxLookups) return;
  const pause = finding?.kind === "too_early" ? finding.askAgainInMs : firstPauseMs * 4 ** (lookups - 1);
  scheduleLookup(draft, key, pause);
}
