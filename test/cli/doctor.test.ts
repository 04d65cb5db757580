import { join } from "node:path";
import { createToolRunner, functionTools } from "dex-connectors";
import { createSqliteEngine } from "dex-connectors/sqlite";
import { describe, expect, test } from "vitest";
import type { Examination } from "../../src/cli/doctor.ts";
import { jsonOf, runWords } from "./run-words.ts";
import { temporaryFolder } from "./temporary-folder.ts";

async function examine(...words: readonly string[]): Promise<Readonly<Record<string, Examination>>> {
  const ran = await runWords(["doctor", "--format", "json", ...words]);
  return Object.fromEntries((jsonOf(ran) as Examination[]).map((found) => [found.subject, found]));
}

describe("doctor", () => {
  test("without a journal looks at Node, clock and connections and finds nothing bad", async () => {
    const ran = await runWords(["doctor"]);
    expect(ran.exitCode).toBe(0);
    expect(ran.stdout).toContain(process.versions.node);
    expect(ran.stdout).toMatch(/clock .*\d{4}-\d\d-\d\dT/);
  });

  test("says who owns the journal's lock, counts what it holds, and leaves it as it was", async () => {
    const path = join(await temporaryFolder(), "calls.db");
    const tools = functionTools([
      {
        name: "note",
        description: "Note.",
        inputSchema: { type: "object" },
        policy: { effect: "read" },
        execute: async () => null,
      },
    ]);
    const runner = createToolRunner({ toolSources: [tools], engine: createSqliteEngine({ path }) });
    await runner.runResponse({
      sessionId: "s",
      turnId: "t",
      responseId: "r",
      calls: [{ name: "note", arguments: {} }],
    });
    const owned = await examine("--journal", path);
    expect(owned["lock"]).toMatchObject({
      verdict: "note",
      detail: expect.stringContaining(`process ${String(process.pid)}`) as string,
    });
    expect(owned["journal"]).toMatchObject({
      verdict: "good",
      detail: expect.stringContaining("calls: 1, of unknown outcome: 0") as string,
    });
    expect(owned["sync"]?.verdict).toBe("good");
    await runner.close();
    expect((await examine("--journal", path))["lock"]).toMatchObject({ verdict: "good" });
    const again = createToolRunner({ toolSources: [tools], engine: createSqliteEngine({ path }) });
    await again.ready();
    await again.close();
  });

  test("a journal that is not there, and a file that is no journal, are bad", async () => {
    const folder = await temporaryFolder();
    expect((await runWords(["doctor", "--journal", join(folder, "none.db")])).exitCode).toBe(1);
    const path = join(folder, "text.db");
    const { writeFile } = await import("node:fs/promises");
    await writeFile(path, "this is no journal".repeat(100), { mode: 0o600 });
    expect((await examine("--journal", path))["journal"]).toMatchObject({ verdict: "bad" });
  });
});
