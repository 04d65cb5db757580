/** The protocol's own conformance suite against a runner's tools over HTTP. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fixtureTools } from "./conformance/fixture-tools.ts";
import { serve } from "./conformance/serve.ts";

const folder = import.meta.dirname;
const program = join(folder, "..", "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");

interface Ended {
  readonly exitCode: number | null;
  readonly text: string;
}

async function conform(url: string): Promise<Ended> {
  const baseline = join(folder, "conformance", "expected-failures.yml");
  const words = [program, "server", "--url", url, "--suite", "all", "--expected-failures", baseline];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, text }));
  });
}

test(
  "every server scenario that applies passes, and every other one is listed with its reason",
  { timeout: 120_000 },
  async () => {
    const { exitCode, text } = await conform(await serve(fixtureTools));
    expect(exitCode, text.slice(-4_000)).toBe(0);
    for (const scenario of [
      "tools-list",
      "tools-call-simple-text",
      "tools-call-error",
      "tools-call-with-progress",
      "json-schema-2020-12",
    ]) {
      expect(text).toMatch(new RegExp(`✓ ${scenario}: [1-9]`));
    }
    expect(text).toMatch(/✓ dns-rebinding-protection: 2 passed/);
  },
);
