/** What a model reads of a record: status, result or error, in facts and one or two sentences. No stack, path, header, token or provider page. */

import type { CallRecord } from "../core/call.ts";
import { isFinal } from "../core/call.ts";
import type { Json, JsonObject } from "../core/json.ts";
import { defaultMaxResultBytes, limitResult } from "./result-limit.ts";

/**
 * A call that worked. A list comes as `rows` with its `count`; an empty list is a success with count 0. With `truncated` the
 * result was cut to the tool's limit: `count` and `totalBytes` are those of the whole.
 */
export type ModelSuccess = (
  | { readonly status: "ok"; readonly result: Json }
  | { readonly status: "ok"; readonly rows: readonly Json[]; readonly count: number }
) & {
  readonly truncated?: true;
  readonly totalBytes?: number;
  /** The cursor for `read_more`, where the runner has that tool. Not to be taken for a cursor of the service, which is in the result. */
  readonly readMore?: string;
  readonly note?: string;
};

/** A call that did not. `retryable`: a new call, corrected as the message says, may succeed. */
export interface ModelError {
  readonly status: "error";
  readonly record: CallRecord["status"];
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly didNotRun: boolean;
  readonly [fact: string]: Json | undefined;
}

export type ModelResult = ModelSuccess | ModelError;

/** The version of the wording; it changes when a text that a model reads changes. */
export const modelResultVersion = 1;

/** Facts that are for people and programs, not for a model. */
const hiddenFacts: ReadonlySet<string> = new Set(["lastError"]);

/** Gives what the model reads of a record. Pure: the same record always gives the same result. */
export function toModelResult(record: CallRecord): ModelResult {
  return record.status === "succeeded" ? toSuccess(record) : toError(record);
}

function toSuccess(record: CallRecord): ModelSuccess {
  const output = record.output ?? null;
  const { value, totalBytes } = limitResult(output, record.maxResultBytes ?? defaultMaxResultBytes);
  const cut = totalBytes === undefined ? {} : { truncated: true as const, totalBytes, ...restOf(record) };
  const note = noteOf(record, totalBytes !== undefined);
  if (Array.isArray(output)) {
    return { status: "ok", rows: value as readonly Json[], count: output.length, ...cut, ...note };
  }
  return { status: "ok", result: value, ...cut, ...note };
}

function restOf({ readMore }: CallRecord): { readonly readMore?: string } {
  return readMore === undefined ? {} : { readMore };
}

/** What the model must know of a success besides its result: a repeat that did not run again, arguments that a person changed. */
function noteOf(record: CallRecord, isCut: boolean): { readonly note?: string } {
  const notes: string[] = [];
  if (isCut) notes.push(record.readMore === undefined ? cutNote : readMoreNote);
  if (record.repeatOf !== undefined) {
    notes.push(
      `An equal call of this turn ran already (${record.repeatOf}); this is its result and nothing was done again.`,
    );
  }
  if (record.proposedArguments !== undefined) notes.push(editNote(record));
  return notes.length === 0 ? {} : { note: notes.join(" ") };
}

const cutNote =
  "The result is longer than what is shown here; ask for less at a time, or for the next page, to see the rest.";

const readMoreNote =
  "The result is longer than what is shown here; call read_more with the value of readMore to see the rest.";

/** Long arguments are cut like a long result. */
function editNote(record: CallRecord): string {
  const { value, totalBytes } = limitResult(record.arguments, defaultMaxResultBytes);
  const cut = totalBytes === undefined ? "" : ` (cut from ${String(totalBytes)} bytes)`;
  return `A person changed the arguments before it ran; these ran: ${JSON.stringify(value)}${cut}`;
}

function toError(record: CallRecord): ModelError {
  const { error } = record;
  if (error === undefined) return pendingError(record);
  const { code, message, retryable, didNotRun, ...facts } = error;
  const shown: JsonObject = Object.fromEntries(Object.entries(facts).filter(([name]) => !hiddenFacts.has(name)));
  const note = record.proposedArguments === undefined ? {} : { note: editNote(record) };
  return { ...shown, ...note, status: "error", record: record.status, code, message, retryable, didNotRun };
}

/** A call without a record: hosts that answer before the end tell the model so. */
function pendingError(record: CallRecord): ModelError {
  const message = isFinal(record.status)
    ? "The call did not succeed; there is no more to say about it."
    : record.status === "awaiting_approval"
      ? "The tool has not run yet: a person is being asked. Do not call it again; the result will follow."
      : "The call has not ended yet. Do not call it again; the result will follow.";
  return { status: "error", record: record.status, code: record.status, message, retryable: false, didNotRun: false };
}
