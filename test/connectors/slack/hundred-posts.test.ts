/** A hundred posts over a connection that loses every third answer: nothing doubled, nothing guessed, everything found again. */
import { expect, test } from "vitest";
import { ConnectorToolSource, connectorTool, createToolRunner } from "../../../src/index.ts";
import { connectTo } from "./emulated-slack.ts";
import { startFakeSlack } from "./fake-slack.ts";

const channelId = "C0123456789";

test("P4.1, P8.1: of a hundred posts 33 lose their answer, none is posted twice, and a reconcile settles all 33", async () => {
  const fake = await startFakeSlack();
  const connection = connectTo(fake.origin, "postChannelMessage");
  const tool = connectorTool(connection.operation("postChannelMessage"), connection.reference, {});
  const runner = createToolRunner({ toolSources: [new ConnectorToolSource([tool])] });
  const texts = Array.from({ length: 100 }, (_, index) => `Post number ${String(index)}`);
  for (const [index, text] of texts.entries()) {
    fake.set({ losesAnswers: index % 3 === 2 });
    const calls = [{ id: "call_0", name: "slack_post_channel_message", arguments: { channelId, text } }];
    const responseId = `response-${String(index)}`;
    const [record] = await runner.runResponse({ sessionId: "session", turnId: "turn", responseId, calls });
    expect(record?.status).toBe(index % 3 === 2 ? "outcome_unknown" : "succeeded");
  }
  fake.set({});
  expect(await runner.calls.list({ status: "outcome_unknown" })).toHaveLength(33);
  const reports = await runner.calls.reconcile();
  expect(reports.map(({ kind }) => kind)).toEqual(Array.from({ length: 33 }, () => "settled"));
  expect(await runner.calls.list({ status: "succeeded" })).toHaveLength(100);
  expect(fake.messages.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
  expect(fake.requests.filter(({ method }) => method === "chat.postMessage")).toHaveLength(100);
  await runner.close();
  await connection.close();
  await fake.close();
}, 120_000);
