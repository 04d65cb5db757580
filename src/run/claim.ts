/** The facts of a tool that a claim keeps: a re-send is allowed only where they are the same. */

import type { Json } from "../core/json.ts";
import type { Tool } from "../core/tool.ts";
import type { CallTaskInput } from "./session.ts";
import { digestOf } from "./digest.ts";

/** Of a connector tool: its version, what makes a repeat safe, and what is asked for. Other tools have no version to compare. */
export function claimOf(call: CallTaskInput, tool: Tool): Json {
  const { connector } = tool;
  if (connector === undefined || call.effect === "read") return null;
  return {
    connector: `${connector.connection.connector}/${connector.connection.name}`,
    operation: connector.operation,
    version: connector.version,
    mechanism: connector.mechanismText,
    request: digestOf(call.arguments),
  };
}
