/** Alarms in memory against the plain way: a list that is sorted each time. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { AlarmHeap } from "../../../src/engines/memory/alarm-heap.ts";

const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("set" as const),
      id: fc.integer({ min: 0, max: 8 }),
      at: fc.integer({ min: 0, max: 50 }),
    }),
    fc.record({ kind: fc.constant("drop" as const), id: fc.integer({ min: 0, max: 8 }) }),
    fc.record({
      kind: fc.constant("due" as const),
      now: fc.integer({ min: 0, max: 60 }),
      limit: fc.integer({ min: 1, max: 5 }),
    }),
  ),
);

test("the heap gives the same alarms as a sorted list, after any changes", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const heap = new AlarmHeap();
      const plain = new Map<string, number>();
      for (const step of all) {
        if (step.kind === "set") {
          heap.set({ session: "s", id: `${step.id}`, at: step.at });
          plain.set(`${step.id}`, step.at);
        } else if (step.kind === "drop") {
          heap.drop("s", `${step.id}`);
          plain.delete(`${step.id}`);
        } else {
          const times = [...plain.values()].filter((at) => at <= step.now).toSorted((a, b) => a - b);
          const due = heap.due(step.now, step.limit);
          expect(due.map(({ at }) => at)).toEqual(times.slice(0, step.limit));
          for (const { id, at } of due) expect(plain.get(id)).toBe(at);
        }
        expect(heap.nextAt()).toBe([...plain.values()].toSorted((a, b) => a - b)[0]);
        for (let id = 0; id <= 8; id += 1) expect(heap.at("s", `${id}`)).toBe(plain.get(`${id}`));
      }
    }),
  );
});
