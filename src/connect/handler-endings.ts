/** The endings a handler may claim, and the check of a claim against what its client saw and the manifest declares. */

import type { BranchEnding, Ending } from "../core/ending.ts";
import type { JsonObject } from "../core/json.ts";
import type { Operation as ManifestOperation } from "../core/manifest.ts";
import type { BranchExtras, HandlerAttempt } from "../core/operation.ts";
import { resultJson } from "../core/result-json.ts";
import { messageText, nothingHappened } from "../http/branch-ending.ts";
import type { OutputCheck } from "../http/declared.ts";

type EndingMakers = Pick<HandlerAttempt, "branch" | "notSent" | "notProcessed" | "ambiguous" | "notAuthorized">;

/** The makers of endings, for one operation. */
export function endingMakers(operation: ManifestOperation): EndingMakers {
  return {
    branch: (id, output, extras) => branchEnding(operation, id, output, extras),
    notSent: (reason) => ({ kind: "not_sent", reason }),
    notProcessed: ({ retryAfterMs, reason = "the provider did not process the request" } = {}) => ({
      kind: "not_processed",
      reason,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }),
    ambiguous: (reason) => ({ kind: "ambiguous", reason }),
    notAuthorized,
  };
}

function branchEnding(operation: ManifestOperation, id: string, output: unknown, extras: BranchExtras = {}): Ending {
  const branch = Object.hasOwn(operation.branches, id) ? operation.branches[id] : undefined;
  if (branch === undefined) return { kind: "undeclared_branch", branch: id };
  const isDefect = id === "defect";
  const result = output === undefined ? undefined : resultJson(output);
  const warnings = [...(result?.warnings ?? []), ...(extras.warnings ?? [])];
  return {
    kind: "branch",
    branch: id,
    record: branch.record,
    message: messageText(branch.message?.kind === "literal" ? branch.message.value : undefined),
    isRetryable: branch.retryable,
    ...(isDefect ? { provesNothingHappened: true } : {}),
    ...extras,
    ...(result === undefined ? {} : { output: result.output }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

/** The provider refused the credentials. */
function notAuthorized(message = "the provider refused the credentials of this connection"): BranchEnding {
  return nothingHappened(message, { code: "not_authorized" });
}

/** The definition, or a value found wrong while a request was built: nothing was sent. */
export function defect(message: string): BranchEnding {
  return nothingHappened(message);
}

/** What an attempt is known to have done, whatever its handler says. */
export interface Seen {
  /** Requests that may have left in this attempt. */
  readonly dispatches: number;
  /** Whether an earlier attempt may have reached the provider. */
  readonly isResend: boolean;
}

/** Overrules a claim that is weaker than what was seen. */
export function overrule(ending: Ending, operation: ManifestOperation, { dispatches, isResend }: Seen): Ending {
  if (ending.kind === "not_sent" && dispatches > 0) return tooWeak("not sent", ending.reason);
  if (ending.kind === "not_processed" && dispatches > 1) return tooWeak("not processed", ending.reason);
  if (ending.kind !== "branch" || ending.provesNothingHappened !== true || operation.kind === "query") return ending;
  const claim = ending.code ?? ending.branch;
  // What is refused now says nothing about an earlier send whose answer was lost.
  if (isResend) return { ...tooWeak(claim, ending.message ?? ""), isFinal: true };
  // A write that sent one request and was refused by it did nothing; one that sent more may have done a part.
  const mostDispatches = ending.code === "not_authorized" ? 1 : 0;
  return dispatches > mostDispatches ? tooWeak(claim, ending.message ?? "") : ending;
}

function tooWeak(claim: string, reason: string): Extract<Ending, { readonly kind: "ambiguous" }> {
  return {
    kind: "ambiguous",
    reason: `the handler says ${claim} (${reason}), but a request may have reached the provider`,
  };
}

/** Compares an output with the schema of its branch. A recognized success stays one: what differs becomes a warning. */
export function withCheckedOutput(
  ending: Ending,
  operation: ManifestOperation,
  check: OutputCheck | undefined,
): Ending {
  if (ending.kind !== "branch" || check === undefined) return ending;
  const schema = operation.branches[ending.branch]?.output;
  const needsOutput = schema !== undefined && ending.record === "succeeded";
  if (schema === undefined || (ending.output === undefined && !needsOutput)) return ending;
  const faults = check(schema, ending.output ?? null);
  if (faults.length === 0) return ending;
  const warning = `the output differs from its schema: ${faults.slice(0, 5).join("; ")}`;
  return { ...ending, warnings: [...(ending.warnings ?? []), warning] };
}

const kinds = new Set(["branch", "undeclared_branch", "not_sent", "not_processed", "ambiguous"]);

/** Whether a handler gave one of the endings its attempt makes, for its own operation. */
export function isHandlerEnding(value: unknown, operation: ManifestOperation): value is Ending {
  if (typeof value !== "object" || value === null) return false;
  const { kind, branch, record } = value as JsonObject;
  if (typeof kind !== "string" || !kinds.has(kind)) return false;
  if (kind !== "branch") return true;
  // Built by hand, it could claim a record that the manifest does not give to the branch.
  return typeof branch === "string" && operation.branches[branch]?.record === record;
}
