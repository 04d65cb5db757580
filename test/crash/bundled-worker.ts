/** The desk's worker in one file: a worker lives for a moment, and most of that was loading its two hundred modules. */

import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

/** Inside `node_modules`, so that packages which are loaded at run time are found from there. */
const cache = join(import.meta.dirname, "..", "..", "node_modules", ".cache");

export interface BundledWorker {
  readonly path: string;
  readonly remove: () => void;
}

export async function bundleDeskWorker(): Promise<BundledWorker> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "kill-worker-"));
  const path = join(folder, "desk-worker.js");
  const bundle = await rolldown({ input: join(import.meta.dirname, "desk-worker.ts"), platform: "node" });
  try {
    await bundle.write({ file: path, format: "esm", codeSplitting: false });
  } finally {
    await bundle.close();
  }
  // The manifest is read from beside the module.
  cpSync(join(import.meta.dirname, "desk"), join(folder, "desk"), { recursive: true });
  return {
    path,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
