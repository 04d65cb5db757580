/** `--journal`: where calls are kept, opened as the one that runs them or as one that looks on. */

import { statSync } from "node:fs";
import type { Engine } from "../core/engine.ts";
import type { ToolRunner } from "../run/runner.ts";
import type { FlagSpecs } from "./command.ts";
import { misuse } from "./command-error.ts";

export const journalFlag = {
  journal: { type: "string", value: "FILE", description: "The SQLite file that keeps calls." },
} as const satisfies FlagSpecs;

/** The engine that owns the journal, or one in memory that forgets. */
export async function openEngine(journal: string | undefined): Promise<Engine> {
  if (journal === undefined) {
    const { createMemoryEngine } = await import("../engines/memory.ts");
    return createMemoryEngine();
  }
  isFileThere(journal);
  const { createSqliteEngine } = await import("../engines/sqlite.ts");
  return createSqliteEngine({ path: journal });
}

/** Whether something is there; misuse when it can be no journal. */
function isFileThere(journal: string): boolean {
  const found = statSync(journal, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return found !== undefined;
  throw misuse(`--journal ${journal} ${found.isDirectory() ? "is a folder" : "is no regular file"}; name a file`);
}

/** A journal that exists, for commands that are about one. */
export function existingJournal(command: string, journal: string | undefined): string {
  if (journal === undefined) throw misuse(`${command} needs the journal: --journal FILE`);
  if (!isFileThere(journal)) throw misuse(`there is no journal ${journal}`);
  return journal;
}

export interface JournalView {
  readonly engine: Engine;
  readonly runner: ToolRunner;
}

/** Opens a journal to read it and to leave decisions for its owner; another process may run calls of it meanwhile. */
export async function observeJournal<T>(
  command: string,
  journal: string | undefined,
  use: (view: JournalView) => Promise<T>,
): Promise<T> {
  const path = existingJournal(command, journal);
  const [{ createSqliteEngine }, { createToolRunner }] = await Promise.all([
    import("../engines/sqlite.ts"),
    import("../index.ts"),
  ]);
  const engine = createSqliteEngine({ path, observer: true });
  const runner = createToolRunner({ toolSources: [], engine });
  try {
    await runner.ready();
    return await use({ engine, runner });
  } finally {
    await runner.close();
  }
}
