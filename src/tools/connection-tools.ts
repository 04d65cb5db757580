/** The short way from a connection to its tools: `connectorTool` on each operation that is named. */

import { ToolkitError } from "../core/error.ts";
import type { Manifest } from "../core/manifest.ts";
import type { Operation } from "../core/operation.ts";
import type { ApprovalRule, ConnectionReference } from "../core/tool.ts";
import { connectorTool } from "./connector-tool.ts";
import { ConnectorToolSource } from "./connector-tool-source.ts";
import { exposedOperation } from "./exposed-operation.ts";
import { requireKnownKeys } from "./known-keys.ts";

/** Which operations of a connection become tools. */
export interface ConnectionToolsOptions {
  /** Names of exposed operations. There is no way to say "all": what an agent may do is written down. */
  readonly only: readonly string[];
  /** Who is asked, by operation. Default: as the manifest recommends. */
  readonly requiresApproval?: Readonly<Record<string, ApprovalRule>> | undefined;
}

interface ToolConnection {
  readonly reference: ConnectionReference;
  readonly manifest: Manifest;
  operation(name: string): Operation;
}

/** The tools of the named operations. Throws `invalid_definition` for a name that is not exposed, or an approval for one that is not named. */
export function connectionTools(connection: ToolConnection, options: ConnectionToolsOptions): ConnectorToolSource {
  requireKnownKeys(options, ["only", "requiresApproval"], "the options of connection.tools");
  const { only, requiresApproval = {} } = options;
  if (!Array.isArray(only) || only.length === 0) {
    throw new ToolkitError("invalid_definition", 'connection.tools needs "only": the names of the operations to offer');
  }
  requireKnownKeys(requiresApproval, only, "requiresApproval of connection.tools");
  const tools = only.map((name: string) => {
    exposedOperation(connection.manifest, name);
    return connectorTool(connection.operation(name), connection.reference, {
      requiresApproval: requiresApproval[name],
    });
  });
  return new ConnectorToolSource(tools);
}
