/** One response that is submitted by two at the same moment: it is taken in once. */

import { expect, test } from "vitest";
import { connectorToolOf, inTurn, added, ScriptedSource } from "./scripted-source.ts";
import { callOf, requestOf, runnerOf } from "./test-runner.ts";

const request = requestOf([callOf("note")], { whenApprovalNeeded: "return" });

test.each([
  ["at once", (isAsked: boolean) => isAsked],
  ["later", async (isAsked: boolean) => isAsked],
])("P5.3, P2.2: its predicate runs once, answering %s, and what it said counts for both", async (_, answer) => {
  let runs = 0;
  const requiresApproval = () => {
    runs += 1;
    return answer(runs === 1);
  };
  const source = new ScriptedSource(
    connectorToolOf("note", "non_idempotent_write", inTurn(added), { requiresApproval }),
  );
  const runner = runnerOf(source);
  const both = await Promise.all([1, 2, 3].map(() => runner.runResponse(request)));
  expect(both.map(([record]) => record?.status)).toEqual(Array.from({ length: 3 }, () => "awaiting_approval"));
  expect(runs).toBe(1);
  await runner.close();
});

test("P2.2: with other calls the later one is refused and the first one runs", async () => {
  const source = new ScriptedSource(connectorToolOf("note", "non_idempotent_write", added));
  const runner = runnerOf(source);
  const [first, second] = await Promise.allSettled([
    runner.runResponse(request),
    runner.runResponse(requestOf([callOf("note", { text: "other" })])),
  ]);
  expect(first).toMatchObject({ status: "fulfilled", value: [{ status: "succeeded", arguments: { text: "hello" } }] });
  expect(second).toMatchObject({ status: "rejected", reason: { code: "response_changed" } });
  expect(source.entered).toEqual(["note"]);
  await runner.close();
});

test("P2.2: one that could not be taken in keeps nobody else out", async () => {
  let isDown = true;
  const source = new ScriptedSource(connectorToolOf("note", "non_idempotent_write", added));
  const list = source.listTools.bind(source);
  source.listTools = () => {
    if (!isDown) return list();
    isDown = false;
    throw new Error("down");
  };
  isDown = false;
  const runner = runnerOf(source);
  isDown = true;
  const [first, second] = await Promise.allSettled([runner.runResponse(request), runner.runResponse(request)]);
  expect(first).toMatchObject({ status: "rejected", reason: { message: "down" } });
  expect(second).toMatchObject({ status: "fulfilled", value: [{ status: "succeeded" }] });
  await runner.close();
});
