/** A record as an MCP result: what the model reads, as structured content and, for clients that take none, as text. */

import type { Question } from "../../core/approval.ts";
import type { CallRecord } from "../../core/call.ts";
import { toModelResult } from "../../run/result.ts";
import { notTakenError, toolUnavailableError } from "../../run/wording.ts";
import { recordMeta } from "./call-identity.ts";
import type { McpToolResult } from "./sdk.ts";

export function toMcpResult(record: CallRecord): McpToolResult {
  const result = toModelResult(record);
  return toResult({ ...result }, result.status === "error");
}

/** For a client through which nobody can be asked. It is no error: the call waits, and calling again would not help. */
export function approvalRequired(record: CallRecord, question: Question | undefined): McpToolResult {
  const how =
    question === undefined
      ? "It waits for an earlier call."
      : `A person has to decide about question ${question.questionId} (dex-connectors decide) first.`;
  const message = `The tool has not run yet. ${how} Do not call it again; the result will follow.`;
  const result = {
    status: "error",
    record: record.status,
    code: "approval_required",
    message,
    retryable: false,
    didNotRun: false,
    key: record.key,
    ...(question === undefined ? {} : { questionId: question.questionId, expiresAt: question.expiresAt }),
  };
  return toResult(result, false);
}

/** For a request that is no call of the runner: nothing was done. */
export function refused(reason: string): McpToolResult {
  return toResult({ ...toolUnavailableError(reason), status: "error", record: "failed" }, true);
}

/** For a call that could not be taken, where nobody can look up what became of it before. */
export function notTaken(reason: string): McpToolResult {
  const { lastError: _, ...told } = notTakenError(reason);
  return toResult({ ...told, status: "error", record: "outcome_unknown" }, true);
}

function toResult(structuredContent: Record<string, unknown>, isError: boolean): McpToolResult {
  const result: McpToolResult = {
    content: [{ type: "text", text: JSON.stringify(structuredContent) }],
    structuredContent,
    isError,
  };
  const { record } = structuredContent;
  return record === undefined ? result : { ...result, _meta: { [recordMeta]: record } };
}
