/** Runs the suite of the engine port for every engine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "vitest";
import { createMemoryEngine } from "dex-connectors";
import { createSqliteEngine } from "dex-connectors/sqlite";
import { engineSuite, type TestApi } from "dex-connectors/testing";

const api: TestApi = {
  describe: (name, body) => describe(name, body),
  test: (name, body) => test(name, body),
  skip: (name, body) => test.skip(name, body),
};

engineSuite(api, {
  name: "memory",
  makePlace: () => ({ engine: createMemoryEngine, remove: () => {} }),
});

engineSuite(api, {
  name: "SQLite",
  makePlace() {
    const folder = mkdtempSync(join(tmpdir(), "journal-"));
    return {
      engine: () => createSqliteEngine({ path: join(folder, "calls.db") }),
      remove: () => rmSync(folder, { recursive: true }),
    };
  },
});
