/** Where connections are declared: a file that is followed while the process runs, or a text that stays as it is. */

import { dirname, resolve } from "node:path";
import { isToolkitError, ToolkitError } from "../core/error.ts";
import { type ConnectionEntry, parseConnections } from "./connection-entry.ts";
import { readPrivateFile } from "./private-file.ts";

const maxFileBytes = 1_048_576;

/** A place that declares connections. */
export interface ConnectionSource {
  /** For messages. */
  readonly label: string;
  /** The folder that relative paths in it are relative to. */
  readonly folder: string;
  /** The connections as they stand now; `undefined` when the file does not exist. Throws when it is broken. */
  read(): Promise<readonly ConnectionEntry[] | undefined>;
}

/** Connections given as text. */
export function textSource(text: string, label: string): ConnectionSource {
  const entries = parseConnections(text, label);
  return { label, folder: process.cwd(), read: async () => entries };
}

/** Connections of a private file; it is parsed again only when it changed. */
export function fileSource(path: string): ConnectionSource {
  let known: { readonly stamp: string; readonly entries: readonly ConnectionEntry[] } | undefined;
  return {
    label: path,
    folder: dirname(resolve(path)),
    async read() {
      const file = await readPrivateFile(path, { maxBytes: maxFileBytes, knownStamp: known?.stamp });
      if (file === "absent") return undefined;
      if (file !== "unchanged") known = { stamp: file.stamp, entries: parseConnections(file.text, path) };
      return known?.entries ?? [];
    },
  };
}

/** The credentials of one connection of a source as they stand now. */
export async function currentEntry(
  source: ConnectionSource,
  connector: string,
  name: string,
): Promise<ConnectionEntry> {
  const entries = await source.read().catch((cause: unknown) => {
    // It says by which command it is mended.
    if (isToolkitError(cause) && cause.code === "file_not_private") throw cause;
    // Half-written by an editor or unreadable for a moment: what was read at the start is no longer to be trusted.
    throw new ToolkitError("credential_unavailable", `${source.label} can no longer be read`, {
      cause,
      retryable: true,
    });
  });
  const entry = entries?.find((candidate) => candidate.connector === connector && candidate.name === name);
  if (entry !== undefined) return entry;
  throw new ToolkitError("credential_unavailable", `${source.label} no longer has the connection ${connector}/${name}`);
}
