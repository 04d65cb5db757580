/** Answers to questions over MCP: with states of other calls, of other sessions and of other times, from clients that cannot ask or that give up. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.ts";
import { AdapterWorld } from "../../suites/adapter-world.ts";
import { connect, connectRaw, runnerOf, structured } from "./connect.ts";

const text = { text: "hello" };
const approve = { approval: { action: "accept", content: { decision: "approve" } } };
const stateKey = "a key that both servers have in common";

function setting() {
  const world = new AdapterWorld({ asks: ["write_b", "write_c"] });
  return { world, runner: runnerOf(world) };
}

function stateOf(asked: JsonObject): string {
  expect(asked).toMatchObject({ resultType: "input_required" });
  return String(asked["requestState"]);
}

describe("P5.4: the state of a question", () => {
  test.each([
    ["other arguments", { name: "write_b", arguments: { text: "other" } }],
    ["another tool", { name: "write_c", arguments: text }],
  ])("with %s decides nothing and runs nothing", async (_, other) => {
    const { world, runner } = setting();
    const call = await connectRaw(runner);
    const requestState = stateOf(await call({ name: "write_b", arguments: text }));
    const refused = structured(await call({ ...other, requestState, inputResponses: approve }));
    expect(refused).toMatchObject({ code: "tool_unavailable", didNotRun: true });
    expect(refused["message"]).toContain("of another call");
    expect(world.ran).toEqual([]);
    expect((await runner.approvals.list()).map(({ tool }) => tool)).toEqual(["write_b"]);
    expect(
      structured(await call({ name: "write_b", arguments: text, requestState, inputResponses: approve })),
    ).toMatchObject({
      status: "ok",
    });
    expect(world.ran).toEqual(["write_b"]);
  });

  test("of another session is refused, although both servers sign with one key", async () => {
    const { world, runner } = setting();
    const ada = await connectRaw(runner, { sessionId: "ada", stateKey });
    const eve = await connectRaw(runner, { sessionId: "eve", stateKey });
    const requestState = stateOf(await ada({ name: "write_b", arguments: text }));
    await expect(eve({ name: "write_b", arguments: text, requestState, inputResponses: approve })).rejects.toThrow(
      /requestState/,
    );
    expect(world.ran).toEqual([]);
    expect(await runner.approvals.list({ sessionId: "ada" })).toHaveLength(1);
  });

  test("is taken by another process with the same key, and by none with another one", async () => {
    const { world, runner } = setting();
    const request = { name: "write_b", arguments: text };
    const requestState = stateOf(await (await connectRaw(runner, { stateKey }))(request));
    const stranger = await connectRaw(runner, { stateKey: "another key that is long enough for it" });
    await expect(stranger({ ...request, requestState, inputResponses: approve })).rejects.toThrow(/requestState/);
    const other = await connectRaw(runner, { stateKey });
    await other({ ...request, requestState, inputResponses: approve });
    expect(world.ran).toEqual(["write_b"]);
  });

  test("that is sent again after the decision gives the result and runs nothing", async () => {
    const { world, runner } = setting();
    const call = await connectRaw(runner);
    const request = { name: "write_b", arguments: text };
    const requestState = stateOf(await call(request));
    const results: JsonObject[] = [];
    for (let count = 0; count < 2; count += 1)
      results.push(structured(await call({ ...request, requestState, inputResponses: approve })));
    const reject = { approval: { action: "decline" } };
    results.push(structured(await call({ ...request, requestState, inputResponses: reject })));
    expect(results).toMatchObject([{ status: "ok" }, { status: "ok" }, { status: "ok" }]);
    expect(world.ran).toEqual(["write_b"]);
  });

  test.each([
    {},
    { approval: "x" },
    { approval: { action: "accept" } },
    { approval: { action: "accept", content: { decision: "maybe" } } },
    { other: approve.approval },
  ])("with an answer that decides nothing is asked again: %j", async (inputResponses) => {
    const { world, runner } = setting();
    const call = await connectRaw(runner);
    const request = { name: "write_b", arguments: text };
    const requestState = stateOf(await call(request));
    stateOf(await call({ ...request, requestState, inputResponses: inputResponses as JsonObject }));
    expect(world.ran).toEqual([]);
    expect(await runner.approvals.list()).toHaveLength(1);
  });

  test("of an earlier server decides nothing where questions are decided elsewhere", async () => {
    const { world, runner } = setting();
    const request = { name: "write_b", arguments: text };
    const requestState = stateOf(await (await connectRaw(runner, { stateKey }))(request));
    const elsewhere = await connectRaw(runner, { stateKey, approvals: "elsewhere" });
    expect(structured(await elsewhere({ ...request, requestState, inputResponses: approve }))).toMatchObject({
      code: "approval_required",
    });
    expect(world.ran).toEqual([]);
  });
});

describe("MCP clients that cannot be asked", () => {
  test.each(["2025", "2026"] as const)(
    "one of %s that can open pages only gets an approval_required record",
    async (era) => {
      const { world, runner } = setting();
      const client = await connect(runner, {
        era,
        wire: "stdio",
        answer: () => ({ action: "accept", content: { decision: "approve" } }),
        elicitation: { url: {} },
      });
      const result = structured(await client.callTool({ name: "write_b", arguments: text }));
      expect(result).toMatchObject({ code: "approval_required", questionId: expect.any(String) });
      expect(world.ran).toEqual([]);
    },
  );

  test("an empty capability means forms", async () => {
    const { world, runner } = setting();
    const answer = () => ({ action: "accept" as const, content: { decision: "approve" } });
    const client = await connect(runner, { era: "2025", wire: "stdio", answer, elicitation: {} });
    expect(structured(await client.callTool({ name: "write_b", arguments: text }))).toMatchObject({ status: "ok" });
    expect(world.ran).toEqual(["write_b"]);
  });
});

test("P4.5: a client of 2025 that cancels while its person is asked withdraws the question; a late yes starts nothing", async () => {
  const { world, runner } = setting();
  const controller = new AbortController();
  const late = Promise.withResolvers<void>();
  const client = await connect(runner, {
    era: "2025",
    wire: "stdio",
    answer: async () => {
      controller.abort();
      await late.promise;
      return { action: "accept", content: { decision: "approve" } };
    },
  });
  const calling = client.callTool({ name: "write_b", arguments: text }, { signal: controller.signal });
  await expect(calling).rejects.toThrow();
  await expect.poll(async () => (await runner.calls.list()).map(({ error }) => error?.code)).toEqual(["cancelled"]);
  expect(await runner.approvals.list()).toEqual([]);
  late.resolve();
  await client.callTool({ name: "read_a", arguments: text });
  expect(world.ran).toEqual(["read_a"]);
});
