/** An abort and something that would start a write in the same moment: once the runner has seen the abort nothing begins. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ClientPost, Engine } from "../../src/core/engine.ts";
import { isJsonObject } from "../../src/core/json.ts";
import { createSqliteEngine } from "../../src/engines/sqlite.ts";
import { AdapterWorld } from "../suites/adapter-world.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

/** An engine that commits once a turn of the event loop, and tells what was put into its inbox and waits for that. */
function tellingEngine(posted: (kind: unknown) => void): Engine {
  const folder = mkdtempSync(join(tmpdir(), "abort-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const engine = createSqliteEngine({ path: join(folder, "calls.db") });
  return new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (name !== "post") return value.bind(target);
      return (session: string, input: ClientPost) => {
        const reply = target.post(session, input);
        posted(isJsonObject(input.body) ? input.body["kind"] : undefined);
        return reply;
      };
    },
  });
}

function setting(asks: readonly string[], abortAt: string) {
  const world = new AdapterWorld({ asks });
  const controller = new AbortController();
  const engine = tellingEngine((kind) => {
    if (kind === abortAt) controller.abort();
  });
  const runner = runnerOf(world, { engine });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  return { world, runner, controller };
}

describe("P4.5: an abort that was seen before", () => {
  test("a decision was committed wins over it: the approved write does not begin", async () => {
    const { world, runner, controller } = setting(["write_b"], "decide");
    const calls = [callOf("write_b"), callOf("write_c")];
    const running = runner.runResponse(requestOf(calls, { signal: controller.signal }));
    await expect.poll(async () => runner.approvals.list()).toHaveLength(1);
    const [question] = await runner.approvals.list();
    const questionId = question?.questionId ?? "";
    expect(await runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ada" })).toEqual({
      accepted: true,
    });
    const records = await running;
    expect(world.ran).toEqual([]);
    expect(records[0]).toMatchObject({ status: "failed", error: { code: "cancelled", didNotRun: true } });
    expect(records[1]).toMatchObject({ status: "failed", error: { code: "cancelled", didNotRun: true } });
  });

  test("a response was committed wins over it: nothing of it begins", async () => {
    const { world, runner, controller } = setting([], "submit");
    const calls = [callOf("read_a"), callOf("write_b"), callOf("write_c")];
    const records = await runner.runResponse(requestOf(calls, { signal: controller.signal }));
    expect(world.ran).toEqual([]);
    expect(records.map(({ error }) => error?.code)).toEqual(["cancelled", "cancelled", "cancelled"]);
  });

  test("a response is gone on with lets nothing begin, although a decision comes first", async () => {
    const { world, runner } = setting(["write_b"], "never");
    const request = requestOf([callOf("write_b")], { whenApprovalNeeded: "return" });
    await runner.runResponse(request);
    const [question] = await runner.approvals.list();
    const questionId = question?.questionId ?? "";
    const { sessionId, turnId, responseId } = request;
    const [records] = await Promise.all([
      runner.resumeResponse({ sessionId, turnId, responseId, signal: AbortSignal.abort() }),
      runner.approvals.decide({ questionId, decision: "approve", decidedBy: "ada" }),
    ]);
    expect(world.ran).toEqual([]);
    expect(records).toMatchObject([{ status: "failed", error: { code: "cancelled", didNotRun: true } }]);
  });
});

test("P4.5: an abort that comes when a write has begun lets it end, and what comes later does not begin", async () => {
  const { world, runner, controller } = setting([], "never");
  const gate = world.gate("write_b");
  const calls = [callOf("write_b"), callOf("write_c")];
  const running = runner.runResponse(requestOf(calls, { signal: controller.signal }));
  await gate.entered;
  controller.abort();
  gate.open();
  expect(await running).toMatchObject([{ status: "succeeded" }, { error: { code: "cancelled", didNotRun: true } }]);
  expect(world.ran).toEqual(["write_b"]);
});
