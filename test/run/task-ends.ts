/** Ends of tasks as an engine reports them. */

import type { TaskEnd } from "../../src/core/engine.ts";
import type { Json } from "../../src/core/json.ts";
import { branchError, outcomeUnknownError } from "../../src/run/wording.ts";

const ambiguous = { kind: "ambiguous", reason: "the connection was cut" };

export const succeeded: TaskEnd = returned({ status: "succeeded", output: { ok: true }, warnings: [] });

export const failedBranch: TaskEnd = returned({
  status: "failed",
  branch: "name_taken",
  error: branchError({
    code: "name_taken",
    message: undefined,
    retryable: true,
    didNotRun: false,
    facts: undefined,
  }) as Json,
  warnings: [],
});

const unknownBranch: TaskEnd = returned({
  status: "outcome_unknown",
  branch: "accepted",
  error: outcomeUnknownError("accepted") as Json,
  warnings: [],
});

export const refused: TaskEnd = { kind: "refused", error: { kind: "not_sent", reason: "refused" }, attempts: 3 };
const limited: TaskEnd = {
  kind: "refused",
  error: { kind: "not_processed", reason: "busy" },
  attempts: 1,
  retryAfterMs: 1_500,
};
export const notRun: TaskEnd = { kind: "not_run", error: { code: "stopped", message: "" }, attempts: 0 };
/** As a start finds a task of which nothing was claimed. */
export const neverBegun: TaskEnd = { kind: "not_run", error: { code: "not_started", message: "" }, attempts: 0 };
export const unknown: TaskEnd = { kind: "unknown", error: ambiguous, attempts: 1 };

export const allEnds: readonly TaskEnd[] = [succeeded, failedBranch, unknownBranch, refused, limited, notRun, unknown];

function returned(value: Json): TaskEnd {
  return { kind: "returned", value, attempts: 1 };
}
