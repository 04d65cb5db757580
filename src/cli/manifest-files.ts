/** The manifests that paths name, and reading them one by one, so that a file that cannot be read stops no other. */
import { readFileSync } from "node:fs";
import { findManifestFiles, readProblem } from "../manifest/find-files.ts";
import type { FoundFiles } from "../manifest/find-files.ts";
import { misuse } from "./command-error.ts";

/** A file or folder that could not be read. */
export type UnreadablePath = FoundFiles["unreadable"][number];

/** Throws a misuse for a path that does not exist, and when there is nothing to do. */
export function manifestFiles(paths: readonly string[]): Pick<FoundFiles, "files" | "unreadable"> {
  const { files, missing, unreadable } = findManifestFiles(paths.length === 0 ? ["."] : paths, process.cwd());
  const [absent] = missing;
  if (absent !== undefined) throw misuse(`there is no file or folder ${absent}`);
  if (files.length === 0 && unreadable.length === 0) {
    throw misuse("no dex-connector.{json,yaml,yml} or *.connector.{json,yaml,yml} was found");
  }
  return { files, unreadable };
}

/** The bytes of a file, or why it cannot be read. */
export function readManifestFile(path: string): Buffer | UnreadablePath {
  try {
    return readFileSync(path);
  } catch (error) {
    return { path, problem: readProblem(error) };
  }
}

/** Lets an interrupt be heard between two files. */
export async function betweenFiles(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  signal.throwIfAborted();
}
