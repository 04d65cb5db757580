/** The closed list of codes that the toolkit itself gives to calls that did not succeed. */

/** Codes an application's own failure may not use, since the model reads fixed meanings into them. */
export const callErrorCodes = [
  "invalid_arguments",
  "unknown_tool",
  "skipped",
  "not_sent",
  "rate_limited",
  "contended",
  "journal_unavailable",
  "cancelled",
  "tool_unavailable",
  "not_authorized",
  "denied",
  "cap_exceeded",
  "equal_call_unknown",
  "guard_stopped",
  "attempts_exhausted",
  "undeclared_branch",
  "rejected",
  "approval_expired",
  "outcome_unknown",
  "settled_failed",
] as const;

export type CallErrorCode = (typeof callErrorCodes)[number];

const codes: ReadonlySet<string> = new Set(callErrorCodes);

export function isCallErrorCode(code: string): code is CallErrorCode {
  return codes.has(code);
}
