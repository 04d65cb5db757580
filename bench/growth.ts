/**
 * What size costs: the time of a durable call beside ten times the sessions in the journal, in turns, and the heap that a
 * session holds while it waits for a person. Run with `node --expose-gc`.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRunner, functionTools } from "../src/index.ts";
import { createSqliteEngine } from "../src/sqlite.ts";
import { type DurableCalls, openDurableCalls } from "./durable-calls.ts";
import { measure, print, type Subject } from "./measure.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 15);
const SESSIONS = Number(process.env["SESSIONS"] ?? 1_000);
const WAITING = 2_000;
/** Calls of one round. */
const CALLS = 256;

/** Sessions of one call each, 64 at once. */
async function fill(calls: DurableCalls, name: string, sessions: number): Promise<void> {
  for (let first = 0; first < sessions; first += 64) {
    const batch = Array.from(
      { length: Math.min(64, sessions - first) },
      (_, index) => `${name}-${String(first + index)}`,
    );
    await Promise.all(batch.map(async (session) => calls.run(session, 1)));
  }
}

async function filled(folder: string, sessions: number): Promise<Subject & { close(): Promise<void> }> {
  const calls = openDurableCalls(join(folder, `${String(sessions)}.db`));
  await fill(calls, "old", sessions);
  let rounds = 0;
  return {
    name: `a call beside ${String(sessions)} sessions`,
    run: (count) => fill(calls, `new-${String((rounds += 1))}`, count),
    close: () => calls.close(),
  };
}

function heap(): number {
  if (globalThis.gc === undefined) throw new Error("run it with node --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** Heap of one session that waits, in bytes: that of the second half, so that what exists once does not count. */
async function heapOfWaiting(folder: string): Promise<number> {
  const tool = {
    name: "ask",
    description: "Waits for a person.",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    policy: { effect: "non_idempotent_write" as const, requiresApproval: true },
    execute: () => null,
  };
  const engine = createSqliteEngine({ path: join(folder, "waiting.db") });
  const runner = createToolRunner({ toolSources: [functionTools([tool])], engine });
  const ask = async (number: number): Promise<void> => {
    const place = { sessionId: `waiting-${String(number)}`, turnId: "t", responseId: "r" };
    const calls = [{ id: "c", name: "ask", arguments: '{"text":"hello"}' }];
    const [record] = await runner.runResponse({ ...place, calls, whenApprovalNeeded: "return" });
    if (record?.status !== "awaiting_approval") throw new Error(`the call is ${String(record?.status)}`);
  };
  const askAll = async (from: number): Promise<number> => {
    await Promise.all(Array.from({ length: WAITING }, async (_, number) => ask(from + number)));
    // Answers that were awaited are garbage after this turn.
    await new Promise((resolve) => setTimeout(resolve, 100));
    return heap();
  };
  const before = await askAll(0);
  const caches = await askAll(WAITING);
  const after = await askAll(2 * WAITING);
  await runner.close();
  console.log(
    `  first ${((caches - before) / WAITING).toFixed(0)} bytes a session, then ${((after - caches) / WAITING).toFixed(0)}`,
  );
  return (after - caches) / WAITING;
}

const folder = mkdtempSync(join(tmpdir(), "growth-"));
try {
  const [small, large] = [await filled(folder, SESSIONS), await filled(folder, 10 * SESSIONS)];
  print(
    "Durable calls of 64 sessions at once, by what the journal holds",
    await measure([small, large], ROUNDS, CALLS),
  );
  await small.close();
  await large.close();
  console.log(`Heap of a session that waits for a person: ${(await heapOfWaiting(folder)).toFixed(0)} bytes`);
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(0);
