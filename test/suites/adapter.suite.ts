/**
 * One scenario file for all agent frameworks: each runs it with its real package and a scripted model. What a host cannot
 * keep is named in its `cannot`, and then the suite proves that it does not.
 */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/core/json.ts";
import { DID_NOT_RUN } from "../../src/index.ts";
import { adapterCrashSuite } from "./adapter-crash.suite.ts";
import type { AdapterHost, HostConversation, ScriptedResponse } from "./adapter-host.ts";
import { call, finalResults, finalStatuses, hostClaim, notTaken } from "./adapter-host.ts";
import { abc, decide, openRunner, place, threeWrites } from "./adapter-setting.ts";
import { AdapterWorld } from "./adapter-world.ts";

export function adapterSuite(host: AdapterHost): void {
  const start = async (world: AdapterWorld, ...script: readonly ScriptedResponse[]) => {
    const runner = openRunner(world);
    return { runner, conversation: await host.start({ runner, ...place, script: [...script, "done"] }) };
  };

  describe(`${host.name}: order`, () => {
    test("P6.1 P6.5: reads run, writes keep the model's order, and every call has one result in that order", async () => {
      const world = new AdapterWorld();
      const { conversation } = await start(world, threeWrites);
      expect(await conversation.run()).toBe(false);
      expect(world.wrote).toEqual(["write_b", "write_c", "write_d"]);
      expect(conversation.read().map(({ id, value }) => [id, value["status"]])).toEqual([
        ["c1", "ok"],
        ["c2", "ok"],
        ["c3", "ok"],
        ["c4", "ok"],
      ]);
    });

    test("P6.3 P9.3: a failed write skips the later one, which says that it did not run; reads go on", async () => {
      const world = new AdapterWorld();
      world.fail("write_b");
      const { conversation } = await start(world, abc);
      expect(await conversation.run()).toBe(false);
      expect(world.wrote).toEqual(["write_b"]);
      const [first, failed, skipped, last] = conversation.read().map(({ value }) => value);
      expect(first).toMatchObject({ status: "ok", result: { tool: "read_a" } });
      expect(failed).toMatchObject({ status: "error", record: "failed", code: "refused", didNotRun: false });
      expect(skipped).toMatchObject({ status: "error", code: "skipped", didNotRun: true, retryable: true });
      expect(skipped?.["message"]).toMatch(new RegExp(`^${DID_NOT_RUN}`));
      expect(last).toMatchObject({ status: "ok", result: { tool: "read_e" } });
    });

    test("P6.4: the next response of the model starts clean", async () => {
      const world = new AdapterWorld();
      world.fail("write_b");
      const { conversation } = await start(world, abc, [call("d1", "write_d")]);
      await conversation.run();
      expect(world.wrote).toEqual(["write_b", "write_d"]);
    });
  });

  describe(`${host.name}: approval`, () => {
    test("P6.2 P5.1: the second of three writes is asked about when its turn comes, and the third waits behind it", async () => {
      const world = new AdapterWorld({ asks: ["write_c"] });
      const { runner, conversation } = await start(world, threeWrites);
      expect(await conversation.run()).toBe(true);
      expect(world.wrote).toEqual(["write_b"]);
      expect((await runner.approvals.list()).map(({ tool }) => tool)).toEqual(["write_c"]);
      expect(await conversation.run()).toBe(true);
      expect(world.wrote).toEqual(["write_b"]);
      await decide(runner, "approve");
      expect(await conversation.run()).toBe(false);
      expect(world.wrote).toEqual(["write_b", "write_c", "write_d"]);
      expect(finalStatuses(conversation)).toEqual({ c1: "ok", c2: "ok", c3: "ok", c4: "ok" });
    });

    test("P6.2: two writes that ask are asked about one after the other", async () => {
      const world = new AdapterWorld({ asks: ["write_b", "write_d"] });
      const { runner, conversation } = await start(world, threeWrites);
      expect(await conversation.run()).toBe(true);
      expect(world.wrote).toEqual([]);
      await decide(runner, "approve");
      expect(await conversation.run()).toBe(true);
      expect((await runner.approvals.list()).map(({ tool }) => tool)).toEqual(["write_d"]);
      await decide(runner, "approve");
      expect(await conversation.run()).toBe(false);
      expect(world.wrote).toEqual(["write_b", "write_c", "write_d"]);
      expect(finalStatuses(conversation)).toEqual({ c1: "ok", c2: "ok", c3: "ok", c4: "ok" });
    });

    test("P5.7: after a reject the model reads that it did not run and why, and the later write is skipped", async () => {
      const world = new AdapterWorld({ asks: ["write_c"] });
      const { runner, conversation } = await start(world, threeWrites);
      await conversation.run();
      await decide(runner, "reject", { comment: "not in this channel" });
      expect(await conversation.run()).toBe(false);
      expect(world.wrote).toEqual(["write_b"]);
      const results = finalResults(conversation);
      expect(results["c2"]).toMatchObject({ status: "error", record: "rejected", didNotRun: true });
      expect(results["c2"]?.["message"]).toContain("not in this channel");
      expect(results["c3"]).toMatchObject({ code: "skipped" });
      expect(results["c4"]).toMatchObject({ status: "ok" });
    });

    test("P5.5 P5.7: after an edit the edited arguments run, and the model reads them", async () => {
      const world = new AdapterWorld({ asks: ["write_c"] });
      const { runner, conversation } = await start(world, threeWrites);
      await conversation.run();
      await decide(runner, "approve", { arguments: { text: "kinder words" } });
      expect(await conversation.run()).toBe(false);
      expect(world.log.find(({ tool }) => tool === "write_c")?.args).toEqual({ text: "kinder words" });
      expect(finalResults(conversation)["c2"]?.["note"]).toContain("kinder words");
    });
  });

  adapterCrashSuite(host);

  describe(`${host.name}: what models do`, () => {
    test("P3.2 P3.3: invalid arguments are told with every fault, run nothing and stop later writes", async () => {
      const world = new AdapterWorld();
      const { conversation } = await start(world, [
        call("c1", "write_b", { text: 5, nope: true }),
        call("c2", "write_c"),
        call("c3", "read_e"),
      ]);
      expect(await conversation.run()).toBe(false);
      expect(world.ran).toEqual(["read_e"]);
      const results = finalResults(conversation);
      expect(results["c1"]).toMatchObject({ code: "invalid_arguments", didNotRun: true });
      expect(results["c1"]?.["faults"]).toMatchObject([{ pointer: "/text" }, { pointer: "/nope" }]);
      expect(results["c2"]).toMatchObject({ code: "skipped" });
    });

    test(hostClaim(host, "unparsable-order", "P3.3: arguments that are no JSON stop later writes"), async () => {
      const world = new AdapterWorld();
      const { conversation } = await start(world, [call("c1", "write_b", '{"text": "cut o'), call("c2", "write_c")]);
      expect(await conversation.run()).toBe(false);
      expect(world.wrote).toEqual(host.cannot["unparsable-order"] === undefined ? [] : ["write_c"]);
      const answered = host.cannot["unparsable-result"] === undefined ? ["c1", "c2"] : ["c2"];
      expect(Object.keys(finalResults(conversation)).toSorted()).toEqual(answered);
    });

    test(hostClaim(host, "unknown-tool", "P3.3: a tool name that does not exist stops later writes"), async () => {
      const world = new AdapterWorld();
      const { conversation } = await start(world, [call("c1", "write_nothing"), call("c2", "write_b")]);
      const isEnded = await conversation.run().catch(() => "ended");
      const isKept = host.cannot["unknown-tool"] === undefined || isEnded === "ended";
      expect(world.wrote).toEqual(isKept ? [] : ["write_b"]);
    });

    test(hostClaim(host, "repeated-ids", "P2.2: the same call id in two responses names two calls"), async () => {
      const world = new AdapterWorld();
      const first = call("c1", "write_b", { text: "one" });
      const { conversation } = await start(world, [first], [call("c1", "write_b", { text: "two" })]);
      await expectTexts(world, conversation, ["one"], host);
    });

    test(
      hostClaim(host, "repeated-ids", "P2.2: the same read at a later place of the conversation is read again"),
      async () => {
        const world = new AdapterWorld();
        const same = [call("c1", "read_a", { text: "same" })];
        const { conversation } = await start(world, same, same);
        expect(await conversation.run()).toBe(false);
        expect(world.ran).toHaveLength(host.cannot["repeated-ids"] === undefined ? 2 : 1);
      },
    );

    test(hostClaim(host, "repeated-ids", "P2.2: the same call id twice in one response names two calls"), async () => {
      const world = new AdapterWorld();
      const calls = ["one", "two"].map((text) => call("c1", "write_b", { text }));
      const { conversation } = await start(world, calls);
      await expectTexts(world, conversation, [], host);
    });

    test(hostClaim(host, "empty-ids", "P2.2: calls without an id are told apart by their place"), async () => {
      const world = new AdapterWorld();
      const calls = ["one", "two"].map((text) => call("", "write_b", { text }));
      const { conversation } = await start(world, [...calls, call("", "read_a", { text: "three" })]);
      if (host.cannot["empty-ids"] !== undefined) {
        await expect(conversation.run()).rejects.toThrow(/call ID/);
        expect(world.ran).toEqual([]);
        return;
      }
      expect(await conversation.run()).toBe(false);
      expect(world.ran.toSorted()).toEqual(["read_a", "write_b", "write_b"]);
      const texts = conversation.read().map(({ value }) => (value["result"] as JsonObject)["text"]);
      expect(texts).toEqual(["one", "two", "three"]);
    });

    test("P4.5: an abort lets the started write end, records its true ending, and starts no later one", async () => {
      const world = new AdapterWorld();
      const gate = world.gate("write_b");
      const { runner, conversation } = await start(world, abc);
      const controller = new AbortController();
      const running = conversation.run(controller.signal).catch((error: unknown) => error);
      await gate.entered;
      controller.abort();
      gate.open();
      await running;
      await expect.poll(async () => (await runner.calls.list({ status: ["running", "waiting"] })).length).toBe(0);
      const records = await runner.calls.list();
      const statusOf = (tool: string) => records.find((record) => record.tool === tool);
      expect(world.wrote).toEqual(["write_b"]);
      expect(statusOf("write_b")).toMatchObject({ status: "succeeded" });
      expect(statusOf("write_c")).toMatchObject({ status: "failed", error: { code: "cancelled", didNotRun: true } });
    });

    test("a runner that was closed is told to the model as a result, which claims nothing that nobody can look up", async () => {
      const world = new AdapterWorld();
      const { runner, conversation } = await start(world, [call("c1", "write_b")]);
      await runner.close();
      expect(await conversation.run()).toBe(false);
      expect(world.ran).toEqual([]);
      expect(finalResults(conversation)["c1"]).toMatchObject(notTaken);
    });

    test("a runner that is closed while a write runs throws nothing into the host, and the host comes to an end", async () => {
      const world = new AdapterWorld();
      const gate = world.gate("write_b");
      const { runner, conversation } = await start(world, [call("c1", "write_b"), call("c2", "write_c")]);
      // Carrying results into a conversation needs the journal, and says so to the application.
      const running = conversation.run().catch((error: unknown) => error);
      await gate.entered;
      await runner.close({ graceMs: 0 });
      const ended = await running;
      gate.open();
      if (ended !== false) expect(ended).toMatchObject({ code: "closed" });
      for (const { value } of conversation.read()) expect(value).toMatchObject({ status: "error", didNotRun: false });
      expect(world.ran).toEqual(["write_b"]);
    });
  });
}

/** With repeated ids everything is written and read once; where the host ends the run, only `left` was written. */
async function expectTexts(
  world: AdapterWorld,
  conversation: HostConversation,
  left: readonly string[],
  host: AdapterHost,
): Promise<void> {
  const written = () => world.log.map(({ args }) => args["text"]);
  if (host.cannot["repeated-ids"] !== undefined) {
    await expect(conversation.run()).rejects.toThrow(/c1/);
    expect(written()).toEqual(left);
    return;
  }
  expect(await conversation.run()).toBe(false);
  expect(written()).toEqual(["one", "two"]);
  expect(conversation.read().map(({ value }) => (value["result"] as JsonObject)["text"])).toEqual(["one", "two"]);
}
