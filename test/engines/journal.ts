/** A journal in a folder of its own, and what tests do to it behind the engine's back. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach } from "vitest";
import type { Engine } from "../../src/core/engine.ts";
import { createSqliteEngine, type SqliteEngineOptions } from "../../src/sqlite.ts";
import { type EnginePlace, World } from "../../src/testing/engine-world.ts";

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** A journal's path in a new folder, removed after the test. */
export function newJournal(): string {
  const folder = mkdtempSync(join(tmpdir(), "journal-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return join(folder, "calls.db");
}

/** An engine that is closed after the test. */
export function engineAt(path: string, options: Partial<SqliteEngineOptions> = {}): Engine {
  const engine = createSqliteEngine({ path, ...options });
  cleanups.push(() => engine.close(0));
  return engine;
}

/** An opened world, closed after the test. */
export function worldAt(path: string, options?: Parameters<typeof World.open>[1]): Promise<World> {
  const place: EnginePlace = { engine: () => engineAt(path), remove: () => {} };
  return World.open(place, options);
}

/** Another connection to the journal's file, closed after the test. */
export function openRaw(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 2_000 });
  cleanups.push(() => {
    if (database.isOpen) database.close();
  });
  return database;
}
