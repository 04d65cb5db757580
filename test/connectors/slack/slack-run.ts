/** Runs one operation of a Slack connection as a tool source would, and gives the ending. */
import type { Connection } from "../../../src/connector.ts";
import type { BranchEnding, Ending } from "../../../src/core/ending.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { ToolAttempt } from "../../../src/core/tool.ts";
import { attemptOf } from "../../http/attempt.ts";

let calls = 0;

/** A new call's key; every call of a test has its own. */
export function newKey(): string {
  calls += 1;
  return `session/turn/response.${String(calls)}`;
}

export function invoke(
  connection: Connection,
  operation: string,
  input: JsonObject,
  attempt: Partial<ToolAttempt> = {},
): Promise<Ending> {
  return connection.operation(operation).invoke(input, attemptOf({ key: newKey(), ...attempt }));
}

/** An attempt after one that may have reached Slack. */
export function resend(attempt: Partial<ToolAttempt> = {}): Partial<ToolAttempt> {
  return { number: 2, isResend: true, firstDispatchAt: Date.now() - 1_000, ...attempt };
}

/** The ending as a branch; fails with the whole ending when it is none. */
export function branchOf(ending: Ending): BranchEnding {
  if (ending.kind !== "branch") throw new Error(`expected a branch, got ${JSON.stringify(ending)}`);
  return ending;
}

/** The branch of a success with its output, checked to be free of warnings about its schema. */
export function successOf(ending: Ending): { readonly branch: string; readonly output: JsonObject } {
  const { branch, record, output, warnings = [] } = branchOf(ending);
  if (record !== "succeeded") throw new Error(`expected success, got ${JSON.stringify(ending)}`);
  const misfit = warnings.find((warning) => warning.includes("schema"));
  if (misfit !== undefined) throw new Error(`${branch}: ${misfit}`);
  return { branch, output: output as JsonObject };
}

/** The text at a path of an output. */
export function wordOf(output: JsonObject, ...path: readonly string[]): string {
  let part: unknown = output;
  for (const key of path) part = (part as JsonObject | undefined)?.[key];
  if (typeof part !== "string") throw new Error(`no text at ${path.join(".")} of ${JSON.stringify(output)}`);
  return part;
}
