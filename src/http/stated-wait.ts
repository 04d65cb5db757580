/** Reads how long a provider asks to wait. Wall time comes in from outside. */

import { assertNever } from "../core/assert-never.ts";
import type { ClassifiedOutcome, WaitSource } from "../core/manifest-classify.ts";
import { LosslessNumber, type WireJson } from "./wire-json.ts";
import { wireAt, type AnswerScope } from "./value.ts";

export interface StatedWait {
  readonly waitMs: number;
  /** Longer than the manifest lets a call wait: it ends, the wait is not cut short. */
  readonly isTooLong: boolean;
}

/** The first source that has a wait, else the fallback. */
export function readWait(
  outcome: Extract<ClassifiedOutcome, { kind: "retryLater" }>,
  answer: AnswerScope | undefined,
  now: number,
): StatedWait {
  const stated = answer && outcome.from.map((source) => waitOf(source, answer, now)).find((wait) => wait !== undefined);
  const waitMs = Math.ceil(stated ?? outcome.fallbackMs);
  return { waitMs, isTooLong: waitMs > outcome.maxMs };
}

function waitOf(source: WaitSource, answer: AnswerScope, now: number): number | undefined {
  switch (source.kind) {
    case "header":
      return headerWait(answer.headers[source.name], now);
    case "epochHeader":
      return epochWait(secondsOf(answer.headers[source.name]), now);
    case "body":
      return msOf(secondsOf(wireAt(answer.body, source.pointer)));
    default:
      return assertNever(source);
  }
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
function headerWait(text: string | undefined, now: number): number | undefined {
  const seconds = secondsOf(text);
  if (seconds !== undefined) return msOf(seconds);
  // Every HTTP date begins with its weekday; Date.parse alone would read "-5" as a year.
  const date = text === undefined || !/^[A-Z][a-z]{2}/.test(text) ? Number.NaN : Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function epochWait(seconds: number | undefined, now: number): number | undefined {
  return seconds === undefined ? undefined : Math.max(0, seconds * 1_000 - now);
}

function msOf(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** A count of seconds, fractions allowed; anything else is no statement. */
function secondsOf(value: WireJson | undefined): number | undefined {
  const text = value instanceof LosslessNumber ? value.text : typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\s*[0-9]{1,12}(?:\.[0-9]{1,9})?\s*$/.test(text)) return undefined;
  return Number(text);
}
