/** Finds manifests by their names: named files as they are, folders searched. */
import type { Dirent } from "node:fs";
import { readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

const manifestName = /^(?:dex-connector|.+\.connector)\.(?:json|yaml|yml)$/;

/** Folders that hold copies and other people's files. */
const skippedFolders: ReadonlySet<string> = new Set(["node_modules", "dist"]);

/** What the named paths hold. */
export interface FoundFiles {
  /** Relative to the working folder where they lie in it, with `/`, sorted, each once. */
  readonly files: readonly string[];
  /** Named paths that do not exist. */
  readonly missing: readonly string[];
  /** Paths that could not be looked at and folders that could not be searched, with the reason. */
  readonly unreadable: readonly { readonly path: string; readonly problem: string }[];
}

export function findManifestFiles(paths: readonly string[], workingFolder: string): FoundFiles {
  const files = new Set<string>();
  const missing: string[] = [];
  const unreadable: { path: string; problem: string }[] = [];
  for (const path of paths) {
    const full = join(workingFolder, path);
    const absolute = path.startsWith(sep) ? path : full;
    try {
      const stats = statSync(absolute, { throwIfNoEntry: false });
      if (stats === undefined) missing.push(path);
      else if (stats.isDirectory()) search(absolute, (file) => void files.add(shown(file, workingFolder)), unreadable);
      else files.add(shown(absolute, workingFolder));
    } catch (error) {
      unreadable.push({ path: absolute, problem: readProblem(error) });
    }
  }
  const places = unreadable.map(({ path, problem }) => ({ path: shown(path, workingFolder), problem }));
  return { files: [...files].toSorted(), missing, unreadable: places };
}

/** Why a file or folder cannot be read, without the path, which may name folders of this machine only. */
export function readProblem(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return error instanceof Error && "code" in error ? text.replace(/, \w+(?: '.*)?$/, "") : text;
}

function search(folder: string, found: (file: string) => void, unreadable: { path: string; problem: string }[]): void {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    unreadable.push({ path: folder, problem: readProblem(error) });
    return;
  }
  for (const entry of entries) {
    const isHidden = entry.name.startsWith(".");
    if (entry.isDirectory() && !isHidden && !skippedFolders.has(entry.name)) {
      search(join(folder, entry.name), found, unreadable);
    } else if (!entry.isDirectory() && manifestName.test(entry.name)) {
      found(join(folder, entry.name));
    }
  }
}

function shown(path: string, workingFolder: string): string {
  const inside = relative(workingFolder, path);
  const isInside = inside !== "" && !inside.startsWith("..");
  return (isInside ? inside : path).replaceAll(sep, "/");
}
