/** An owner that is paused after its claim, and a second process that would like to take over. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { markOf, sessionOf, type WorkerOrders } from "../../src/testing/kill-orders.ts";
import { WorkerProcess } from "../../src/testing/kill-process.ts";
import { CountingProvider } from "../../src/testing/kill-provider.ts";
import { answerOfDesk } from "./desk.ts";

const MINUTE = 60_000;
/** Position of the single-attempt write in the desk's response. */
const ADD_NOTE = 2;

let folder: string;
let provider: CountingProvider;
const workers: WorkerProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pause-"));
  provider = await CountingProvider.start(answerOfDesk);
});

afterEach(async () => {
  for (const worker of workers.splice(0)) {
    worker.signal("SIGKILL");
    await worker.ended();
  }
  await provider.close();
  rmSync(folder, { recursive: true });
});

function start(orders: Pick<WorkerOrders, "signalAt" | "signal"> = {}): WorkerProcess {
  const file = pathToFileURL(join(import.meta.dirname, "desk-worker.ts"));
  const journal = join(folder, "calls.db");
  const worker = new WorkerProcess(file, { journal, origin: provider.origin, rounds: [0], ...orders });
  workers.push(worker);
  return worker;
}

/** The number of the moment at which the write's claim is durable, found by a run that is left alone. */
async function momentOfClaim(): Promise<number> {
  const worker = start();
  await worker.hears("finished");
  const key = `${sessionOf(0)}/turn/response.${String(ADD_NOTE)}`;
  const points = worker.of("point");
  const number = points.findIndex(({ point, id }) => point === "claimed" && id === key);
  expect(number).toBeGreaterThan(0);
  await worker.ended();
  return number;
}

test(
  "P7.2: an owner that is paused after its claim keeps the journal, and when it wakes its call is sent once and recorded",
  { timeout: 5 * MINUTE },
  async () => {
    const number = await momentOfClaim();
    const before = provider.sends(markOf(0, ADD_NOTE)).count;
    rmSync(join(folder, "calls.db"));
    for (const side of ["-wal", "-shm"]) rmSync(join(folder, `calls.db${side}`), { force: true });
    const owner = start({ signalAt: { at: "point", number, from: "round" }, signal: "SIGSTOP" });
    const key = `${sessionOf(0)}/turn/response.${String(ADD_NOTE)}`;
    await owner.hears("point", ({ point, id }) => point === "claimed" && id === key);
    const refused = await start().hears("failed");
    expect(refused).toMatchObject({ code: "journal_locked" });
    expect(refused.message).toContain(`process ${String(owner.pid)} on `);
    expect(owner.of("records")).toEqual([]);
    owner.signal("SIGCONT");
    const { records } = await owner.hears("records");
    expect(records.map(({ status }) => status)).toEqual(Array.from({ length: records.length }, () => "succeeded"));
    expect(records[ADD_NOTE]).toMatchObject({ effect: "non_idempotent_write", attempts: 1 });
    expect(provider.sends(markOf(0, ADD_NOTE)).count - before).toBe(1);
  },
);
