/** What every scenario of the adapter suite starts from: responses, a runner that ends with its test, a person who decides. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Engine } from "../../src/core/engine.ts";
import type { JsonObject } from "../../src/core/json.ts";
import type { ToolRunner } from "../../src/index.ts";
import { createMemoryEngine, createToolRunner } from "../../src/index.ts";
import type { ScriptedCall } from "./adapter-host.ts";
import { call } from "./adapter-host.ts";
import type { AdapterWorld } from "./adapter-world.ts";

export const place = { sessionId: "session-1", turnId: "turn-1" };

export const abc: readonly ScriptedCall[] = [
  call("c1", "read_a"),
  call("c2", "write_b"),
  call("c3", "write_c"),
  call("c4", "read_e"),
];

export const threeWrites: readonly ScriptedCall[] = [
  call("c1", "write_b"),
  call("c2", "write_c"),
  call("c3", "write_d"),
  call("c4", "read_e"),
];

export function openRunner(world: AdapterWorld, engine: Engine = createMemoryEngine()): ToolRunner {
  const runner = createToolRunner({ toolSources: [world], engine });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  return runner;
}

/** The path of a journal that goes with the test. */
export function journalPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "adapter-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "calls.db");
}

/** Decides the oldest open question. */
export async function decide(
  runner: ToolRunner,
  decision: "approve" | "reject",
  extras: JsonObject = {},
): Promise<void> {
  const [question] = await runner.approvals.list();
  const questionId = question?.questionId ?? "";
  expect(await runner.approvals.decide({ questionId, decision, decidedBy: "ada", ...extras })).toEqual({
    accepted: true,
  });
}
