/** From an argument that names a connector (file, folder or id of a shipped one) to the connector. */

import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Connector } from "../connector.ts";
import { closestName } from "../core/closest-name.ts";
import type { Manifest } from "../core/manifest.ts";
import { CommandError, exitCodes, misuse } from "./command-error.ts";
import { shippedConnector, shippedConnectorIds } from "./shipped-connectors.ts";

const connectorArgumentHelp = `a manifest's file, its folder, or ${shippedConnectorIds.join(", ")}`;

/** The connector that can be connected. */
export async function openConnector(argument: string): Promise<Connector> {
  const file = await manifestFileOf(argument);
  if (file === undefined) return shippedOf(argument).load();
  const manifest = await readManifest(file);
  if (!needsCode(manifest)) {
    const { loadConnector } = await import("../http.ts");
    return loadConnector(file);
  }
  const { id, version } = manifest.connector;
  const own = shippedConnector(id);
  if (own === undefined) {
    throw misuse(
      `${file}: the operations of ${id} need code that is not named in the manifest; run them from a program (defineConnector)`,
    );
  }
  const connector = await own.load();
  if (connector.manifest.connector.version !== version) {
    throw misuse(
      `${file} is ${id} ${version}; the code that is shipped belongs to ${connector.manifest.connector.version}`,
    );
  }
  return connector;
}

/** The checked manifest alone; no code is loaded. */
export async function openManifest(argument: string): Promise<Manifest> {
  const file = await manifestFileOf(argument);
  return readManifest(file ?? fileURLToPath(shippedOf(argument).manifestFile));
}

function shippedOf(argument: string): NonNullable<ReturnType<typeof shippedConnector>> {
  const own = shippedConnector(argument);
  if (own !== undefined) return own;
  const closest = closestName(argument, shippedConnectorIds);
  const hint = closest === undefined ? `give ${connectorArgumentHelp}` : `did you mean ${closest}?`;
  throw misuse(`there is no file ${JSON.stringify(argument)} and no shipped connector of that name; ${hint}`);
}

const manifestNames = ["dex-connector.yaml", "dex-connector.yml", "dex-connector.json"];

/** The path of the manifest's file; `undefined` when nothing is there. */
async function manifestFileOf(argument: string): Promise<string | undefined> {
  const found = await statOf(argument);
  if (found === undefined || !found.isDirectory()) return found === undefined ? undefined : argument;
  for (const name of manifestNames) {
    const file = join(argument, name);
    if ((await statOf(file)) !== undefined) return file;
  }
  throw misuse(`the folder ${argument} holds no ${manifestNames.join(", ")}`);
}

async function statOf(path: string): Promise<Awaited<ReturnType<typeof stat>> | undefined> {
  return stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw unreadable(path, error);
  });
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

export function unreadable(path: string, error: unknown): CommandError {
  const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown trouble";
  return new CommandError(exitCodes.incomplete, `${path} cannot be read: ${reason}`, { cause: error });
}

async function readManifest(path: string): Promise<Manifest> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const { loadManifest } = await import("../manifest/load-manifest.ts");
  const { manifest, findings } = loadManifest(bytes, { path });
  if (manifest !== undefined) return manifest;
  const { findingLine } = await import("../manifest/explain-findings.ts");
  const errors = findings.filter(({ severity }) => severity === "error");
  const lines = errors.slice(0, 5).map(findingLine);
  const more = errors.length > 5 ? [`… and ${String(errors.length - 5)} more`] : [];
  const advice = `mend the manifest first; dex-connectors validate ${path} shows each place`;
  throw new CommandError(exitCodes.findings, [...lines, ...more, advice].join("\n"));
}

/** Whether an operation is written in code that the manifest does not name a module of. */
function needsCode(manifest: Manifest): boolean {
  return Object.values(manifest.operations).some(
    ({ implementation }) => implementation.kind === "handler" && implementation.module === undefined,
  );
}
