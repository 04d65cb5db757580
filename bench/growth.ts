/**
 * What size costs: the time of a durable call beside ten times the sessions, the calls of its session, the tools and the
 * manifests, each in turns, and the heap that a session holds while it waits for a person. Run with `node --expose-gc`.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolRunner, functionTools, type ToolSource } from "../src/index.ts";
import { offeredTools } from "../src/cli/offered-tools.ts";
import { createSqliteEngine } from "../src/sqlite.ts";
import { type DurableCalls, openDurableCalls } from "./durable-calls.ts";
import { measure, print, type Subject } from "./measure.ts";
import { manifestOf } from "./query-manifest.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 15);
const SESSIONS = Number(process.env["SESSIONS"] ?? 1_000);
const EARLIER_CALLS = 100;
const TOOLS = 20;
const MANIFESTS = 10;
const OPERATIONS_EACH = 10;
const WAITING = 2_000;
const AT_ONCE = 64;
/** Calls of one round. */
const CALLS = 256;

interface Sized extends Subject {
  close(): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), "growth-"));
let journals = 0;

function opened(beside?: readonly ToolSource[]): DurableCalls {
  return openDurableCalls(join(folder, `${String((journals += 1))}.db`), beside);
}

/** Sessions of one call each, 64 at once. */
async function fill(calls: DurableCalls, name: string, sessions: number): Promise<void> {
  for (let first = 0; first < sessions; first += AT_ONCE) {
    const batch = Array.from(
      { length: Math.min(AT_ONCE, sessions - first) },
      (_, index) => `${name}-${String(first + index)}`,
    );
    await Promise.all(batch.map(async (session) => calls.run(session, 1)));
  }
}

/** Calls in new sessions. */
function inNewSessions(name: string, calls: DurableCalls): Sized {
  let rounds = 0;
  return {
    name,
    run: (count) => fill(calls, `new-${String((rounds += 1))}`, count),
    close: () => calls.close(),
  };
}

async function besideSessions(sessions: number): Promise<Sized> {
  const calls = opened();
  await fill(calls, "old", sessions);
  return inNewSessions(`a call beside ${String(sessions)} sessions`, calls);
}

/** Calls in sessions that had so many before. */
async function afterCalls(earlier: number): Promise<Sized> {
  const calls = opened();
  const sessions = Array.from({ length: AT_ONCE }, (_, index) => `long-${String(index)}`);
  const runAll = async (each: number): Promise<void> => {
    await Promise.all(sessions.map(async (session) => calls.run(session, each)));
  };
  await runAll(earlier);
  return {
    name: `a call in a session of ${String(earlier)} calls and more`,
    run: (count) => runAll(Math.ceil(count / AT_ONCE)),
    close: () => calls.close(),
  };
}

async function besideTools(count: number): Promise<Sized> {
  const tools = Array.from({ length: count }, (_, index) => ({
    name: `tool_${String(index)}`,
    description: "Does something else.",
    inputSchema: { type: "object", properties: { text: { type: "string" } } },
    policy: { effect: "read" as const },
    execute: () => null,
  }));
  return inNewSessions(`a call beside ${String(count)} tools`, opened([functionTools(tools)]));
}

async function besideManifests(count: number): Promise<Sized> {
  const manifests = Array.from({ length: count }, (_, index) => manifestOf(OPERATIONS_EACH, `bench${String(index)}`));
  const name = `a call beside ${String(count)} manifests of ${String(OPERATIONS_EACH)} operations`;
  return inNewSessions(name, opened([offeredTools(manifests)]));
}

function heap(): number {
  if (globalThis.gc === undefined) throw new Error("run it with node --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** Heap of one session that waits, in bytes: that of the last third, so that what exists once does not count. */
async function heapOfWaiting(): Promise<number> {
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

const sizes: readonly (readonly [title: string, make: (size: number) => Promise<Sized>, small: number])[] = [
  ["Sessions", besideSessions, SESSIONS],
  ["Calls of a session", afterCalls, EARLIER_CALLS],
  ["Tools", besideTools, TOOLS],
  ["Manifests", besideManifests, MANIFESTS],
];

try {
  for (const [title, make, small] of sizes) {
    const subjects = [await make(small), await make(10 * small)];
    print(`${title}, ten times as many (64 sessions at once)`, await measure(subjects, ROUNDS, CALLS));
    for (const subject of subjects) await subject.close();
  }
  console.log(`Heap of a session that waits for a person: ${(await heapOfWaiting()).toFixed(0)} bytes`);
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(0);
