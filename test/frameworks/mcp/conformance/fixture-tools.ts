/**
 * The tools that the conformance suite calls by name, as tools of an application. They stand for the suite's own example
 * server as far as a runner's tools can: text results, reported failures, and schemas of the whole 2020-12 language.
 */
import type { JsonSchema, ToolSource } from "../../../../src/index.ts";
import { functionTools, ToolFailure } from "../../../../src/index.ts";

const nothing: JsonSchema = { type: "object", properties: {} };
const read = { effect: "read" as const, requiresApproval: false };

export const fixtureTools: ToolSource = functionTools([
  {
    name: "test_simple_text",
    description: "Gives a text.",
    inputSchema: nothing,
    policy: read,
    execute: () => "This is a simple text response for testing.",
  },
  {
    name: "test_error_handling",
    description: "Always reports a failure.",
    inputSchema: nothing,
    policy: read,
    execute: () => {
      throw new ToolFailure({ code: "intended", message: "This tool intentionally returns an error for testing" });
    },
  },
  {
    name: "test_tool_with_progress",
    description: "Gives a text; the server says meanwhile how far the call is.",
    inputSchema: nothing,
    policy: read,
    execute: () => "done",
  },
  {
    name: "json_schema_2020_12_tool",
    description: "Takes a schema of JSON Schema 2020-12.",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: { address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
      properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
      additionalProperties: false,
    },
    policy: read,
    execute: () => "done",
  },
]);
