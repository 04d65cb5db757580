import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";

const agent = join(import.meta.dirname, "agent.ts");

function start(...words: readonly string[]) {
  const child = spawn(process.execPath, [agent, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return { child, firstLine: once(createInterface(child.stdout), "line") as Promise<[string]> };
}

test(
  "P4.1 P9.4: after a kill in the midst of a write the same response does not write again, and the model reads that nobody knows",
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "kill-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const journal = join(folder, "calls.db");
    const killed = start(journal, "hold");
    expect(await killed.firstLine).toEqual(["entered write_b"]);
    killed.child.kill("SIGKILL");
    await once(killed.child, "close");
    const [text] = await start(journal).firstLine;
    const { ran, read } = JSON.parse(text) as { ran: readonly string[]; read: readonly unknown[] };
    expect(ran).toEqual([]);
    expect(read).toMatchObject([
      { status: "error", record: "outcome_unknown", code: "outcome_unknown", retryable: false },
      { status: "error", code: "skipped", didNotRun: true },
    ]);
  },
);
