/** Half a character in arguments: refused before anybody is asked, because what runs is what was approved. */

import { expect, onTestFinished, test } from "vitest";
import { halfCharacterFault } from "../../src/core/half-character.ts";
import { createToolRunner } from "../../src/index.ts";
import { AdapterWorld } from "../suites/adapter-world.ts";

const place = { sessionId: "s", turnId: "t" };

async function run(args: string | { text: string }) {
  const world = new AdapterWorld({ asks: ["write_b"] });
  const runner = createToolRunner({ toolSources: [world] });
  onTestFinished(async () => runner.close({ graceMs: 0 }));
  const calls = [{ id: "c1", name: "write_b", arguments: args }];
  const [record] = await runner.runResponse({ ...place, responseId: "r", calls, whenApprovalNeeded: "return" });
  return { record, questions: await runner.approvals.list(), runner };
}

test.each([String.raw`{"text":"a \ud800 lone"}`, String.raw`{ "text": "a \uDC00" }`, { text: "a \ud800 lone" }])(
  "P5.4 P3.2: half a character in arguments is a fault at its place, and nobody is asked: %j",
  async (args) => {
    const { record, questions } = await run(args);
    expect(record).toMatchObject({
      status: "failed",
      error: {
        code: "invalid_arguments",
        didNotRun: true,
        faults: [{ pointer: "/text", expected: "a text of whole characters" }],
      },
    });
    expect(questions).toEqual([]);
  },
);

test.each([String.raw`{"text":"\ud83d\ude00"}`, { text: "\u{1f600}" }])(
  "a whole character of two halves is taken: %j",
  async (args) => {
    const { questions } = await run(args);
    expect(questions).toMatchObject([{ arguments: { text: "\u{1f600}" } }]);
  },
);

test("P5.5: an edit with half a character is refused and leaves the question open", async () => {
  const { questions, runner } = await run({ text: "whole" });
  const questionId = questions[0]?.questionId ?? "";
  const edit = { questionId, decision: "approve" as const, arguments: { text: "\udfff" }, decidedBy: "ada" };
  expect(await runner.approvals.decide(edit)).toMatchObject({ accepted: false });
  expect(await runner.approvals.list()).toHaveLength(1);
});

test("keys and values deep inside are found at their place", () => {
  expect(halfCharacterFault({ a: [{ b: "fine" }, { "c/d": ["\ud800x"] }] })?.pointer).toBe("/a/1/c~1d/0");
  expect(halfCharacterFault({ a: { "\ud800": 1 } })).toMatchObject({
    pointer: "/a",
    expected: "keys of whole characters",
  });
  expect(halfCharacterFault({ a: [1, null, true, "fine"] })).toBeUndefined();
});
