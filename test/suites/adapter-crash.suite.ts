/** The part of the adapter suite in which a process ends: with the host's own storage and a journal on disk. */
import { describe, expect, test } from "vitest";
import { createSqliteEngine } from "../../src/sqlite.ts";
import type { AdapterHost } from "./adapter-host.ts";
import { call, finalResults, finalStatuses, notTaken } from "./adapter-host.ts";
import { abc, decide, journalPath, openRunner, place, threeWrites } from "./adapter-setting.ts";
import { AdapterWorld } from "./adapter-world.ts";

export function adapterCrashSuite(host: AdapterHost): void {
  describe(`${host.name}: crash`, () => {
    test("P5.5 P7.1: a question survives the process, and what ran before it is not run again", async () => {
      const path = journalPath();
      const world = new AdapterWorld({ asks: ["write_c"] });
      const first = openRunner(world, createSqliteEngine({ path }));
      const conversation = await host.start({ runner: first, ...place, script: [threeWrites, "done"] });
      expect(await conversation.run()).toBe(true);
      await first.close({ graceMs: 0 });
      const second = openRunner(world, createSqliteEngine({ path }));
      const restarted = await conversation.restart(second);
      await decide(second, "approve");
      expect(await restarted.run()).toBe(false);
      expect(world.ran.toSorted()).toEqual(["read_e", "write_b", "write_c", "write_d"]);
      expect(world.wrote).toEqual(["write_b", "write_c", "write_d"]);
      expect(finalStatuses(restarted)).toEqual({ c1: "ok", c2: "ok", c3: "ok", c4: "ok" });
    });

    test("P6.2: after a restart the next question comes in its turn too, and is answered there", async () => {
      const path = journalPath();
      const world = new AdapterWorld({ asks: ["write_b", "write_d"] });
      const first = openRunner(world, createSqliteEngine({ path }));
      const conversation = await host.start({ runner: first, ...place, script: [threeWrites, "done"] });
      expect(await conversation.run()).toBe(true);
      await first.close({ graceMs: 0 });
      const second = openRunner(world, createSqliteEngine({ path }));
      const restarted = await conversation.restart(second);
      await decide(second, "approve");
      expect(await restarted.run()).toBe(true);
      expect((await second.approvals.list()).map(({ tool }) => tool)).toEqual(["write_d"]);
      await decide(second, "approve");
      expect(await restarted.run()).toBe(false);
      expect(world.ran.toSorted()).toEqual(["read_e", "write_b", "write_c", "write_d"]);
      expect(await second.calls.list()).toHaveLength(4);
      expect(finalStatuses(restarted)).toEqual({ c1: "ok", c2: "ok", c3: "ok", c4: "ok" });
    });

    test("P2.2: a host that lost the results and repeats the response gets what is recorded", async () => {
      const path = journalPath();
      const world = new AdapterWorld();
      const first = openRunner(world, createSqliteEngine({ path }));
      await (await host.start({ runner: first, ...place, script: [abc, "done"] })).run();
      await first.close();
      const second = openRunner(world, createSqliteEngine({ path }));
      const again = await host.start({ runner: second, ...place, script: [abc, "done"] });
      expect(await again.run()).toBe(false);
      expect(world.ran.toSorted()).toEqual(["read_a", "read_e", "write_b", "write_c"]);
      expect(finalStatuses(again)).toEqual({ c1: "ok", c2: "ok", c3: "ok", c4: "ok" });
    });

    test("a response that ran is not said to be unrun where its journal belongs to another process, or was closed", async () => {
      const path = journalPath();
      const world = new AdapterWorld({ asks: ["write_c"] });
      const owner = openRunner(world, createSqliteEngine({ path }));
      const script = [threeWrites, "done"];
      await (await host.start({ runner: owner, ...place, script })).run();
      for (const runner of [openRunner(world, createSqliteEngine({ path })), owner]) {
        const again = await host.start({ runner, ...place, script });
        if (runner === owner) await owner.close();
        expect(await again.run()).toBe(false);
        expect(again.read().map(({ id }) => id)).toEqual(["c1", "c2", "c3", "c4"]);
        for (const { value } of again.read()) expect(value).toMatchObject(notTaken);
      }
      expect(world.wrote).toEqual(["write_b"]);
    });

    test("P10.2: a repeated response with new call ids does not write twice in one turn", async () => {
      const world = new AdapterWorld();
      const runner = openRunner(world);
      const args = { text: "same" };
      await (await host.start({ runner, ...place, script: [[call("c1", "write_b", args)], "done"] })).run();
      const again = await host.start({ runner, ...place, script: [[call("x9", "write_b", args)], "done"] });
      await again.run();
      expect(world.wrote).toEqual(["write_b"]);
      expect(finalResults(again)["x9"]).toMatchObject({ status: "ok" });
    });
  });
}
