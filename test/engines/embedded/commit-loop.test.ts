/** How changes share transactions, and what a failing transaction does to them. */
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ToolkitError } from "../../../src/core/error.ts";
import { CommitLoop, type Job } from "../../../src/engines/embedded/commit-loop.ts";

/** Counts transactions and fails when told to. */
class Transactions {
  readonly isGrouping: boolean;
  readonly sizes: number[] = [];
  failing = false;
  staged = 0;

  constructor(isGrouping: boolean) {
    this.isGrouping = isGrouping;
  }

  transact(work: () => void): void {
    this.staged = 0;
    if (this.failing) throw new ToolkitError("journal_unavailable", "full");
    work();
    this.sizes.push(this.staged);
  }
}

function world(isGrouping: boolean): {
  readonly store: Transactions;
  readonly loop: CommitLoop;
  readonly waits: number[];
  readonly log: string[];
  readonly job: (name: string, behavior?: Partial<Job>) => Job;
} {
  const store = new Transactions(isGrouping);
  const waits: number[] = [];
  const log: string[] = [];
  const loop = new CommitLoop(store, (waitMs) => waits.push(waitMs));
  const job = (name: string, behavior: Partial<Job> = {}): Job => ({
    stage() {
      store.staged += 1;
    },
    committed() {
      log.push(name);
    },
    refused: () => false,
    ...behavior,
  });
  return { store, loop, waits, log, job };
}

describe("a grouping loop", () => {
  test("commits everything of one event-loop turn together, in order", async () => {
    const { store, loop, log, job } = world(true);
    for (const name of ["a", "b", "c"]) loop.add(job(name));
    await Promise.resolve().then(() => loop.add(job("d")));
    expect(log).toEqual([]);
    await turn();
    expect([store.sizes, log]).toEqual([[4], ["a", "b", "c", "d"]]);
  });

  test("bounds one commit and goes on with the rest", async () => {
    const { store, loop, job } = world(true);
    for (let count = 0; count < 600; count += 1) loop.add(job("x"));
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(store.sizes).toEqual([256, 256, 88]);
  });

  test("commits what committed jobs ask for in another transaction, after them", async () => {
    const { store, loop, log, job } = world(true);
    loop.add(job("first", { committed: () => loop.add(job("second")) }));
    await turn();
    await turn();
    expect([store.sizes.length, log]).toEqual([2, ["second"]]);
  });
});

describe("a loop that does not group", () => {
  test("has committed when add returns, and takes changes that committed jobs add one after another", () => {
    const { loop, log, job } = world(false);
    loop.add(
      job("outer", {
        committed() {
          loop.add(job("inner"));
          log.push("outer");
        },
      }),
    );
    expect(log).toEqual(["outer", "inner"]);
  });
});

describe("a failing transaction", () => {
  test("follows up nothing, tells every job, and tries those again that ask for it, waiting longer each time", async () => {
    const { store, loop, waits, log, job } = world(true);
    const refused: string[] = [];
    store.failing = true;
    loop.add(job("post", { refused: () => (refused.push("post"), false) }));
    loop.add(job("end", { refused: () => (refused.push("end"), true) }));
    await turn();
    for (let tries = 0; tries < 8; tries += 1) {
      loop.retryDeferred();
      await turn();
    }
    expect([refused.filter((name) => name === "post").length, log]).toEqual([1, []]);
    expect(waits).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000]);
    store.failing = false;
    loop.retryDeferred();
    await turn();
    expect(log).toEqual(["end"]);
  });

  test("does not begin because one job is refused: the others of its commit are kept", async () => {
    const { loop, log, job } = world(true);
    const refused: unknown[] = [];
    const bad: Partial<Job> = {
      stage() {
        throw new Error("a fold that throws");
      },
      refused: (error) => (refused.push(error), false),
    };
    loop.add(job("a"));
    loop.add(job("bad", bad));
    loop.add(job("c"));
    await turn();
    expect([log, refused.map(String)]).toEqual([["a", "c"], ["Error: a fold that throws"]]);
  });

  test("leaves its jobs to be given up at the end", async () => {
    const { store, loop, job } = world(true);
    const errors: unknown[] = [];
    store.failing = true;
    loop.add(job("end", { refused: (error) => errors.push(error) > 0 }));
    await turn();
    loop.abandon("closed");
    expect(errors).toHaveLength(2);
    expect(errors[1]).toBe("closed");
  });
});
