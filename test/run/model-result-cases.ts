/** One record for every text that a model reads of a call, made by the sentences of the toolkit. */

import type { CallError, CallRecord } from "../../src/core/call.ts";
import {
  abortedError,
  attemptsExhaustedError,
  branchError,
  cancelledError,
  equalCallUnknownError,
  invalidArgumentsError,
  journalUnavailableError,
  notSentError,
  notTakenError,
  outcomeUnknownError,
  rateLimitedError,
  reportedError,
  skippedError,
  toolUnavailableError,
  undeclaredBranchError,
  unknownToolError,
} from "../../src/run/wording.ts";
import { approvalExpiredError, rejectedError } from "../../src/run/wording-people.ts";

const base: CallRecord = {
  key: "session-42/turn-3/response-1.0",
  sessionId: "session-42",
  turnId: "turn-3",
  responseId: "response-1",
  callId: "response-1.0",
  modelCallId: "call_0",
  tool: "notes_add",
  arguments: { text: "hello" },
  effect: "non_idempotent_write",
  requiresApproval: false,
  status: "succeeded",
  output: { id: 7 },
  warnings: [],
  attempts: 1,
  history: [],
  createdAt: 0,
  finishedAt: 1,
};

function ended(
  status: CallRecord["status"],
  error: CallError | undefined,
  change: Partial<CallRecord> = {},
): CallRecord {
  const { output: _, ...rest } = base;
  return { ...rest, status, ...(error === undefined ? {} : { error }), ...change };
}

const failed = (error: CallError, change: Partial<CallRecord> = {}): CallRecord => ended("failed", error, change);

const branch = { code: "name_taken", message: undefined, retryable: true, didNotRun: false, facts: undefined };

export const modelResultCases: Readonly<Record<string, CallRecord>> = {
  "a result": base,
  "nothing as a result": { ...base, output: null },
  "a list": { ...base, output: [{ id: 1 }, { id: 2 }] },
  "an empty list": { ...base, output: [] },
  "a repeat": { ...base, repeatOf: "session-42/turn-3/response-1.1" },
  "a result after an edit": { ...base, proposedArguments: { text: "helo" } },
  "invalid arguments with one fault": failed(
    invalidArgumentsError([{ pointer: "/txt", expected: "a known name", closest: "text" }], 1),
  ),
  "invalid arguments with two faults": failed(
    invalidArgumentsError(
      [
        { pointer: "/text", expected: "a text", given: "7" },
        { pointer: "/txt", expected: "a known name", closest: "text" },
      ],
      2,
    ),
  ),
  "arguments that a validator refuses without a reason": failed(invalidArgumentsError([], 0)),
  "an unknown tool with a close name": failed(unknownToolError("notes_ad", "notes_add", ["notes_add", "notes_list"])),
  "an unknown tool": failed(unknownToolError("pay", undefined, ["notes_add", "notes_list"])),
  skipped: failed(
    skippedError({ key: "session-42/turn-3/response-1.1", tool: "notes_add", status: "outcome_unknown" }),
    {
      skipped: true,
    },
  ),
  "not sent": failed(notSentError("the connection was refused")),
  "rate limited with a wait": failed(rateLimitedError("the provider answered with status 429", 29_001)),
  "rate limited for a second": failed(rateLimitedError("the provider answered with status 429", 800)),
  "rate limited for no time": failed(rateLimitedError("the provider answered with status 429", 0)),
  "rate limited without a wait": failed(rateLimitedError("the provider answered with status 429", undefined)),
  "a journal that cannot be written": failed(journalUnavailableError(), { skipped: true }),
  cancelled: failed(cancelledError()),
  "a read that was cancelled": failed(abortedError()),
  "a tool that is gone": failed(toolUnavailableError("there is no tool notes_add any more")),
  "a call that could not be taken, where nobody can look": {
    ...failed(notTakenError("the application is shutting down")),
    status: "outcome_unknown",
  },
  "credentials that were refused": failed(
    branchError({
      ...branch,
      code: "not_authorized",
      message: "The service refused the token.",
      retryable: false,
      didNotRun: true,
    }),
  ),
  "an argument that cannot be sent": failed(
    branchError({
      ...branch,
      code: "defect",
      message: 'Nothing was sent: the argument id goes into the path and may hold no part that is ".", ".." or empty',
      didNotRun: true,
    }),
  ),
  "a defect": failed(branchError({ ...branch, code: "defect", retryable: false, didNotRun: true })),
  "a branch that may be corrected": failed(
    branchError({ ...branch, message: "The name is taken.", facts: { availableValues: ["hello-2"] } }),
    { branch: "name_taken" },
  ),
  "a branch that stays": failed(
    branchError({ ...branch, code: "archived", message: "It is archived", retryable: false }),
    { branch: "archived" },
  ),
  "a branch after an edit": failed(branchError(branch), { proposedArguments: { text: "helo" } }),
  "a failure in an application's words": failed(
    reportedError({
      code: "out_of_stock",
      message: "None is left; ask for another.",
      retryable: true,
      facts: { left: 0 },
    }),
  ),
  "an equal call of unknown outcome": failed(equalCallUnknownError("session-42/turn-2/response-0.0")),
  "a read after one attempt": failed(attemptsExhaustedError("the connection was cut", 1, undefined)),
  "a read after three attempts with a wait": failed(attemptsExhaustedError("too many requests", 3, 30_000)),
  "a read that was not begun": failed(attemptsExhaustedError("the process was closing", 0, undefined)),
  "an undeclared branch of a read": failed(undeclaredBranchError("surprise")),
  "rejected with a comment": ended("rejected", rejectedError('not in "general"')),
  "rejected without a comment": ended("rejected", rejectedError(undefined)),
  "undecided in time": ended("rejected", approvalExpiredError()),
  "an unknown outcome": ended("outcome_unknown", outcomeUnknownError("the connection was cut")),
  "settled as failed": failed({
    code: "settled_failed",
    message: "It is now known that this call did not take effect (it is not there). A new call may be made.",
    didNotRun: false,
    retryable: true,
    lastError: "the connection was cut",
  }),
  "a question that is open": ended("awaiting_approval", undefined),
  "a call that runs": ended("running", undefined),
  "a call that waits": ended("waiting", undefined),
};
