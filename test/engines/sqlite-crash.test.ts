/** Kills workers at every point of a call and looks at what the provider got and what the journal says. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Task } from "../../src/core/engine.ts";
import { Worker } from "../crash/harness.ts";
import { CountingProvider } from "../crash/provider.ts";

let folder: string;
let provider: CountingProvider;
const workers: Worker[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "crash-"));
  provider = await CountingProvider.start();
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
  await provider.stop();
  rmSync(folder, { recursive: true });
});

function taskOf(mode: Task["mode"], id = "call"): Task {
  const retry = { attempts: 3, initial: 1, factor: 1, max: 1, total: 60_000, jitter: "none" } as const;
  return { id, session: "s", mode, input: null, retry, timeoutMs: 10_000, downtimeCounts: false };
}

function start(task: Task, killAt?: string, prefix?: readonly string[]): Worker {
  const worker = new Worker(
    { journal: join(folder, "calls.db"), provider: provider.url, tasks: [task], killAt },
    prefix,
  );
  workers.push(worker);
  return worker;
}

/** Runs a task in a worker that dies at a point, then again in one that does not; gives the recorded end. */
async function endAfterKill(
  task: Task,
  killAt: string,
): Promise<{ readonly kind?: string; readonly attempts?: number }> {
  let first: Worker | undefined;
  if (killAt === "sent") {
    provider.onRequest = () => {
      provider.onRequest = () => {};
      return first?.kill();
    };
  }
  first = start(task, killAt);
  await first.ended();
  return (await start(task).recorded("task/call")) as { readonly kind?: string; readonly attempts?: number };
}

describe("a worker that is killed", () => {
  const atMostOnce = [
    ["fold", 1, "returned"],
    ["before_claim", 1, "returned"],
    ["in_claim", 1, "returned"],
    ["claimed", 0, "unknown"],
    ["sent", 1, "unknown"],
    ["responded", 1, "unknown"],
    ["before_report", 1, "unknown"],
    ["in_report", 1, "unknown"],
    ["reported", 1, "returned"],
  ] as const;

  test.each(atMostOnce)(
    "E8, E10: at %s, a single attempt is sent %i times and ends %s",
    async (killAt, sends, kind) => {
      const end = await endAfterKill(taskOf("once"), killAt);
      expect({ sends: provider.sends("call"), kind: end.kind }).toEqual({ sends, kind });
    },
  );

  const repeated = [
    ["fold", 1],
    ["before_claim", 1],
    ["in_claim", 1],
    ["claimed", 1],
    ["sent", 2],
    ["responded", 2],
    ["before_report", 2],
    ["in_report", 2],
    ["reported", 1],
  ] as const;

  test.each(repeated)(
    "E13: at %s, a repeatable task is sent %i times under its one key and completes",
    async (killAt, sends) => {
      const end = await endAfterKill(taskOf("repeatable"), killAt);
      expect({ sends: provider.sends("call"), kind: end.kind }).toEqual({ sends, kind: "returned" });
      expect([...provider.all.keys()]).toEqual(["call"]);
    },
  );

  test("E14: on every attempt, a repeatable task ends unknown after exactly its attempts", async () => {
    const task = taskOf("repeatable");
    for (let attempt = 1; attempt <= 3; attempt += 1) await start(task, "responded").ended();
    const end = await start(task).recorded("task/call");
    expect(end).toMatchObject({ kind: "unknown", attempts: 3 });
    expect(provider.sends("call")).toBe(3);
  });

  test("E1: right after a post was answered, the input is found again", async () => {
    provider.onRequest = () => new Promise(() => {});
    const first = start(taskOf("once"));
    await first.report("posted");
    await first.kill();
    provider.onRequest = () => {};
    expect(await start(taskOf("once", "other")).recorded("task/call")).toMatchObject({ kind: "unknown" });
  });
});

describe("one owner", () => {
  test("P7.2: a second process is refused at once and told who has the journal, until the owner is killed", async () => {
    const owner = start(taskOf("once"));
    await owner.recorded("task/call");
    const refused = await start(taskOf("once", "second")).report("failed");
    expect(refused).toMatchObject({ code: "journal_locked" });
    expect(refused.message).toContain(`process ${owner.pid} on `);
    await owner.kill();
    expect(await start(taskOf("once", "third")).recorded("task/third")).toMatchObject({ kind: "returned" });
    expect(provider.sends("second")).toBe(0);
  });

  test("E19: a paused owner keeps the journal and goes on when it wakes, so that nothing is sent twice", async () => {
    const owner = start(taskOf("once"));
    await owner.report("open");
    owner.signal("SIGSTOP");
    const other = await start(taskOf("once", "other")).report("failed");
    expect(other).toMatchObject({ code: "journal_locked" });
    owner.signal("SIGCONT");
    expect(await owner.recorded("task/call")).toMatchObject({ kind: "returned" });
    expect([provider.sends("call"), provider.sends("other")]).toEqual([1, 0]);
  });
});
