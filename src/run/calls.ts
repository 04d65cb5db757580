/** Calls as recorded: listing, reading, and settling those of unknown outcome. */

import type { Verdict } from "../core/approval.ts";
import type { CallRecord, CallStatus } from "../core/call.ts";
import { parseCallKey } from "../core/call.ts";
import type { Engine } from "../core/engine.ts";
import { isToolkitError, ToolkitError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { isJsonObject } from "../core/json.ts";
import { alreadySettled, notUnknown, settlementOf } from "./fold-settle.ts";
import { toRecorded } from "./recorded-output.ts";
import type { Redactor } from "./redact.ts";
import type { SettleInput } from "./client-input.ts";
import type { ReconcileReport } from "./reconcile.ts";
import { reconcileCall } from "./reconcile.ts";
import { findAll } from "./recovery.ts";
import type { RunnerContext } from "./runner-context.ts";
import type { CallDocument } from "./session.ts";
import { itemIds } from "./session.ts";
import type { OutcomeMessage } from "./unknown-report.ts";
import { isOutcomeMessage, outcomeMessage } from "./unknown-report.ts";

export interface CallFilter {
  readonly sessionId?: string;
  readonly status?: CallStatus | readonly CallStatus[];
}

/** What somebody found out about a call of unknown outcome. */
export interface Settlement {
  readonly key: string;
  readonly status: "succeeded" | "failed" | "rejected";
  readonly output?: Json;
  readonly reason: string;
  readonly settledBy: string;
  /** Replaces an earlier settlement; the history keeps both. */
  readonly override?: boolean;
}

export interface RunnerCalls {
  /** Records, oldest first; `status: "outcome_unknown"` lists what nobody has settled. */
  list(filter?: CallFilter): Promise<readonly CallRecord[]>;
  get(key: string): Promise<CallRecord | undefined>;
  /** The first settlement stands; a second one is told who was first. */
  settle(settlement: Settlement): Promise<Verdict>;
  /** Calls of a session whose truth became known after their record and has not been told. */
  listUntold(sessionId: string): Promise<readonly CallRecord[]>;
  /** The message that tells a session about such a call, marked so that no user text can imitate it. */
  outcomeMessage(record: CallRecord): Promise<OutcomeMessage>;
  /** Whether a message is one of this journal's. */
  isOutcomeMessage(message: OutcomeMessage): Promise<boolean>;
  /** Notes that the session was told about the record as it was then. */
  markTold(record: CallRecord): Promise<void>;
  /** Asks the providers how calls of unknown outcome ended: one call, or all that have a lookup. Sends no write. */
  reconcile(filter?: { readonly key?: string }): Promise<readonly ReconcileReport[]>;
}

export type CallParts = RunnerContext & { readonly ready: () => Promise<void> };

export function createCalls(parts: CallParts): RunnerCalls {
  const { engine, ready, recordOut } = parts;
  return {
    async list(filter) {
      await ready();
      return (await listCalls(engine, filter)).map((call) => recordOut(call.record));
    },
    async get(key) {
      await ready();
      const call = await readCall(engine, key);
      return call === undefined ? undefined : recordOut(call.record);
    },
    async settle(settlement) {
      const fault = settlementFault(settlement);
      if (fault !== undefined) return { accepted: false, code: "not_unknown", message: fault };
      await ready();
      return settle(parts, settlementInput(settlement, parts.redactor()));
    },
    async reconcile(filter = {}) {
      await ready();
      return reconcileAll(parts, filter.key);
    },
    ...createTelling(parts),
  };
}

/** What became known after a record, on its way to the session. */
function createTelling(
  parts: CallParts,
): Pick<RunnerCalls, "listUntold" | "outcomeMessage" | "isOutcomeMessage" | "markTold"> {
  const { engine, post, ready, recordOut } = parts;
  return {
    async listUntold(sessionId) {
      await ready();
      const untold = await findAll(engine, "untold", "open", sessionId);
      const calls = await Promise.all(untold.map(async ({ value }) => readCall(engine, value as string)));
      return calls.flatMap((call) => (call === undefined ? [] : [recordOut(call.record)]));
    },
    async outcomeMessage(record) {
      await ready();
      return outcomeMessage(record, engine.keyNamespace());
    },
    async isOutcomeMessage(message) {
      await ready();
      return isOutcomeMessage(message, engine.keyNamespace());
    },
    async markTold(record) {
      await ready();
      const entries = record.history.length;
      await post(record.sessionId, `told/${record.key}#${String(entries)}`, { kind: "told", key: record.key, entries });
    },
  };
}

/** What a person or an application says of the output goes into the record as plain JSON, bounded. */
function settlementInput(settlement: Settlement, redactor: Redactor): SettleInput {
  const { key, status, override } = settlement;
  const output = settlement.output === undefined ? undefined : toRecorded(settlement.output, redactor);
  return {
    kind: "settle",
    key,
    status,
    reason: settlement.reason,
    settledBy: settlement.settledBy,
    ...(output === undefined ? {} : { output: output.value, warnings: output.warnings }),
    ...(override === undefined ? {} : { override }),
  };
}

async function readCall(engine: Engine, key: string): Promise<CallDocument | undefined> {
  const place = typeof key === "string" ? parseCallKey(key) : undefined;
  if (place === undefined) return undefined;
  return (await engine.item(place.sessionId, itemIds.call(key))) as unknown as CallDocument | undefined;
}

async function listCalls(engine: Engine, filter: CallFilter = {}): Promise<readonly CallDocument[]> {
  const found = await findAll(engine, "call", filter.status, filter.sessionId);
  return found.map(({ value }) => value as unknown as CallDocument);
}

async function settle(parts: CallParts, input: SettleInput): Promise<Verdict> {
  const place = parseCallKey(input.key);
  const call = await readCall(parts.engine, input.key);
  if (place === undefined || call === undefined) return unknownCall(input.key);
  // Known here already, so that nobody is told "stored" of what can have no effect.
  const ended = notUnknown(call.record);
  if (ended !== undefined) return ended;
  const first = settlementOf(call.record);
  try {
    return (await parts.post(place.sessionId, `settle/${crypto.randomUUID()}`, input)) as unknown as Verdict;
  } catch (error) {
    // Nobody runs the journal now. What was left there is kept as evidence; that it settles nothing is known already.
    if (first === undefined || input.override === true || !isLeft(error)) throw error;
    return alreadySettled(call.record, first);
  }
}

/** Whether an input lies in the journal for its next owner. */
function isLeft(error: unknown): boolean {
  return isToolkitError(error) && error.code === "journal_unavailable" && error.retryable;
}

async function reconcileAll(parts: CallParts, key: string | undefined): Promise<readonly ReconcileReport[]> {
  const { engine, clock } = parts;
  const one = key === undefined ? undefined : await readCall(engine, key);
  if (key !== undefined && one === undefined) throw new ToolkitError("not_found", `there is no call ${key}`);
  const unknown = one === undefined ? await listCalls(engine, { status: "outcome_unknown" }) : [one];
  const reports: ReconcileReport[] = [];
  for (const call of unknown) {
    const toolbox = await parts.toolbox({ sessionId: call.record.sessionId });
    const context = { toolbox, clock, keyNamespace: engine.keyNamespace(), redactor: parts.redactor() };
    reports.push(await reconcileCall(call, context, async (input) => settle(parts, input)));
  }
  return reports;
}

function unknownCall(key: string): Verdict {
  return { accepted: false, code: "not_unknown", message: `there is no call ${key}` };
}

const settledStatuses: ReadonlySet<string> = new Set(["succeeded", "failed", "rejected"]);

/** A settlement that is not of the documented form changes nothing. */
function settlementFault(settlement: Settlement): string | undefined {
  if (!isJsonObject(settlement)) return "expected an object with key, status, reason and settledBy";
  const { key, status, reason, settledBy } = settlement;
  if (typeof key !== "string") return "key: expected the key of a call";
  if (!settledStatuses.has(status)) return "status: expected succeeded, failed or rejected";
  if (typeof reason !== "string" || reason === "") return "reason: expected why";
  return typeof settledBy === "string" && settledBy !== "" ? undefined : "settledBy: expected who settles";
}
