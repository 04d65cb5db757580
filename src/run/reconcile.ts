/** Asks the provider how a call of unknown outcome ended, and settles it where the answer is proof. Sends no write. */

import { assertNever } from "../core/assert-never.ts";
import type { Verdict } from "../core/approval.ts";
import type { CallRecord } from "../core/call.ts";
import type { Clock } from "../core/clock.ts";
import type { BranchEnding, Reconciliation } from "../core/ending.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { ToolAttempt } from "../core/tool.ts";
import type { SettleInput } from "./client-input.ts";
import { toRecorded } from "./recorded-output.ts";
import type { LookedUpCall } from "./looked-up-call.ts";
import type { Redactor } from "./redact.ts";
import type { CallDocument } from "./session.ts";
import type { ResolvedTool, Toolbox } from "./toolbox.ts";

/** What a lookup gave for one call; written into the journal when a task did it. */
export type LookupFinding =
  | {
      readonly kind: "settled";
      readonly status: "succeeded" | "failed";
      readonly branch: string;
      readonly output: Json;
      readonly evidence: string;
      readonly warnings: readonly string[];
    }
  /** The state looks as wanted, but nothing proves whose doing it is: a person settles. */
  | { readonly kind: "state_matches"; readonly evidence: string }
  | { readonly kind: "open"; readonly reason: string }
  | { readonly kind: "too_early"; readonly askAgainInMs: number };

/** What a reconcile did about one call. */
export type ReconcileReport = { readonly key: string } & (
  | { readonly kind: "settled"; readonly status: CallRecord["status"]; readonly evidence: string }
  | Exclude<LookupFinding, { readonly kind: "settled" }>
);

export interface LookupContext {
  readonly toolbox: Toolbox;
  readonly clock: Clock;
  readonly keyNamespace: string;
  readonly redactor: Redactor;
}

/** Asks about one call and settles it through `settle` where the answer is proof. */
export async function reconcileCall(
  call: CallDocument,
  context: LookupContext,
  settle: (input: SettleInput) => Promise<Verdict>,
): Promise<ReconcileReport> {
  const { record } = call;
  const { key } = record;
  if (record.status !== "outcome_unknown") return { key, kind: "open", reason: `the call is ${record.status}` };
  const finding = await findOutcome(record, context);
  if (finding.kind !== "settled") return { key, ...finding };
  const verdict = await settle(settlementBy(key, finding));
  if (!verdict.accepted) return { key, kind: "open", reason: verdict.message };
  return { key, kind: "settled", status: finding.status, evidence: finding.evidence };
}

/** The settlement that a finding is proof for. */
export function settlementBy(key: string, finding: Extract<LookupFinding, { kind: "settled" }>): SettleInput {
  const { status, branch, output, evidence, warnings } = finding;
  return {
    kind: "settle",
    key,
    status,
    branch,
    output,
    reason: evidence,
    settledBy: "lookup",
    warnings,
  };
}

/** What the provider says about a call of unknown outcome. Sends no write and never throws for what a provider does. */
export async function findOutcome(record: LookedUpCall, context: LookupContext): Promise<LookupFinding> {
  const tool = context.toolbox.get(record.tool);
  const obstacle = obstacleTo(record, tool);
  if (tool === undefined || obstacle !== undefined) return { kind: "open", reason: obstacle ?? "the tool is gone" };
  const wait = (record.finishedAt ?? 0) + (tool.tool.connector?.lookupWaitMs ?? 0) - context.clock.now();
  if (wait > 0) return { kind: "too_early", askAgainInMs: wait };
  const found = await look(record, tool, context);
  return found.kind === "settled" ? settledFinding(found, context.redactor) : found;
}

function obstacleTo(record: LookedUpCall, tool: ResolvedTool | undefined): string | undefined {
  if (tool === undefined) return `there is no tool ${record.tool} here`;
  const connection = tool.tool.connector?.connection;
  if (connection?.name !== record.connection?.name || connection?.connector !== record.connection?.connector) {
    return "the tool now belongs to another connection";
  }
  return tool.tool.connector?.hasLookup === true ? undefined : "its operation declares no lookup; a person settles it";
}

async function look(record: LookedUpCall, tool: ResolvedTool, context: LookupContext): Promise<Reconciliation> {
  const reconcile = tool.source.reconcile?.bind(tool.source);
  if (reconcile === undefined) return { kind: "open", reason: "its tool source cannot look up" };
  const timeout = AbortSignal.timeout(tool.execution.timeoutMs);
  const attempt: ToolAttempt = {
    key: record.key,
    number: record.attempts + 1,
    isResend: true,
    firstDispatchAt: record.createdAt,
    // The record was made after the last attempt, so its time is the latest that a dispatch can have had.
    lastDispatchAt: record.finishedAt,
    signal: timeout,
    deadline: context.clock.now() + tool.execution.timeoutMs,
    keyNamespace: context.keyNamespace,
    clock: context.clock,
    beginDispatch: () => ({ provenNotSent: () => undefined }),
  };
  try {
    return await reconcile(record.tool, record.arguments as JsonObject, attempt);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown trouble";
    return { kind: "open", reason: `the lookup failed: ${context.redactor.text(reason).value.slice(0, 300)}` };
  }
}

function settledFinding(found: Extract<Reconciliation, { kind: "settled" }>, redactor: Redactor): LookupFinding {
  const { ending, evidence } = found;
  const status = statusOf(ending);
  if (status === undefined)
    return { kind: "open", reason: `the lookup ended in ${ending.branch}, which settles nothing` };
  const recorded = toRecorded(ending.output ?? null, redactor);
  const warnings = [...(ending.warnings ?? []), ...recorded.warnings];
  return { kind: "settled", status, branch: ending.branch, output: recorded.value, evidence, warnings };
}

function statusOf(ending: BranchEnding): "succeeded" | "failed" | undefined {
  switch (ending.record) {
    case "succeeded":
    case "failed":
      return ending.record;
    case "outcome_unknown":
      return undefined;
    default:
      return assertNever(ending.record);
  }
}
