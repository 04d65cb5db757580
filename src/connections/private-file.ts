/** Reads files that hold credentials, and refuses those that other users could read or change. */

import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { ToolkitError } from "../core/error.ts";

/** A file's text, and a stamp that changes when the file does. */
interface PrivateFile {
  readonly text: string;
  readonly stamp: string;
}

export interface PrivateFileOptions {
  readonly maxBytes: number;
  /** The stamp of the last reading: an unchanged file is checked again but not read again. */
  readonly knownStamp?: string | undefined;
}

/** What reading gives: the file, that it did not change, or that there is none. */
export type PrivateFileReading = PrivateFile | "unchanged" | "absent";

/**
 * Reads a regular file of the user's that nobody else may read.
 *
 * Links are followed; a link must belong to the user (or root) as well, since its owner decides what is read. Throws
 * `file_not_private` with the command that mends it, `invalid_configuration` when it is no regular file or too long,
 * `credential_unavailable` when it cannot be read.
 */
export async function readPrivateFile(path: string, options: PrivateFileOptions): Promise<PrivateFileReading> {
  await checkLink(path);
  const file = await openFile(path);
  if (file === "absent") return file;
  try {
    // What was opened is what is checked: a name may lead elsewhere a moment later.
    const stats = await file.stat();
    if (!stats.isFile()) throw new ToolkitError("invalid_configuration", `${path} is not a regular file`);
    checkOwner(path, stats.uid);
    checkMode(path, stats.mode);
    if (stats.size > options.maxBytes) {
      throw new ToolkitError("invalid_configuration", `${path} is larger than ${String(options.maxBytes)} bytes`);
    }
    const stamp = `${String(stats.dev)}:${String(stats.ino)}:${String(stats.size)}:${String(stats.mtimeMs)}:${String(stats.ctimeMs)}`;
    if (stamp === options.knownStamp) return "unchanged";
    return { text: await file.readFile("utf8"), stamp };
  } finally {
    await file.close();
  }
}

async function openFile(path: string): Promise<FileHandle | "absent"> {
  try {
    // Without O_NONBLOCK opening a pipe would wait for its other end for ever.
    return await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return "absent";
    throw unreadable(path, cause);
  }
}

async function checkLink(path: string): Promise<void> {
  const link = await lstat(path).catch((cause: unknown) => {
    // What does not exist is told when it is opened.
    if (codeOf(cause) === "ENOENT") return undefined;
    throw unreadable(path, cause);
  });
  if (link?.isSymbolicLink() === true && link.uid !== 0) checkOwner(path, link.uid);
}

function checkOwner(path: string, owner: number): void {
  const user = process.getuid?.();
  if (user === undefined || owner === user) return;
  throw new ToolkitError(
    "file_not_private",
    `${path} belongs to another user (${String(owner)}); it holds credentials, so make it yours: chown ${String(user)} ${quoted(path)}`,
  );
}

function checkMode(path: string, mode: number): void {
  // Windows has no such bits: what Node reports there says nothing about who may read.
  if (process.getuid === undefined || (mode & 0o077) === 0) return;
  throw new ToolkitError(
    "file_not_private",
    `${path} holds credentials and is open to other users (mode ${(mode & 0o777).toString(8).padStart(3, "0")}); close it: chmod 600 ${quoted(path)}`,
  );
}

function unreadable(path: string, cause: unknown): ToolkitError {
  return new ToolkitError("credential_unavailable", `${path} cannot be read (${codeOf(cause) ?? "unknown reason"})`, {
    cause,
    retryable: true,
  });
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** A path as one word of a shell. */
function quoted(path: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
