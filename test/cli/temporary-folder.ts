/** A folder for one test, removed when the test ends. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dex-connectors-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The same, as the working folder of the test. */
export async function temporaryWorkingFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  return folder;
}
