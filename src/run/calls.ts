/** Calls as recorded: listing, reading, and settling those of unknown outcome. */

import type { Verdict } from "../core/approval.ts";
import type { CallRecord, CallStatus } from "../core/call.ts";
import { parseCallKey } from "../core/call.ts";
import type { Clock } from "../core/clock.ts";
import type { Engine } from "../core/engine.ts";
import { ToolkitError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { ToolContext } from "../core/tool.ts";
import type { ClientInput } from "./client-input.ts";
import type { ReconcileReport } from "./reconcile.ts";
import { reconcileCall } from "./reconcile.ts";
import { findAll } from "./recovery.ts";
import type { Redactor } from "./redact.ts";
import type { CallDocument } from "./session.ts";
import { itemIds } from "./session.ts";
import type { Toolbox } from "./toolbox.ts";
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

export interface CallParts {
  readonly engine: Engine;
  readonly clock: Clock;
  post(session: string, id: string, body: ClientInput): Promise<Json | undefined>;
  toolbox(context: ToolContext): Toolbox | Promise<Toolbox>;
  redactor(): Redactor;
  ready(): Promise<void>;
}

export function createCalls(parts: CallParts): RunnerCalls {
  const { engine, post } = parts;

  const read = async (key: string): Promise<CallDocument | undefined> => {
    const place = parseCallKey(key);
    if (place === undefined) return undefined;
    return (await engine.item(place.sessionId, itemIds.call(key))) as unknown as CallDocument | undefined;
  };
  const list = async (filter: CallFilter = {}): Promise<readonly CallDocument[]> => {
    const found = await findAll(engine, "call", filter.status, filter.sessionId);
    return found.map(({ value }) => value as unknown as CallDocument);
  };
  const settle = async (input: Extract<ClientInput, { kind: "settle" }>): Promise<Verdict> => {
    const place = parseCallKey(input.key);
    if (place === undefined || (await read(input.key)) === undefined) return unknownCall(input.key);
    return (await post(place.sessionId, `settle/${crypto.randomUUID()}`, input)) as unknown as Verdict;
  };

  return {
    async list(filter) {
      await parts.ready();
      return (await list(filter)).map((call) => call.record);
    },
    async get(key) {
      await parts.ready();
      return (await read(key))?.record;
    },
    async settle(settlement) {
      const fault = settlementFault(settlement);
      if (fault !== undefined) return { accepted: false, code: "not_unknown", message: fault };
      await parts.ready();
      return settle({ kind: "settle", ...settlement });
    },
    async listUntold(sessionId) {
      await parts.ready();
      const untold = await findAll(engine, "untold", "open", sessionId);
      const calls = await Promise.all(untold.map(async ({ value }) => read(value as string)));
      return calls.flatMap((call) => (call === undefined ? [] : [call.record]));
    },
    async outcomeMessage(record) {
      await parts.ready();
      return outcomeMessage(record, engine.keyNamespace());
    },
    async isOutcomeMessage(message) {
      await parts.ready();
      return isOutcomeMessage(message, engine.keyNamespace());
    },
    async markTold(record) {
      await parts.ready();
      const entries = record.history.length;
      await post(record.sessionId, `told/${record.key}#${String(entries)}`, { kind: "told", key: record.key, entries });
    },
    async reconcile(filter = {}) {
      await parts.ready();
      const { key } = filter;
      const one = key === undefined ? undefined : await read(key);
      if (key !== undefined && one === undefined) throw new ToolkitError("not_found", `there is no call ${key}`);
      const unknown = one === undefined ? await list({ status: "outcome_unknown" }) : [one];
      const reports: ReconcileReport[] = [];
      for (const call of unknown) {
        const { sessionId } = call.record;
        const toolbox = await parts.toolbox({ sessionId });
        const context = {
          toolbox,
          clock: parts.clock,
          keyNamespace: engine.keyNamespace(),
          redactor: parts.redactor(),
        };
        reports.push(await reconcileCall(call, context, settle));
      }
      return reports;
    },
  };
}

function unknownCall(key: string): Verdict {
  return { accepted: false, code: "not_unknown", message: `there is no call ${key}` };
}

const settledStatuses: ReadonlySet<string> = new Set(["succeeded", "failed", "rejected"]);

/** A settlement that is not of the documented form changes nothing. */
function settlementFault(settlement: Settlement): string | undefined {
  const { key, status, reason, settledBy } = settlement;
  if (typeof key !== "string") return "key: expected the key of a call";
  if (!settledStatuses.has(status)) return "status: expected succeeded, failed or rejected";
  if (typeof reason !== "string" || reason === "") return "reason: expected why";
  return typeof settledBy === "string" && settledBy !== "" ? undefined : "settledBy: expected who settles";
}
