/** An application's own function, described as a tool. */

import type { JsonObject, JsonSchema } from "../core/json.ts";
import type { RetryPolicy } from "../core/retry.ts";
import type { StandardSchemaV1 } from "../core/standard-schema.ts";
import type { ToolAttempt, ToolPolicy } from "../core/tool.ts";

/** One attempt of a call, as a function sees it. */
export type FunctionAttempt = Pick<ToolAttempt, "key" | "number" | "isResend" | "signal" | "deadline">;

/** A function offered as a tool. */
export interface FunctionTool<Arguments extends object = JsonObject> {
  /** 1 to 64 letters, digits, `_` or `-`. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object (draft 6 to 2020-12). Arguments are held against it before anything runs. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** What a repeat does, and who is asked. Without an effect the runner's default applies. */
  readonly policy?: ToolPolicy;
  /** Accepts or refuses arguments after the schema did; its output is not used. */
  readonly inputValidator?: StandardSchemaV1;
  /** Lets equal writes of one turn run twice. Default `false`. */
  readonly allowRepeat?: boolean;
  /** One attempt, in milliseconds, 1 to 86,400,000. Default 30,000. */
  readonly timeoutMs?: number;
  /** For repeatable effects only. Default: three attempts, 1 s doubled up to 30 s, within two minutes. */
  readonly retry?: Partial<RetryPolicy>;
  /** The largest result the model is given, in bytes of UTF-8. Default 4,096. */
  readonly maxResultBytes?: number;
  /**
   * Does the work. What it returns becomes the result; `throw new ToolFailure(…)` reports a failure; any other throw
   * leaves open what happened. `attempt.key` is equal in every attempt of a call.
   */
  execute(args: Arguments, attempt: FunctionAttempt): unknown;
}
