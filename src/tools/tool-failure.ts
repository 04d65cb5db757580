/** What an application's tool throws to say, in its own words, that it did not work. */

import { isCallErrorCode } from "../core/call-error-code.ts";
import type { Ending } from "../core/ending.ts";
import type { JsonObject } from "../core/json.ts";

const brand: unique symbol = Symbol.for("dex-connectors.ToolFailure") as never;

export interface ToolFailureOptions {
  /** A code of the tool's own, such as `out_of_stock`; one of the toolkit's codes becomes `tool_failure`. */
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
    this.code = isCallErrorCode(options.code) ? "tool_failure" : options.code;
    this.retryable = options.retryable ?? false;
    this.facts = options.facts;
  }
}

/** Recognizes a `ToolFailure` of any copy of the package in the process. */
export function isToolFailure(value: unknown): value is ToolFailure {
  return typeof value === "object" && value !== null && brand in value;
}

/** The ending that a thrown failure stands for. */
export function failureEnding(failure: ToolFailure): Ending {
  const { code, message, retryable: isRetryable, facts } = failure;
  return { kind: "reported_failure", code, message, isRetryable, ...(facts === undefined ? {} : { facts }) };
}
