/** The sentences of the toolkit: what a model reads about a call. Data comes in, words go out; nothing is decided here. */

import type { CallError } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";

/** The safe words. A message begins with them exactly where nothing ran and a new call may help. */
export const DID_NOT_RUN = "the tool did not run, so it is safe to call again";

/** What a model reads when nobody knows yet whether a write happened. */
export const OUTCOME_UNKNOWN_TOOL_RESULT =
  "It is not known whether this call took effect. Do not call it again: the truth will be told in a later message as soon as it is known.";

/** Everything a call error holds besides code and message. */
interface ErrorFacts {
  readonly retryAfterSeconds?: number | undefined;
  readonly facts?: JsonObject | undefined;
}

function safeToRepeat(code: string, rest: string, more: ErrorFacts = {}): CallError {
  return toError(code, `${DID_NOT_RUN}${rest}`, { didNotRun: true, retryable: true }, more);
}

export function toError(
  code: string,
  message: string,
  claims: { readonly didNotRun: boolean; readonly retryable: boolean },
  more: ErrorFacts = {},
): CallError {
  return {
    ...more.facts,
    code,
    message,
    ...claims,
    ...(more.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: more.retryAfterSeconds }),
  };
}

/** Whole seconds, rounded up, so that a model never comes back too early. */
function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

/** What to do before the next call. */
function waitWords(retryAfterMs: number | undefined): string {
  if (retryAfterMs === undefined) return "wait a while first";
  const seconds = toSeconds(retryAfterMs);
  if (seconds <= 0) return "it may be called again at once";
  return seconds === 1 ? "wait 1 second first" : `wait ${String(seconds)} seconds first`;
}

