/** The face for connectors without code: a manifest's file in, a connector whose operations can be called out. */

import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defineConnector, type Connector } from "./connector.ts";
import { ToolkitError } from "./core/error.ts";
import type { Manifest } from "./core/manifest.ts";
import type { OperationHandler } from "./core/operation.ts";
import { loadManifest } from "./manifest/load-manifest.ts";

export type { Connection, Connector } from "./connector.ts";
export type { ConnectOptions } from "./connect/given-values.ts";
export type { Manifest } from "./core/manifest.ts";

/**
 * Loads a connector from its manifest: `{ manifest, connect, newProjectConnection }`.
 *
 * Operations with a declared request need nothing else; those that name a `handler` module have it imported, relative
 * to the manifest's file. Throws `invalid_manifest` with all findings when the manifest has errors, and
 * `invalid_definition` for a handler that is not there. Loading twice gives two connectors that share nothing.
 */
export async function loadConnector(path: string | URL): Promise<Connector> {
  const file = path instanceof URL ? fileURLToPath(path) : resolve(path);
  const { manifest } = loadManifest(readFileSync(file), { path: file });
  // The definition refuses a faulty file in its own words, with every finding.
  if (manifest === undefined) return defineConnector({ manifest: file });
  return defineConnector({ manifest, operations: await importHandlers(manifest, dirname(file)) });
}

async function importHandlers(manifest: Manifest, folder: string): Promise<Record<string, OperationHandler>> {
  const handlers: Record<string, OperationHandler> = {};
  for (const { name, implementation } of Object.values(manifest.operations)) {
    if (implementation.kind !== "handler" || implementation.module === undefined) continue;
    const module = (await import(pathToFileURL(resolve(folder, implementation.module)).href)) as Record<
      string,
      unknown
    >;
    const handler = module[implementation.export ?? name];
    if (typeof handler !== "function") {
      const place = `${implementation.module}#${implementation.export ?? name}`;
      throw new ToolkitError(
        "invalid_definition",
        `the operation ${name} names the handler ${place}, which is no function`,
      );
    }
    handlers[name] = handler as OperationHandler;
  }
  return handlers;
}
