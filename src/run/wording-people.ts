/** Sentences about what people decide and find out: what they are told, and what a model reads of it. */

import type { CallError } from "../core/call.ts";
import type { JsonObject } from "../core/json.ts";
import { toError } from "./wording.ts";

/** The most characters of a person's words that a model reads; the record's history keeps them all. */
const mostWords = 2_000;

function inShort(words: string): string {
  return words.length <= mostWords ? words : `${words.slice(0, mostWords).toWellFormed()}…`;
}

/** What an unknown outcome turned out to be, in the words of whoever found it out. */
export function settledError(settled: {
  readonly code: string | undefined;
  readonly reason: string;
  readonly facts: JsonObject | undefined;
}): CallError {
  return toError(
    settled.code ?? "settled_failed",
    `It is now known that this call did not take effect (${inShort(settled.reason)}). A new call may be made.`,
    { didNotRun: false, retryable: true },
    { facts: settled.facts },
  );
}

export function rejectedError(comment: string | undefined): CallError {
  const words =
    comment === undefined || comment === ""
      ? "with no comment"
      : `with the comment ${JSON.stringify(inShort(comment))}`;
  return toError(
    "rejected",
    `The tool did not run: approval was asked for and refused, ${words}. Do not call it again unchanged.`,
    {
      didNotRun: true,
      retryable: false,
    },
  );
}

export function approvalExpiredError(): CallError {
  return toError(
    "approval_expired",
    "The tool did not run: nobody decided about it in time. Do not call it again unless somebody asks for it.",
    {
      didNotRun: true,
      retryable: false,
    },
  );
}

/** What a person is told when an equal call may have taken effect. */
export function equalCallNotice(earlier: string): string {
  return `An equal earlier call (${earlier}) may have taken effect; its outcome is not known.`;
}
