/** The tools a connector would offer, made of its manifest alone: nothing is configured, so nothing can be called. */

import { ToolkitError } from "../core/error.ts";
import type { Manifest } from "../core/manifest.ts";
import type { Operation } from "../core/operation.ts";
import { connectorTool } from "../tools/connector-tool.ts";
import { ConnectorToolSource } from "../tools/connector-tool-source.ts";

/** All exposed operations of the manifests as an agent would see them. */
export function offeredTools(manifests: readonly Manifest[]): ConnectorToolSource {
  return new ConnectorToolSource(
    manifests.flatMap((manifest) => {
      const connection = { connector: manifest.connector.id, name: "unconnected" };
      const exposed = Object.values(manifest.operations).filter(({ agent }) => agent.exposed);
      return exposed.map((definition) => {
        const operation: Operation = {
          id: definition.name,
          connection,
          manifest,
          definition,
          invoke: () => Promise.reject(new ToolkitError("connection_absent", `${definition.name} is not connected`)),
          knownSecrets: () => [],
        };
        return connectorTool(operation, connection);
      });
    }),
  );
}
