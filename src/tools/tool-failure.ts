/** What an application's tool throws to say, in its own words, that it did not work. */

import { isCallErrorCode } from "../core/call-error-code.ts";
import type { Ending } from "../core/ending.ts";
import { isJsonObject, type JsonObject } from "../core/json.ts";
import { resultJson } from "../core/result-json.ts";

const brand: unique symbol = Symbol.for("dex-connectors.ToolFailure") as never;

export interface ToolFailureOptions {
  /**
   * A code of the tool's own, such as `out_of_stock`: a letter, then up to 63 letters, digits, `_`, `.` or `-`. One of
   * the toolkit's own codes, or a text of another form, becomes `tool_failure`.
   */
  readonly code: string;
  /** For the model: what happened and what to do next. Never a secret. */
  readonly message: string;
  /** Whether a new, corrected call may succeed. Default `false`. */
  readonly retryable?: boolean;
  /** Facts for the repair, as JSON; they stand beside the message. */
  readonly facts?: JsonObject;
  readonly cause?: unknown;
}

/**
 * A reported failure: the tool knows that it did not do what was asked.
 *
 * Anything else a tool throws leaves open whether it did something, so a write then ends as `outcome_unknown`.
 */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly code: string;
  readonly retryable: boolean;
  readonly facts: JsonObject | undefined;
  readonly [brand] = true;

  constructor(options: ToolFailureOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    // A wrong code must not throw here: the tool's word that it failed would become an unknown outcome.
    this.code = isOwnCode(options.code) ? options.code : "tool_failure";
    this.retryable = options.retryable ?? false;
    this.facts = options.facts;
  }
}

function isOwnCode(code: unknown): boolean {
  return typeof code === "string" && /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(code) && !isCallErrorCode(code);
}

/** Recognizes a `ToolFailure` of any copy of the package in the process. */
export function isToolFailure(value: unknown): value is ToolFailure {
  return typeof value === "object" && value !== null && brand in value;
}

/** The ending that a thrown failure stands for. */
export function failureEnding(failure: ToolFailure): Ending {
  const { code, message, retryable: isRetryable } = failure;
  const facts = failure.facts === undefined ? undefined : resultJson(failure.facts).output;
  return { kind: "reported_failure", code, message, isRetryable, ...(isJsonObject(facts) ? { facts } : {}) };
}
