/** The connectors that come with the package, by id. A connector with code is its module, one without is its manifest. */

import type { Connector } from "../connector.ts";

interface ShippedConnector {
  readonly manifestFile: URL;
  /** Loads the connector; nothing of it is loaded before. */
  load(): Promise<Connector>;
}

function manifestFile(id: string): URL {
  return new URL(`../../connectors/${id}/dex-connector.yaml`, import.meta.url);
}

function withoutCode(id: string): ShippedConnector {
  const file = manifestFile(id);
  return {
    manifestFile: file,
    load: async () => {
      const { loadConnector } = await import("../http.ts");
      return loadConnector(file);
    },
  };
}

const shipped: ReadonlyMap<string, ShippedConnector> = new Map([
  ["slack", { manifestFile: manifestFile("slack"), load: async () => import("../../connectors/slack/index.ts") }],
  ["github", withoutCode("github")],
  ["stripe", withoutCode("stripe")],
]);

export const shippedConnectorIds: readonly string[] = [...shipped.keys()];

export function shippedConnector(id: string): ShippedConnector | undefined {
  return shipped.get(id);
}
