/** Makes a tool source of an application's own functions. */

import type { Ending } from "../core/ending.ts";
import { ToolkitError } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import { defaultRetryPolicy } from "../core/retry.ts";
import type { Tool, ToolAttempt, ToolSource } from "../core/tool.ts";
import type { FunctionTool } from "./function-tool.ts";
import { checkFunctionTool } from "./function-tool-check.ts";
import { resultJson } from "../core/result-json.ts";
import { failureEnding, isToolFailure } from "./tool-failure.ts";

const defaultTimeoutMs = 30_000;

/**
 * A tool source of functions, in the order given.
 *
 * Throws `invalid_definition` for a faulty definition, an unknown key or two tools of one name.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each tool of a list may take arguments of its own form.
export function functionTools(tools: readonly FunctionTool<any>[]): ToolSource {
  return new FunctionToolSource(tools as readonly FunctionTool[]);
}

class FunctionToolSource implements ToolSource {
  readonly #tools: readonly Tool[];
  readonly #functions: ReadonlyMap<string, FunctionTool>;

  constructor(tools: readonly FunctionTool[]) {
    const functions = new Map<string, FunctionTool>();
    for (const tool of tools) {
      checkFunctionTool(tool);
      if (functions.has(tool.name)) {
        throw new ToolkitError(
          "invalid_definition",
          `two function tools have the name ${tool.name}; rename one of them`,
        );
      }
      functions.set(tool.name, tool);
    }
    this.#functions = functions;
    this.#tools = tools.map(toTool);
  }

  listTools(): readonly Tool[] {
    return this.#tools;
  }

  async callTool(name: string, args: JsonObject, attempt: ToolAttempt): Promise<Ending> {
    const tool = this.#functions.get(name);
    if (tool === undefined) return { kind: "not_sent", reason: `there is no function tool ${name}`, isFinal: true };
    const { key, number, isResend, signal, deadline } = attempt;
    // Nobody can see when a function first reaches out, so it counts as dispatched from its first line.
    attempt.beginDispatch();
    try {
      const result = await tool.execute(args, { key, number, isResend, signal, deadline });
      return { kind: "returned", ...resultJson(result) };
    } catch (error) {
      if (isToolFailure(error)) return failureEnding(error);
      throw error;
    }
  }
}

function toTool(tool: FunctionTool): Tool {
  const { name, description, inputSchema, outputSchema, policy, inputValidator, allowRepeat, maxResultBytes } = tool;
  return Object.freeze<Tool>({
    name,
    description,
    inputSchema,
    outputSchema,
    effect: policy?.effect,
    requiresApproval: policy?.requiresApproval,
    inputValidator,
    allowRepeat,
    maxResultBytes,
    execution: {
      timeoutMs: tool.timeoutMs ?? defaultTimeoutMs,
      retry: { ...defaultRetryPolicy, ...tool.retry },
      downtimeCounts: true,
    },
  });
}
