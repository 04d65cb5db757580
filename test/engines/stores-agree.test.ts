/** Memory and SQLite are two stores behind one engine: any history of inputs leaves the same things in both. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Change, Item, ItemQuery } from "../../src/core/engine.ts";
import type { Json } from "../../src/core/json.ts";
import { createMemoryEngine } from "../../src/engines/memory.ts";
import { type EnginePlace, taskOf, World } from "../../src/testing/engine-world.ts";
import { newJournal, worldAt } from "./journal.ts";

const names = fc.constantFrom("a", "b", "a/b", "ü", "");
const values = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const items: fc.Arbitrary<Item> = fc.record({
  id: names,
  kind: fc.constantFrom("k", "l"),
  status: fc.constantFrom("open", "closed"),
  value: values,
});
const changes: fc.Arbitrary<Change> = fc.record(
  {
    doc: values,
    put: fc.array(items, { maxLength: 3 }),
    append: fc.array(values, { maxLength: 3 }),
    run: fc.array(
      names.map((id) => taskOf(`task ${id}`, { session: "" })),
      { maxLength: 2 },
    ),
    reply: values,
  },
  { requiredKeys: [] },
);
const inputs = fc.array(fc.record({ session: names, id: fc.integer({ min: 0, max: 30 }), change: changes }), {
  maxLength: 25,
});

const QUERIES: readonly ItemQuery[] = [
  { kind: "k" },
  { kind: "l", status: ["open"] },
  { kind: "k", session: "a", limit: 2 },
  { kind: "k", status: ["closed", "open"], limit: 3 },
  { kind: "end" },
];

async function historyOf(
  world: World,
  all: readonly { session: string; id: number; change: Change }[],
): Promise<unknown> {
  const replies: unknown[] = [];
  for (const { session, id, change } of all) {
    const run = (change.run ?? []).map((task) => ({ ...task, session, id: `${session}:${task.id}` }));
    replies.push(await world.post(session, `in${id}`, { ...change, run }));
    await world.clock.settle();
  }
  const found = await Promise.all(QUERIES.map((query) => world.engine.find(query)));
  const entries = await Promise.all(
    ["a", "b", "a/b", "ü", ""].map((session) => world.engine.history(session, 0, 1_000)),
  );
  await world.engine.close(0);
  return { replies, found, entries };
}

test("any inputs give the same replies, items, searches and entries in memory and in SQLite", async () => {
  const memory: EnginePlace = { engine: createMemoryEngine, remove: () => {} };
  await fc.assert(
    fc.asyncProperty(inputs, async (all) => {
      const inMemory = await historyOf(await World.open(memory), all);
      expect(await historyOf(await worldAt(newJournal()), all)).toEqual(inMemory);
    }),
    { numRuns: 25 },
  );
});
