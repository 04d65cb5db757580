/** What MCP clients are shown of a tool: its arguments as they are, its results in the envelope that models read. */

import type { Json, JsonSchema } from "../../core/json.ts";
import { isJsonObject } from "../../core/json.ts";
import type { ToolAnnotations } from "../../core/tool.ts";
import type { RunnerTool } from "../../run/runner-tool.ts";
import type { McpSchema } from "./sdk.ts";

/** It accepts everything: the runner checks every call, and says more about its faults. */
export function toMcpSchema(schema: JsonSchema): McpSchema {
  const json = (): Record<string, unknown> => schema;
  return {
    "~standard": {
      version: 1,
      vendor: "dex-connectors",
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}

/** The hints of a tool, always all written out; a tool without any gets the careful ones of its effect class. */
export function toMcpAnnotations(tool: RunnerTool): ToolAnnotations {
  return (
    tool.annotations ?? {
      readOnlyHint: tool.effect === "read",
      destructiveHint: tool.effect !== "read",
      idempotentHint: tool.effect === "read" || tool.effect === "idempotent_write",
      openWorldHint: true,
    }
  );
}

/**
 * The schema of what a call gives: the tool's own output below `result` or `rows`, or an error with its facts. The tool's
 * own part is shown and not enforced: a client that refuses the result of a write that was done would lose it.
 */
export function toMcpOutputSchema(output: JsonSchema | undefined): JsonSchema {
  const shown: JsonSchema = output === undefined ? {} : { anyOf: [loosen(output), {}] };
  const isList = output?.["type"] === "array";
  return {
    type: "object",
    properties: {
      status: { type: "string", enum: ["ok", "error"] },
      ...(isList ? { rows: shown, count: {} } : { result: shown }),
      code: { type: "string" },
      message: { type: "string" },
      record: { type: "string" },
      retryable: { type: "boolean" },
      didNotRun: { type: "boolean" },
    },
    required: ["status"],
  };
}

const kept = new Set(["type", "title", "description", "properties", "items", "anyOf", "enum", "const"]);

/**
 * A long result is cut at a value boundary, so what the tool promises of the whole does not hold for what is shown: no
 * key is required, no list has a least length, and forms may overlap.
 */
function loosen(schema: Json): JsonSchema {
  if (!isJsonObject(schema)) return {};
  const loose: Record<string, Json | undefined> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (value === undefined) continue;
    if (name === "oneOf") loose["anyOf"] = eachLoose(value);
    else if (name === "anyOf") loose[name] = eachLoose(value);
    else if (name === "items") loose[name] = loosen(value);
    else if (name === "properties" && isJsonObject(value)) {
      loose[name] = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, loosen(part ?? {})]));
    } else if (kept.has(name)) loose[name] = value;
  }
  return loose;
}

function eachLoose(value: Json): Json {
  return Array.isArray(value) ? (value as readonly Json[]).map(loosen) : value;
}
