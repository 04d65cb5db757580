/** What a killing test and its worker say to each other: orders as one argument, reports as lines of JSON. */

import type { CallRecord } from "../core/call.ts";

/** Where a worker gets a signal. Counted from 0, `from` the start of the process or of its last round. */
export type KillSlot =
  /** At a moment that the engine's probe names. */
  | { readonly at: "point"; readonly number: number; readonly from: "start" | "round" }
  /** When the provider has a request whole and has not answered, or right after it wrote the answer. */
  | { readonly at: "received" | "answered"; readonly number: number };

export interface WorkerOrders {
  /** Path of the SQLite journal. */
  readonly journal: string;
  /** Where the provider of the test listens, such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** The rounds to run, one after the other; what is recorded of them is only read. */
  readonly rounds: readonly number[];
  readonly signalAt?: Extract<KillSlot, { at: "point" }> | undefined;
  readonly signal?: "SIGKILL" | "SIGSTOP" | undefined;
}

export type WorkerReport =
  | { readonly event: "begun"; readonly round: number }
  | { readonly event: "point"; readonly point: string; readonly id: string }
  | { readonly event: "asked"; readonly key: string; readonly questionId: string }
  | { readonly event: "records"; readonly round: number; readonly records: readonly CallRecord[] }
  | { readonly event: "finished"; readonly unknown: readonly string[] }
  | { readonly event: "failed"; readonly code: string; readonly message: string };

/** The session of a round; one response each. */
export function sessionOf(round: number): string {
  return `round-${String(round)}`;
}

/** A text that names one call of one round and stands in nothing else; it has no character that any part of a URL escapes. */
export function markOf(round: number, position: number): string {
  return `mark-${String(round)}-${String(position)}-end`;
}

const MARK = /mark-\d+-\d+-end/;

/** The mark in a text, if there is one. */
export function markIn(text: string): string | undefined {
  return MARK.exec(text)?.[0];
}
