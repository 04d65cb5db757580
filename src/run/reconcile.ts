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
  const obstacle = obstacleTo(record, tool, context.redactor);
  if (tool === undefined || obstacle !== undefined) return { kind: "open", reason: obstacle ?? "the tool is gone" };
  const wait = (record.finishedAt ?? 0) + (tool.tool.connector?.lookupWaitMs ?? 0) - context.clock.now();
  if (wait > 0) return { kind: "too_early", askAgainInMs: wait };
  const found = inPlainWords(await look(record, tool, context), context.redactor);
  return found.kind === "settled" ? settledFinding(found, tool, context.redactor) : found;
}

/** What a source says of a lookup goes into records and messages: short, and without known secrets. */
function inPlainWords(found: Reconciliation, redactor: Redactor): Reconciliation {
  const plain = (words: string): string => redactor.text(words).value.slice(0, 300);
  switch (found.kind) {
    case "settled": {
      const { ending } = found;
      const warnings = ending.warnings?.map(plain);
      const said = warnings === undefined ? ending : { ...ending, warnings };
      return { ...found, evidence: plain(found.evidence), ending: said };
    }
    case "state_matches":
      return { ...found, evidence: plain(found.evidence) };
    case "open":
      return { ...found, reason: plain(found.reason) };
    case "too_early":
      return found;
    default:
      return assertNever(found);
  }
}

/** A later version may look up better, but only for the call that was made. */
function obstacleTo(record: LookedUpCall, tool: ResolvedTool | undefined, redactor: Redactor): string | undefined {
  if (tool === undefined) return `there is no tool ${record.tool} here`;
  const connection = tool.tool.connector?.connection;
  if (connection?.name !== record.connection?.name || connection?.connector !== record.connection?.connector) {
    return "the tool now belongs to another connection";
  }
  if (tool.tool.connector?.hasLookup !== true) return "its operation declares no lookup; a person settles it";
  if (tool.effect === "read") return `${record.tool} is no write any more`;
  if (!tool.check(record.arguments).isValid) return "its arguments no longer fit the tool's schema";
  return redactor.finds(record.arguments) ? "its arguments hold what is a credential now" : undefined;
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
  const silence = Promise.withResolvers<Reconciliation>();
  const onTimeout = (): void => {
    silence.resolve({ kind: "open", reason: "the lookup did not end in its time" });
  };
  timeout.addEventListener("abort", onTimeout, { once: true });
  try {
    return await Promise.race([reconcile(record.tool, record.arguments as JsonObject, attempt), silence.promise]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown trouble";
    return { kind: "open", reason: `the lookup failed: ${reason}` };
  }
}

function settledFinding(
  found: Extract<Reconciliation, { kind: "settled" }>,
  { tool }: ResolvedTool,
  redactor: Redactor,
): LookupFinding {
  const { ending, evidence } = found;
  const isDeclared = tool.connector?.branches?.includes(ending.branch) !== false;
  const status = isDeclared ? statusOf(ending) : undefined;
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
