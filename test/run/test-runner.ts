/** A runner over a memory engine for tests, and responses for it. */

import type { CallRecord } from "../../src/core/call.ts";
import type { Engine } from "../../src/core/engine.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { ToolSource } from "../../src/core/tool.ts";
import { createMemoryEngine } from "../../src/engines/memory.ts";
import type { RequestedCall, ResponseRequest } from "../../src/run/request.ts";
import type { ToolRunner } from "../../src/run/runner.ts";
import { createRunner } from "../../src/run/runner.ts";
import type { ToolRunnerOptions } from "../../src/run/runner-options.ts";
import { createInputChecker } from "../../src/tools/input-checker.ts";

export function runnerOf(
  source: ToolSource | readonly ToolSource[],
  options: Partial<ToolRunnerOptions> = {},
): ToolRunner {
  const toolSources = Array.isArray(source) ? (source as readonly ToolSource[]) : [source as ToolSource];
  const engine: Engine = options.engine ?? createMemoryEngine();
  return createRunner({ ...options, toolSources, engine }, { engine, checker: createInputChecker() });
}

export function requestOf(calls: readonly RequestedCall[], change: Partial<ResponseRequest> = {}): ResponseRequest {
  return { sessionId: "s", turnId: "t", responseId: "r", calls, ...change };
}

/** A call of a tool with a text. */
export function callOf(name: string, args: JsonObject | string = { text: "hello" }): RequestedCall {
  return { id: "call_0", name, arguments: args };
}

/** Runs one call in a runner of its own. */
export async function runOne(
  source: ToolSource,
  name: string,
  options: Partial<ToolRunnerOptions> = {},
): Promise<CallRecord> {
  const runner = runnerOf(source, options);
  try {
    const [record] = await runner.runResponse(requestOf([callOf(name)]));
    if (record === undefined) throw new Error("there is no record");
    return record;
  } finally {
    await runner.close();
  }
}
