/**
 * The public face: exposing connector operations to an agent and running the calls of its responses.
 * It composes rooms and exports names; it holds no logic.
 */

import { createMemoryEngine } from "./engines/memory.ts";
import type { ToolRunner } from "./run/runner.ts";
import { createRunner } from "./run/runner.ts";
import type { ToolRunnerOptions } from "./run/runner-options.ts";
import { createInputChecker } from "./tools/input-checker.ts";

/**
 * Makes a runner: it runs the calls of a model's responses by the toolkit's promises.
 *
 * Unknown options and two tools of one name throw a `ToolkitError`. Nothing is opened until the first use or `ready()`.
 */
export function createToolRunner(options: ToolRunnerOptions): ToolRunner {
  return createRunner(options, { engine: options.engine ?? createMemoryEngine(), checker: createInputChecker() });
}

export { createTerminalApprover } from "./approvers/terminal.ts";
export type { WebhookAnswer, WebhookApprover, WebhookApproverOptions, WebhookRequest } from "./approvers/webhook.ts";
export { createWebhookApprover } from "./approvers/webhook.ts";
export type {
  Approver,
  ApproverAnswer,
  AskOptions,
  Decision,
  Question,
  Verdict,
  VerdictCode,
} from "./core/approval.ts";
export type {
  CallError,
  CallIdentity,
  CallRecord,
  CallStatus,
  FinalStatus,
  HistoryEntry,
  LiveStatus,
} from "./core/call.ts";
export { callKey, parseCallKey } from "./core/call.ts";
export type { Clock } from "./core/clock.ts";
export type { EffectClass } from "./core/effect.ts";
export type { BranchEnding, BranchRecord, Ending, Reconciliation } from "./core/ending.ts";
export type { Engine } from "./core/engine.ts";
export type { ToolkitErrorCode } from "./core/error.ts";
export { isToolkitError, ToolkitError } from "./core/error.ts";
export type { Json, JsonObject, JsonSchema } from "./core/json.ts";
export type { RetryPolicy } from "./core/retry.ts";
export { Secret } from "./core/secret.ts";
export type { StandardSchemaV1 } from "./core/standard-schema.ts";
export type {
  ApprovalCall,
  ApprovalPredicate,
  ApprovalRule,
  ConnectionReference,
  InputFault,
  Tool,
  ToolAnnotations,
  ToolAttempt,
  ToolContext,
  ToolPolicy,
  ToolSource,
} from "./core/tool.ts";
export { createMemoryEngine } from "./engines/memory.ts";
export type { RunnerApprovals } from "./run/approvals.ts";
export type { CallFilter, RunnerCalls, Settlement } from "./run/calls.ts";
export type { NumberedEvent, SessionEvent } from "./run/event.ts";
export type { ReadMoreOptions } from "./run/read-more.ts";
export { readMoreTool } from "./run/read-more.ts";
export type { ReconcileReport } from "./run/reconcile.ts";
export type { HeldResponse, RunnerRecovery } from "./run/recovery.ts";
export { reportUnknownOutcomes } from "./run/report-unknown.ts";
export type { RequestedCall, ResponseRequest } from "./run/request.ts";
export type { ModelError, ModelResult, ModelSuccess } from "./run/result.ts";
export { modelResultVersion, toModelResult } from "./run/result.ts";
export type { ResponseReference, ToolRunner } from "./run/runner.ts";
export type { ToolRunnerOptions } from "./run/runner-options.ts";
export type { RunnerTool } from "./run/runner-tool.ts";
export type { EventsRequest } from "./run/session-events.ts";
export type {
  OutcomeAnswer,
  OutcomeMessage,
  UnknownOutcomeReport,
  UnknownOutcomeSummary,
} from "./run/unknown-report.ts";
export { DID_NOT_RUN, OUTCOME_UNKNOWN_TOOL_RESULT } from "./run/wording.ts";
export type { ConnectorTool, ConnectorToolOptions } from "./tools/connector-tool.ts";
export { connectorTool } from "./tools/connector-tool.ts";
export { ConnectorToolSource } from "./tools/connector-tool-source.ts";
export type { FunctionAttempt, FunctionTool } from "./tools/function-tool.ts";
export { functionTools } from "./tools/function-tools.ts";
export type { ToolFailureOptions } from "./tools/tool-failure.ts";
export { ToolFailure } from "./tools/tool-failure.ts";