/** Words from elsewhere as a sentence of their own, so that ours can follow. */
function sentence(words: string): string {
  const text = words.trimEnd();
  return /[.!?\u2026]["')\]]*$/.test(text) ? text : `${text}.`;
}

/** Words from elsewhere inside a sentence of ours, which brings its own full stop. */
function clause(words: string): string {
  return words.trimEnd().replace(/\.+$/, "");
}

export function skippedError(stopper: {
  readonly key: string;
  readonly tool: string;
  readonly status: string;
}): CallError {
  return safeToRepeat(
    "skipped",
    `. It was skipped because the earlier write ${stopper.tool} (${stopper.key}) of the same response ended as ${stopper.status}; deal with that one first.`,
    { facts: { stoppedBy: stopper.key } },
  );
}

export function cancelledError(): CallError {
  return toError(
    "cancelled",
    "The tool did not run: the application cancelled the response before its turn came. Do not call it again unless you are asked to.",
    {
      didNotRun: true,
      retryable: false,
    },
  );
}

export function abortedError(): CallError {
  return toError(
    "cancelled",
    "The application cancelled the response while this read was under way. Nothing was changed; do not call it again unless you are asked to.",
    {
      didNotRun: false,
      retryable: false,
    },
  );
}

export function toolUnavailableError(reason: string): CallError {
  return toError("tool_unavailable", `The tool did not run: ${sentence(reason)} Go on without it.`, {
    didNotRun: true,
    retryable: false,
  });
}

export function unknownToolError(name: string, closest: string | undefined, available: readonly string[]): CallError {
  const hint = closest === undefined ? "choose one of the available tools." : `did you mean ${closest}?`;
  return safeToRepeat("unknown_tool", `. There is no tool named ${JSON.stringify(name.slice(0, 80))}; ${hint}`, {
    facts: { availableValues: available.slice(0, 64) },
  });
}

export function invalidArgumentsError(faults: JsonObject["faults"], count: number): CallError {
  if (count === 0) {
    return safeToRepeat(
      "invalid_arguments",
      ". Its arguments were refused by the application's validator, which does not say why; change them and call again.",
      { facts: { faults } },
    );
  }
  const noun = count === 1 ? "one fault" : `${String(count)} faults`;
  return safeToRepeat(
    "invalid_arguments",
    `. Its arguments have ${noun}: correct what \`faults\` lists and call again.`,
    {
      facts: { faults },
    },
  );
}

export function notSentError(reason: string): CallError {
  return safeToRepeat("not_sent", `. Nothing reached the service: ${sentence(reason)}`);
}

export function rateLimitedError(reason: string, retryAfterMs: number | undefined): CallError {
  const more = retryAfterMs === undefined ? {} : { retryAfterSeconds: toSeconds(retryAfterMs) };
  return safeToRepeat(
    "rate_limited",
    `. The service did not process it (${clause(reason)}); ${waitWords(retryAfterMs)}.`,
    more,
  );
}

export function journalUnavailableError(): CallError {
  return safeToRepeat(
    "journal_unavailable",
    ". The toolkit cannot write its journal, so no write is sent; a person has to look at it.",
  );
}

export function attemptsExhaustedError(reason: string, attempts: number, retryAfterMs: number | undefined): CallError {
  const tries = attempts === 1 ? "one attempt" : `${String(attempts)} attempts`;
  const start = attempts === 0 ? "The service was not asked" : `The service gave no usable answer in ${tries}`;
  const more = retryAfterMs === undefined ? {} : { retryAfterSeconds: toSeconds(retryAfterMs) };
  return toError(
    "attempts_exhausted",
    `${start} (${clause(reason)}). Nothing was changed; call again later or go on without it.`,
    { didNotRun: false, retryable: true },
    more,
  );
}

/** The one attempt of a read left nothing behind: it is not the service that has to be waited for. */
export function readNotSentError(reason: string, retryAfterMs: number | undefined): CallError {
  const more = retryAfterMs === undefined ? {} : { retryAfterSeconds: toSeconds(retryAfterMs) };
  return toError(
    "attempts_exhausted",
    `Nothing reached the service: ${sentence(reason)} Call again once that is mended, or go on without it.`,
    { didNotRun: false, retryable: true },
    more,
  );
}

export function undeclaredBranchError(branch: string): CallError {
  return toError(
    "undeclared_branch",
    `The connector ended in ${JSON.stringify(branch.slice(0, 48))}, an ending it does not declare. Nothing was changed; call again later or go on without it.`,
    { didNotRun: false, retryable: true },
  );
}

export function outcomeUnknownError(reason: string): CallError {
  return toError(
    "outcome_unknown",
    OUTCOME_UNKNOWN_TOOL_RESULT,
    { didNotRun: false, retryable: false },
    { facts: { lastError: reason } },
  );
}

/** A call that the toolkit could not take, where nobody can look up whether it was taken before. */
export function notTakenError(reason: string): CallError {
  return toError(
    "outcome_unknown",
    `The call could not be taken now: ${sentence(reason)} It is not known here whether an earlier try of it took effect or still waits. Do not call it again unless you are told that it did not run.`,
    { didNotRun: false, retryable: false },
    { facts: { lastError: reason } },
  );
}

export function equalCallUnknownError(earlier: string): CallError {
  return toError(
    "equal_call_unknown",
    `The tool did not run: an equal earlier call (${earlier}) may have taken effect and its outcome is not known yet. Do not call it again; go on with something else until the truth is told.`,
    { didNotRun: true, retryable: false },
    { facts: { earlierCall: earlier } },
  );
}

/** The message of a branch that failed. A connector's own words come last, after ours. */
export function branchError(branch: {
  readonly code: string;
  readonly message: string | undefined;
  readonly retryable: boolean;
  readonly didNotRun: boolean;
  readonly facts: JsonObject | undefined;
}): CallError {
  const start = sentence(inItsWords(branch.message) ?? `The service refused the call (${branch.code})`);
  const next = branch.retryable
    ? "Correct the call as said and try again."
    : branch.didNotRun
      ? "Calling again does not help; a person has to look at the connection or the connector."
      : "Do not call it again unchanged.";
  return toError(
    branch.code,
    `${start} ${next}`,
    { didNotRun: branch.didNotRun, retryable: branch.retryable },
    { facts: branch.facts },
  );
}

/** Words of a connector, a provider or a tool. Only ours may begin with the safe words. */
function inItsWords(message: string): string;
function inItsWords(message: string | undefined): string | undefined;
function inItsWords(message: string | undefined): string | undefined {
  const isForged = message?.trimStart().toLowerCase().startsWith(DID_NOT_RUN) === true;
  return isForged ? `It was said: ${JSON.stringify(message)}.` : message;
}

/** A tool's own report of its failure, in its own words. */
export function reportedError(report: {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly facts: JsonObject | undefined;
}): CallError {
  return toError(
    report.code,
    inItsWords(report.message),
    { didNotRun: false, retryable: report.retryable },
    { facts: report.facts },
  );
}
